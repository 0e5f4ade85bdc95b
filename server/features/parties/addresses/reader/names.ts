import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { GIVEN_NAMES } from '../tables/words.ts'

let lists: { given: ReadonlySet<string>; family: ReadonlySet<string> } | undefined

/** Unpacked when the first address is read: given names in one line, other names in the next. */
function names() {
  if (lists) return lists
  const file = join(import.meta.dirname, '../../../../../seeds/data/person-names.txt.gz')
  const [given = '', family = ''] = gunzipSync(readFileSync(file)).toString('utf8').split('\n')
  lists = { given: new Set(given.split(' ')), family: new Set(family.split(' ')) }
  return lists
}

const SIGNS: Readonly<Record<string, string>> = { ß: 'ss', ı: 'i', ł: 'l', ø: 'o', æ: 'ae' }
/** As the lists have them: without accents and dots. */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[\p{M}.,]/gu, '')
    .toLowerCase()
    .replace(/[ßıłøæ]/g, (sign) => SIGNS[sign] ?? sign)

/** A word that is a given name; of a double name the first decides. */
export function isGivenName(word: string): boolean {
  const lower = word.toLowerCase()
  if (GIVEN_NAMES.has(lower)) return true
  const name = plain(word)
  const first = name.split('-')[0] ?? name
  return names().given.has(name) || (first.length > 2 && names().given.has(first))
}

/** A word that is part of a person's name somewhere. */
export function isNameWord(word: string): boolean {
  const name = plain(word)
  return (
    isGivenName(word) ||
    names().family.has(name) ||
    name.split('-').some((part) => part.length > 2 && names().family.has(part))
  )
}
