import type { Outside } from '../tables/hongkong-taiwan.ts'
import { LETTERS, type Parts } from './chinese-names.ts'
import { startsCity, startsRegion } from './chinese-places.ts'
import { put, trimmed, type Reading, type Segment } from './reading.ts'

const HAN = /\p{Script=Han}/u

/** Words of the text: Han parts end at blanks, others are taken as they are. */
export const wordsOf = (segments: readonly Segment[]): string[] =>
  segments
    .flatMap(({ text }) =>
      HAN.test(text) ? text.split(/ |(?<=\p{Script=Han})\/(?=\p{Script=Han})/u) : [text],
    )
    .filter(Boolean)
    .reduce<string[]>((all, word) => {
      const before = all.at(-1)
      if (before !== undefined && LETTERS.test(before) && LETTERS.test(word))
        all[all.length - 1] = `${before} ${word}`
      else all.push(word)
      return all
    }, [])

/** Hong Kong, Macao and Taiwan: an area or a county, its district, and where in it. */
export function readOutside(reading: Reading, parts: Parts, word: string, outside: Outside): void {
  const { country, state, city, name, length } = outside
  parts.began = true
  parts.known = { region: null, city: city ?? state ?? name }
  reading.found.country ??= country
  if (state) put(reading, 'state', state)
  if (city ?? (country !== 'TW' && country !== 'JP' && name)) put(reading, 'city', city ?? name)
  if (city !== null && name) reading.aside.push(name)
  if (city === null && (country === 'TW' || country === 'JP') && name) reading.aside.push(name)
  const rest = trimmed(word.slice(length))
  if (rest) parts.street.push(rest)
}

/** Labelled fields by the whole names of their places: 宁夏 is 宁夏回族自治区. */
export function fullNames({ found }: Reading): void {
  const region = found.state ? startsRegion(found.state) : null
  if (region && region.length === found.state?.length) found.state = region.region.name
  const city = found.city ? startsCity(found.city, region?.region ?? null) : null
  if (city && city.length === found.city?.length) found.city = city.name
}
