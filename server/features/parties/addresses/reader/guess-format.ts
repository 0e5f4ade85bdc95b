import type { Format } from '../tables/format.ts'
import { FORMATS } from '../tables/formats.ts'
import { CANTONS } from '../tables/swiss.ts'
import { isTown, placesOf } from '../places.ts'
import { inBox, patternsOf, stateIn, type Patterns } from './patterns.ts'
import { folded, type Reading, type Segment } from './reading.ts'

/** Addresses of a country without a table: code and town in one line, as most of the world. */
const formatOf = (country: string): Format | undefined =>
  FORMATS.find((format) => format.country === country)

/** Countries without a table, by the one whose shape theirs has. */
const LIKE: Readonly<Record<string, string>> = {
  GB: 'IN NZ ZA AE PH KE NG GH PK LK MT CY JM TT BS BB BM ZW ZM UG TZ BD QA SA KW BH OM IL TH VN ID HK MO',
  FR: 'MA SN CI TN DZ MC RE GP MQ GF NC PF YT PM HT CM GA TG BJ ML MG CD',
  NL: 'SR CW AW BQ SX',
  AT: 'LI',
  MY: 'MY',
}
/** States behind a town where a country has no table of its own. */
const STATES: Readonly<Record<string, string>> = {
  IN: 'Andhra Pradesh|Assam|Bihar|Chhattisgarh|Delhi|Goa|Gujarat|Haryana|Himachal Pradesh|Jharkhand|Karnataka|Kerala|Madhya Pradesh|Maharashtra|Odisha|Punjab|Rajasthan|Tamil Nadu|Telangana|Uttar Pradesh|Uttarakhand|West Bengal',
  ZA: 'Eastern Cape|Free State|Gauteng|KwaZulu-Natal|Limpopo|Mpumalanga|North West|Northern Cape|Western Cape',
  MY: 'Johor|Kedah|Kelantan|Melaka|Malacca|Negeri Sembilan|Pahang|Penang|Pulau Pinang|Perak|Perlis|Sabah|Sarawak|Selangor|Terengganu|Kuala Lumpur|Labuan|Putrajaya',
}

function fallback(country: string): Format {
  const [german] = FORMATS
  const like = Object.keys(LIKE).find((one) => LIKE[one]?.split(' ').includes(country)) ?? ''
  const shape = formatOf(like === 'MY' ? 'GB' : like) ?? german
  if (!shape) throw new Error('no formats')
  const { unmistakable: _, states: __, ...plain } = shape
  return {
    ...plain,
    country,
    pattern: String.raw`\d{4,6}`,
    phone: '',
    ...(STATES[country] !== undefined && { states: STATES[country] }),
    ...(country === 'LI' && { pattern: String.raw`94\d{2}`, prefix: 'FL|LI' }),
    ...(country === 'MY' && {
      code: 'before',
      starts: String.raw`Jalan|Jln\.?|Lorong|Persiaran|Lebuh`,
    }),
  }
}

/** Countries all of whose codes are known: a code without the town next to it proves nothing. */
const COMPLETE = new Set(['AT', 'AU', 'DE', 'ES', 'FR', 'IT', 'NL', 'PL', 'US'])

/** Zürich, Horgen ZH: a town, alone or with what follows it. */
function isTownAhead(country: string, text: string): boolean {
  const words = text.split(' ')
  if (country === 'CH' && CANTON.test(text)) return true
  return words.some((_word, at) => isTown(country, words.slice(0, at + 1).join(' ')))
}
/** A street of Switzerland: in French only where the codes are below 4000. */
function speaksSwiss(patterns: Patterns, texts: readonly string[]): boolean {
  const street = texts.find((text) => patterns.street?.test(text))
  if (street === undefined)
    return texts.some((text) => isTownAhead('CH', text.replace(/^\D*\d{4} /, '')))
  const french = /^(?:rue|avenue|chemin|route|place|boulevard|impasse|quai|allée|sentier)\b/i.test(
    street,
  )
  return !french || texts.some((text) => /(?<!\d)[1-3]\d{3}(?!\d)/.test(text))
}
const CANTON = new RegExp(`\\p{L} (?:${CANTONS})$`, 'u')

const EVERY = new Set(['AT', 'DE', 'ES', 'IT', 'NL', 'PL', 'US'])
const SPACED = new Set(['SE', 'CZ'])

/** How much of the text speaks for a country. */
function points(format: Format, reading: Reading, segments: readonly Segment[]): number {
  const patterns = patternsOf(format)
  let sum = 0
  const { phone, postalCode, city } = reading.found
  if (phone && new RegExp(`^(?:\\+|00)\\s?${format.phone}(?!\\d{12})`).test(phone))
    sum += format.country === 'CA' ? 1 : 3
  if (reading.found.taxNumber?.startsWith(format.country)) sum += 4
  const texts = [...segments.map(({ text }) => text), postalCode ?? ''].filter(Boolean)
  let best = 0
  for (const [at, text] of texts.entries())
    for (const hit of text.matchAll(patterns.code)) {
      const code = hit.groups?.code ?? ''
      // Postfach 1220: the number of a box.
      if (inBox(patterns, text, hit.index)) continue
      const after = text.slice(hit.index + hit[0].length).trim()
      const before = text.slice(0, hit.index).trim()
      const near = format.code === 'before' ? after : before
      const next = near || texts[format.code === 'before' ? at + 1 : at - 1] || city || ''
      let here = format.unmistakable ? 5 : 1
      if (format.prefix && hit[0].length > code.length) here += 4
      const places = placesOf(format.country, code)
      const ahead = format.code === 'after' ? (texts[at - 2] ?? '') : ''
      const named = [next, after, before, ahead, city ?? ''].map(folded)
      if (
        places?.cities.some((place) =>
          named.some((name) => {
            const town = folded(place)
            return (
              name === town ||
              name.startsWith(`${town} `) ||
              name.endsWith(` ${town}`) ||
              (name !== '' && town.startsWith(`${name} `)) ||
              // Obergurgl is a part of Gurgl.
              (town.length > 4 && name.endsWith(town) && !/[ -]/.test(name))
            )
          }),
        )
      )
        here += 6
      else if (texts.some((one) => places?.cities.some((place) => folded(place) === folded(one))))
        here += 4
      else if (places?.cities.length) here += next && COMPLETE.has(format.country) ? -0.5 : 1
      else if (EVERY.has(format.country) && places === null)
        // Codes of boxes and of great receivers are not listed: their town is.
        here +=
          format.code === 'before' &&
          after !== '' &&
          isTown(format.country, after) &&
          patterns.box.test(texts.join(' '))
            ? 3
            : -0.5
      // 111 22: without their blank such codes are those of a neighbour.
      else if (SPACED.has(format.country) && !/ /.test(code)) here -= 1
      // Countries without codes of their own are known by their towns.
      else if (next && isTownAhead(format.country, next)) here += 4
      if (
        stateIn(patterns, before) !== undefined ||
        (before === '' && patterns.state?.test(texts[at - 1] ?? ''))
      )
        here += 4
      else if (format.code === 'after' && !format.unmistakable) here -= 1
      if (patterns.townTail && /cedex/i.test(after)) here += 4
      best = Math.max(best, here)
    }
  sum += best
  if (format.country === 'CH' && best > 0 && !speaksSwiss(patterns, texts)) sum -= 1
  if (
    format.country === 'CH' &&
    texts.some((text) => /(?<!\p{L})case postale|(?<!\p{L})natel/iu.test(text))
  )
    sum += 3
  if (format.country === 'LU' && best > 0 && best < 4) sum -= 1
  if (texts.some((text) => patterns.street?.test(text))) sum += 2
  if (patterns.own && texts.some((text) => patterns.own?.test(text))) sum += 1
  if (texts.some((text) => patterns.box.test(text))) sum += 1
  if (best === 0 && sum > 0 && texts.some((text) => isTown(format.country, text))) sum += 2
  if (best === 0 && patterns.state && texts.some((text) => patterns.state?.test(text))) sum += 2
  return sum
}

/** The codes of Liechtenstein, which are also those of Belgium, next to its towns. */
const LIECHTENSTEIN =
  /(?:^|[ -])94(?:8[5-9]|9[0-8]),? (?:Vaduz|Schaan|Balzers|Triesen|Triesenberg|Eschen|Mauren|Ruggell|Gamprin|Schellenberg|Planken|Bendern|Nendeln|Schaanwald|Malbun)(?!\p{L})/iu

/** The table of a country, or the one its addresses are most like. */
export const formatFor = (country: string): Format => formatOf(country) ?? fallback(country)

/** The table to read by: the country that is named, else the one the text speaks for. */
export function guessFormat(reading: Reading, segments: readonly Segment[], hint: string): Format {
  const named = reading.found.country
  if (!named && segments.some(({ text }) => LIECHTENSTEIN.test(text))) return fallback('LI')
  if (named) return formatOf(named) ?? fallback(named)
  let best: { format: Format; sum: number } | null = null
  for (const format of FORMATS) {
    const sum = points(format, reading, segments) + (format.country === hint ? 1.5 : 0)
    if (sum > (best?.sum ?? 0)) best = { format, sum }
  }
  // A street alone is ambiguous: the country is named only by what is not shared.
  if (best && best.sum >= 3) return best.format
  return formatOf(hint) ?? (hint ? fallback(hint) : best?.format) ?? fallback('')
}

/**
 * Whether the country an address was read by is proven: its code and its town belong together, or
 * something in the text is that country's alone. The look of a code and of a street proves none.
 */
export function isProven(
  format: Format,
  { found }: Reading,
  segments: readonly Segment[],
): boolean {
  const { country } = format
  const { phone, taxNumber, postalCode = '', city = '', state } = found
  if (
    phone &&
    country !== 'CA' &&
    new RegExp(`^(?:\\+|00)\\s?${format.phone}(?!\\d{12})`).test(phone)
  )
    return true
  if (taxNumber?.startsWith(country) || state !== undefined) return true
  if (postalCode !== '' && format.unmistakable) return true
  const patterns = patternsOf(format)
  const texts = segments.map(({ text }) => text)
  if (format.prefix && texts.some((text) => hasPrefix(patterns, text))) return true
  if (patterns.townTail && texts.some((text) => /cedex/i.test(text))) return true
  if (texts.some((text) => LIECHTENSTEIN.test(text))) return true
  const places = placesOf(country, postalCode)
  const name = folded(city)
  if (places?.cities.some((place) => isPartOf(name, folded(place)))) return true
  if (texts.some((text) => places?.cities.some((place) => folded(place) === folded(text))))
    return true
  // A code of its shape, and a street or a box in its own words.
  const words = [patterns.street, patterns.box, patterns.own]
  if (postalCode !== '' && texts.some((text) => words.some((word) => word?.test(text)))) return true
  return isTownAhead(country, city)
}

const hasPrefix = (patterns: ReturnType<typeof patternsOf>, text: string): boolean =>
  [...text.matchAll(patterns.code)].some((hit) => hit[0].length > (hit.groups?.code ?? '').length)

/** Obergurgl of Gurgl, Praha 1 of Praha: one town by two names. */
const isPartOf = (name: string, town: string): boolean =>
  name !== '' &&
  (name === town ||
    name.startsWith(`${town} `) ||
    name.endsWith(` ${town}`) ||
    town.startsWith(`${name} `) ||
    (town.split(' ')[0]!.length > 4 && town.split(' ')[0] === name.split(' ')[0]) ||
    (town.length > 4 && name.endsWith(town)))
