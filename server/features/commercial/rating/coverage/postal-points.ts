import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { normalisePostcode } from '../postcodes.ts'

/** A postal code with its field on the country's grid; those far from it have none. */
export interface PostalPoint {
  code: string
  area: string
  field: number | null
}
export interface PostalPoints {
  width: number
  height: number
  points: readonly PostalPoint[]
}

const HEAD = /^[A-Z]{2}\t\d+\t\d+$/m
const countries = new Map<string, PostalPoints>()
let sections: ReadonlyMap<string, string> | undefined

/** Unpacked when first asked for: most processes never are. */
function sectionOf(country: string): string | undefined {
  if (!sections) {
    const file = join(import.meta.dirname, '../../../../../seeds/data/postal-points.tsv.gz')
    const text = gunzipSync(readFileSync(file)).toString('utf8')
    const starts = [...text.matchAll(new RegExp(HEAD, 'gm'))].map(({ index }) => index)
    sections = new Map(
      starts.map((start, at) => [text.slice(start, start + 2), text.slice(start, starts[at + 1])]),
    )
  }
  return sections.get(country)
}

/** The postal codes of a country, null where they are not known one by one. */
export function postalPoints(country: string): PostalPoints | null {
  const known = countries.get(country)
  if (known) return known
  const [head = '', ...lines] = sectionOf(country)?.trimEnd().split('\n') ?? []
  if (lines.length === 0) return null
  const [, width = 1, height = 1] = head.split('\t').map(Number)
  const points = lines.map((line): PostalPoint => {
    const [code = '', x, y] = line.split('\t')
    return {
      code,
      area: areaOf(country, code),
      field: x === undefined || y === undefined ? null : Number(y) * width + Number(x),
    }
  })
  const made = { width, height, points }
  countries.set(country, made)
  return made
}

/** The first two digits; in Britain the letters in front, which are the post's own areas. */
function areaOf(country: string, code: string): string {
  const plain = normalisePostcode(code, country)
  return country === 'GB' ? (/^[A-Z]+/.exec(plain)?.[0] ?? plain) : plain.slice(0, 2)
}
