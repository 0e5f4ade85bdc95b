import { PLACE_ENDS } from '../tables/china.ts'
import { startsOutside } from '../tables/hongkong-taiwan.ts'
import { startsCity, startsRegion } from './chinese-places.ts'
import { countryOf, foreignCountry } from './country-names.ts'
import type { Segment } from './reading.ts'

const HAN = /\p{Script=Han}/u

/** An address in letters, with a few Chinese words that name its country. */
function isForeign(segments: readonly Segment[]): boolean {
  const latin = segments.some(
    ({ text }) =>
      /\p{Script=Latin}{4}/u.test(text) &&
      /\d/.test(text) &&
      !/\p{Script=Han}{3,}\d|\d\p{Script=Han}/u.test(text),
  )
  const place = segments.some(
    ({ text }) =>
      HAN.test(text) &&
      !foreignCountry(text) &&
      (startsRegion(text) ??
        startsCity(text, null) ??
        startsOutside(text) ??
        (/\d/.test(text) && PLACE_ENDS.test(text) ? text : null)),
  )
  return latin && !place
}

/** Whether the text is to be read as Chinese: places in Han characters, not only names. */
export const isChinese = (segments: readonly Segment[]): boolean =>
  !isForeign(segments) &&
  segments.some(({ text }) => {
    const place = text.replace(/^中国(?:大陆)?/u, '')
    return (
      HAN.test(place) &&
      countryOf(place) === null &&
      (PLACE_ENDS.test(place) || startsRegion(place) || startsOutside(place))
    )
  })
