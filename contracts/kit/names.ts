import type { PublicLang } from './envelope.ts'

/**
 * A row's name in the reader's language: in English the twin field (`name`, `nameEn`), where it is
 * filled in.
 */
export function nameOf(row: object, lang: PublicLang, key = 'name'): string {
  const twin: unknown = lang === 'en_US' ? Reflect.get(row, `${key}En`) : null
  const name: unknown = typeof twin === 'string' && twin ? twin : Reflect.get(row, key)
  return typeof name === 'string' ? name : ''
}

/** Whether a field is the English twin of another one. */
export const isTwin = (key: string, fields: object): boolean =>
  key.endsWith('En') && key.slice(0, -2) in fields

/**
 * What fills a text's placeholders, in the reader's language: `zoneEn` stands in for `zone` in
 * English.
 */
export function paramsIn<T extends Readonly<Record<string, unknown>>>(
  params: T,
  lang: PublicLang,
): T {
  if (lang !== 'en_US') return params
  const twins = Object.keys(params).filter((key) => isTwin(key, params) && params[key])
  return twins.length === 0
    ? params
    : { ...params, ...Object.fromEntries(twins.map((key) => [key.slice(0, -2), params[key]])) }
}

/** Who signed for a parcel or a delivery is no user; the others hold a word of a dictionary, a day, and a way. */
const OTHERS: readonly string[] = [
  'signedBy',
  'receivedBy',
  'actionBy',
  'payBy',
  'foundBy',
  'mappedBy',
]

/** Whether a field of a row holds the account of a user: `createBy`, `checkedBy` …; of a trade detail `operator`. */
export const isAccountField = (key: string): boolean =>
  key === 'operator' || (key.endsWith('By') && !OTHERS.includes(key))

/** Whether a field reveals the account of a user: these, and who published a notice. */
export const revealsAccount = (key: string): boolean => key === 'sender' || isAccountField(key)
