import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A district or county and what it belongs to, by whole names. */
export interface District {
  name: string
  province: string
  /** The prefecture; the municipality itself where a district is directly below one. */
  city: string
}

let byName: ReadonlyMap<string, readonly District[]> | undefined

/** Unpacked when a Chinese address without a city is first read. */
function districts(): ReadonlyMap<string, readonly District[]> {
  if (byName) return byName
  const file = join(import.meta.dirname, '../../../../../seeds/data/china-districts.tsv.gz')
  const made = new Map<string, District[]>()
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').split('\n')) {
    const [province = '', city = '', names = ''] = line.split('\t')
    // Directly below a province: counties that are their own city.
    const direct = /直辖/u.test(city)
    for (const name of names.split(' ')) {
      const owner = direct ? name : /^(?:市辖区|县)$/u.test(city) ? province : city
      made.set(name, [...(made.get(name) ?? []), { name, province, city: owner }])
    }
  }
  byName = made
  return made
}

/** The district a text begins with, where only one has the name; `province` narrows. */
export function startsDistrict(text: string, province: string | null): District | null {
  for (let length = Math.min(15, text.length); length >= 2; length -= 1) {
    const hits = districts()
      .get(text.slice(0, length))
      ?.filter((one) => province === null || one.province === province)
    if (hits?.length === 1) return hits[0] ?? null
  }
  return null
}

/** 朝阳 in Beijing: a district of the province by its short name. */
export const isShortDistrict = (word: string, province: string): boolean =>
  ['区', '县', '市'].some((end) =>
    districts()
      .get(word + end)
      ?.some((one) => one.province === province),
  )
