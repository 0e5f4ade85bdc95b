import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Found } from './reader/reading.ts'

export interface Sample {
  text: string
  expected: Found
}
export const LANGUAGES = ['chinese', 'german', 'french', 'english', 'dutch'] as const

/** Sixty addresses of a language: the text, then behind `=>` what has to come out of it. */
export function samples(language: (typeof LANGUAGES)[number]): Sample[] {
  const file = readFileSync(join(import.meta.dirname, `corpus/${language}.txt`), 'utf8')
  return file
    .trim()
    .split('\n---\n')
    .map((block) => {
      const [text = '', answer = ''] = block.split('\n=> ')
      const pairs = answer.split('; ').map((pair) => {
        const at = pair.indexOf(' ')
        return [pair.slice(0, at), pair.slice(at + 1)]
      })
      return { text, expected: Object.fromEntries(pairs) as Found }
    })
}
