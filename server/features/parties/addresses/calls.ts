import { addresses } from '#contracts/parties/addresses.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { placesOf } from './places.ts'
import { recognize } from './recognize.ts'

/** Addresses from free text, and places by their postal codes. */
export const addressCalls = (): BoundEndpoint[] =>
  bindEndpoints(addresses, {
    recognize: (_ctx, { text, country }) => {
      const { found, left, aside, unsure } = recognize(text, country ?? '')
      const places =
        found.country && found.postalCode ? placesOf(found.country, found.postalCode) : null
      return Promise.resolve({ found, left, aside, unsure, places: places && copied(places) })
    },
    postcode: (_ctx, { country, postalCode }) => {
      const places = placesOf(country, postalCode)
      return Promise.resolve(places && copied(places))
    },
  })

const copied = ({ state, cities }: { state: string | null; cities: readonly string[] }) => ({
  state,
  cities: [...cities],
})
