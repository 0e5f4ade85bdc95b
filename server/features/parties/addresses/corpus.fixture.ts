import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Found } from './reader/reading.ts'

const FOLDER = join(import.meta.dirname, '../../../../test/fixtures/addresses')

export interface Sample {
  text: string
  expected: Found
  /** What no field takes and the user is shown. */
  left: string[]
}
export const LANGUAGES = ['chinese', 'german', 'french', 'english', 'dutch'] as const

/** Sets that were written before the reader was tried on them, in the order they came. */
export const UNSEEN = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
] as const
export type Unseen = (typeof UNSEEN)[number]

/**
 * Addresses of a language: the text, then behind `=>` what has to come out of it. Sixty were
 * written with the reader; `unseen` holds those that were written before it was tried on them.
 */
export function samples(language: (typeof LANGUAGES)[number], unseen?: Unseen): Sample[] {
  return blocks(unseen ? `unseen/${unseen}/${language}` : language)
}

/**
 * Readings that were wrong: what earlier readers made of sets they had not seen. The answer of each
 * is theirs; what is right stands with the same text in its set.
 */
export const onceWrong = (language: (typeof LANGUAGES)[number]): Sample[] =>
  blocks(`once-wrong/${language}`)

function blocks(name: string): Sample[] {
  const file = readFileSync(join(FOLDER, `${name}.txt`), 'utf8')
  return file
    .trim()
    .split('\n---\n')
    .map((block): Sample => {
      const [text = '', answer = ''] = block.split('\n=> ')
      const pairs = answer.split('; ').map((pair): [string, string] => {
        const at = pair.indexOf(' ')
        return [pair.slice(0, at), pair.slice(at + 1)]
      })
      const { left, ...expected } = Object.fromEntries(pairs)
      return { text, expected: expected as Found, left: left === undefined ? [] : [left] }
    })
}
