import { addresses } from '#contracts/parties/addresses.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { placesOf } from './places.ts'
import { readAddress } from './read-address.ts'

/** Addresses from free text, and places by their postal codes. */
export const addressCalls = (): BoundEndpoint[] =>
  bindEndpoints(addresses, {
    recognize: async (ctx, { text, country }) => {
      const { found, left, aside, unsure } = await readAddress(ctx, text, country ?? '')
      const places =
        found.country && found.postalCode ? placesOf(found.country, found.postalCode) : null
      return { found, left, aside, unsure, places: places && copied(places) }
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
