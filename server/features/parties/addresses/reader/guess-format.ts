import type { Format } from '../tables/format.ts'
import { FORMATS } from '../tables/formats.ts'
import { isTown, placesOf } from '../places.ts'
import { patternsOf } from './patterns.ts'
import { folded, type Reading, type Segment } from './reading.ts'

/** Addresses of a country without a table: code and town in one line, as most of the world. */
const formatOf = (country: string): Format | undefined =>
  FORMATS.find((format) => format.country === country)

function fallback(country: string): Format {
  const [german] = FORMATS
  if (!german) throw new Error('no formats')
  return { ...german, country, pattern: String.raw`\d{4,6}`, phone: '' }
}

/** Countries all of whose codes are known: a code without the town next to it proves nothing. */
const COMPLETE = new Set(['AT', 'DE', 'ES', 'FR', 'IT', 'NL', 'PL', 'US'])

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
              (name !== '' && town.startsWith(`${name} `))
            )
          }),
        )
      )
        here += 6
      else if (places?.cities.length) here += next && COMPLETE.has(format.country) ? 0 : 1
      if (
        patterns.stateEnd?.test(before) ||
        (before === '' && patterns.state?.test(texts[at - 1] ?? ''))
      )
        here += 4
      else if (format.code === 'after' && !format.unmistakable) here -= 1
      if (patterns.townTail && /cedex/i.test(after)) here += 4
      best = Math.max(best, here)
    }
  sum += best
  if (texts.some((text) => patterns.street?.test(text))) sum += 2
  if (patterns.own && texts.some((text) => patterns.own?.test(text))) sum += 1
  if (texts.some((text) => patterns.box.test(text))) sum += 1
  if (best === 0 && sum > 0 && texts.some((text) => isTown(format.country, text))) sum += 2
  if (best === 0 && patterns.state && texts.some((text) => patterns.state?.test(text))) sum += 2
  return sum
}

/** The table to read by: the country that is named, else the one the text speaks for. */
export function guessFormat(reading: Reading, segments: readonly Segment[], hint: string): Format {
  const named = reading.found.country
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
