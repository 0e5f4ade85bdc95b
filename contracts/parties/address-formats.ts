/**
 * How a country writes its addresses: Z the postal code, C the city, S the state, A the street with
 * what is added to it; `|` ends a line. A small `s` is written only where nothing may be left out.
 *
 * Source: Google's Address Data Service (libaddressinput, data under CC BY 4.0), as listed in the
 * npm package localized-address-format 1.3.3 (MIT). Left out: prefixes of postal codes and district
 * fields, which our addresses do not have. Added: the city in Japan and the Emirates, and the
 * state in `s`, where the source has no place for a field of ours.
 */
const LATIN: Readonly<Record<string, string>> = {
  'A|C|s|Z': 'AC AF AI FK GB GG GS IM IO JE KE LK NA PN SD SH SZ TA TC VG ZA',
  'A|C Z|s': 'BH BM BN BT IL JO KH LB LS MM MT MV NP NZ PK PR SA SG VC',
  'A|C S Z': 'AS AU CA CC CX FM GU HM MH MP NF PW UM VI',
  'A|Z C S': 'EE ES IT LT PF UY',
  'A|C|S': 'AE HK JM KI MO NR PA SC SR TV',
  'A|C|S|Z': 'EG IE KR KZ RU UA',
  'A|C|S Z': 'ID KY MN TH VN',
  'A|Z|C|S': 'AL AM EC MU OM',
  'A|C, S Z': 'BB SO TW US',
  'A|C Z|S': 'CU IN NG PE',
  'A|C, S': 'BS KN',
  'A|C, S|Z': 'HN IQ JP',
  'A|C|S, Z': 'CN KP',
  'A|C - Z|s': 'BD',
  'A|C-S|Z': 'BR',
  'A|Z, C|S': 'BY',
  'A|C, S, Z': 'CO',
  'A|S, C|Z': 'CR',
  'C|A|s|Z': 'HU',
  'S|C|A|Z': 'IR',
  'A|S|C, Z': 'LV',
  'A|Z C, S': 'MX',
  'A|Z CS': 'MZ',
  'A|Z|C, S': 'NI',
  'A|C Z S': 'PG VE',
  'A|C|Z S': 'PH',
  'A|Z S C': 'RO',
  'A|Z C/S': 'TR',
}
/** Most of the world. */
export const USUAL_FORMAT = 'A|Z C|s'

/**
 * In its own script, from the largest to the smallest; `N` is company and name where they stand
 * last. A waybill within China has the receiver first, whatever a letter has.
 */
const OWN_SCRIPT: Readonly<Record<string, string>> = {
  CN: 'SC|A|Z',
  HK: 'S|C|A|N',
  JP: 'Z|SC|A|N',
  KR: 'S C|A|N|Z',
  MO: 'C|A|N',
  TW: 'Z|SC|A|N',
}

const OF_COUNTRY: ReadonlyMap<string, string> = new Map(
  Object.entries(LATIN).flatMap(([format, countries]) =>
    countries.split(' ').map((country): [string, string] => [country, format]),
  ),
)

/** Korean has blanks between its words; Chinese and Japanese have none. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u
const OWN_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** The format of a country for an address written in these letters. */
export const formatOf = (country: string, text: string): string =>
  (OWN_LETTERS.test(text) ? OWN_SCRIPT[country] : undefined) ??
  OF_COUNTRY.get(country) ??
  USUAL_FORMAT

/** Where the number of a house stands before its street. */
const NUMBER_FIRST = new Set(
  'AU BD BS CA DZ EG FR GB GG HK IE IL IM IN IR JE JM KE LK LU MA MC MT MU MY NG NZ PH PK PR SG TH TN TT TW UG US VG VI VN ZA ZW'.split(
    ' ',
  ),
)
/** A comma between street and number. */
const WITH_COMMA = new Set(['AR', 'BR', 'CL', 'ES', 'PT', 'RU', 'UA', 'UY'])

/** Street and number as one line. */
export function streetLine(country: string, street: string, number: string): string {
  if (!number || !street) return street || number
  if (UNSPACED.test(street)) return street + number
  if (NUMBER_FIRST.has(country)) return `${number} ${street}`
  return `${street}${WITH_COMMA.has(country) ? ',' : ''} ${number}`
}

const PLACE_FIELDS = { Z: 'postalCode', C: 'city', S: 'state' } as const
type PlaceField = (typeof PLACE_FIELDS)[keyof typeof PLACE_FIELDS]
export type PlacedField = PlaceField | 'street' | 'house' | 'address1' | 'address2'

/**
 * The order a form asks for the fields in: as the country writes them, but the postal code first,
 * because it proposes city and state.
 */
export function fieldOrder(country: string): PlacedField[] {
  const format = (OWN_SCRIPT[country] ?? OF_COUNTRY.get(country) ?? USUAL_FORMAT).toUpperCase()
  const place = [...format.matchAll(/[CS]/g)].map(([letter]) => PLACE_FIELDS[letter as 'C' | 'S'])
  const all = new Set<PlaceField>(['postalCode', ...place, 'city', 'state'])
  const street = NUMBER_FIRST.has(country)
    ? (['house', 'street'] as const)
    : (['street', 'house'] as const)
  return [...all, ...street, 'address1', 'address2']
}
