import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export type LocaleTexts = Readonly<Record<string, string>>
const root = join(import.meta.dirname, '..', 'locales')

/**
 * Every namespace of a language with its file; a namespace is the file's name, whatever area it
 * lies in.
 */
export function localeFiles(lang: string, from: string = root): ReadonlyMap<string, string> {
  const files = readdirSync(join(from, lang), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => [/([\w.-]+)\.json$/.exec(file)![1]!, join(from, lang, file)] as const)
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The texts of one namespace; empty where there is no such file. */
export function localeTexts(lang: string, namespace: string): LocaleTexts {
  const file = localeFiles(lang).get(namespace)
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LocaleTexts) : {}
}
