import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface HsRow {
  code: string
  section: string
  level: number
  parent: string | null
  description: string
  nameCn: string | null
  /** Words of the trade in both languages, divided by `|`. */
  words: string | null
}

const read = (name: string) => readFileSync(join(import.meta.dirname, '../data', name))
const SYSTEM = 'harmonized-system.csv.gz'
const WORDS = 'hs-words.csv'

/** Changes with the files. */
export function hsFingerprint(): string {
  return createHash('sha256').update(read(SYSTEM)).update(read(WORDS)).digest('hex')
}

function fieldsOf(line: string): string[] {
  return Array.from(
    line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}
const rowsOf = (text: string) => text.trim().split(/\r?\n/).slice(1).map(fieldsOf)

/** Chapters, headings and subheadings of the HS 2022 with their words from the word list. */
export function hsCodes(): HsRow[] {
  const own = new Map(
    rowsOf(read(WORDS).toString('utf8')).map(([code = '', nameCn = '', words = '']) => [
      code,
      { nameCn: nameCn || null, words: words || null },
    ]),
  )
  return rowsOf(gunzipSync(read(SYSTEM)).toString('utf8')).flatMap(
    ([section = '', code = '', description = '', parent = '', level = '']) =>
      /^\d+$/.test(code)
        ? [
            {
              code,
              section,
              level: Number(level),
              parent: /^\d+$/.test(parent) ? parent : null,
              description,
              ...(own.get(code) ?? { nameCn: null, words: null }),
            },
          ]
        : [],
  )
}
