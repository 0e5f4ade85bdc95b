import { readFileSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInstance } from 'i18next'
import {
  DEFAULT_LANG,
  LANGS,
  PUBLIC_LANGS,
  type Issue,
  type Lang,
  type PublicLang,
} from '#contracts/kit/envelope.ts'
import { paramsIn } from '#contracts/kit/names.ts'
import type { ErrorCode } from '../runtime/error-codes.ts'

const folder = fileURLToPath(new URL('../../../locales/', import.meta.url))

const instance = createInstance()
void instance.init({
  resources: {},
  fallbackLng: 'en_US',
  supportedLngs: [...PUBLIC_LANGS],
  keySeparator: false,
  nsSeparator: ':',
  interpolation: { escapeValue: false },
  initAsync: false,
})

/**
 * Files by namespace. They are read when a first text is asked for: reading all of them is a tenth
 * of a start.
 */
const files = Object.fromEntries(
  PUBLIC_LANGS.map((lang) => [
    lang,
    new Map(
      readdirSync(folder + lang, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .map((file) => [basename(file, '.json'), `${folder}${lang}/${file}`]),
    ),
  ]),
) as Record<PublicLang, Map<string, string>>
const textsIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>

const readSpaces = new Set<string>()
function need(space: string): void {
  if (readSpaces.has(space)) return
  readSpaces.add(space)
  for (const lang of PUBLIC_LANGS) {
    const file = files[lang].get(space)
    if (file) instance.addResourceBundle(lang, space, textsIn(file))
  }
}

/** Which namespace words an error, by its code; made with the first refusal. */
let errorSpaces: Map<string, string> | null = null
function errorSpace(code: string): string | undefined {
  errorSpaces ??= new Map(
    LANGS.flatMap((lang) =>
      [...files[lang]].flatMap(([space, file]) =>
        Object.keys(textsIn(file))
          .filter((key) => key.startsWith('error.'))
          .map((key) => [key.slice(6), space] as const),
      ),
    ),
  )
  return errorSpaces.get(code)
}

/**
 * A text by namespace and key in `lang`, English where the language lacks it (specification §1).
 */
export function translate(
  lang: PublicLang,
  space: string,
  key: string,
  data?: Record<string, unknown>,
): string {
  const name = `${space}:${key}`
  if (data) {
    need(space)
    return instance.t(name, { ...paramsIn(data, lang), lng: lang })
  }
  // A text without placeholders is looked up once: every answer carries one.
  const known = plain[lang].get(name)
  if (known !== undefined) return known
  need(space)
  const text = instance.t(name, { lng: lang })
  if (plain[lang].size < PLAIN_MAX) plain[lang].set(name, text)
  return text
}
const plain = Object.fromEntries(PUBLIC_LANGS.map((lang) => [lang, new Map()])) as Readonly<
  Record<PublicLang, Map<string, string>>
>
const PLAIN_MAX = 5_000

/** A field's label: the entity's own, or the common one of that name. */
export function translateLabel(lang: Lang, space: string, field: string): string {
  need(space)
  need('common')
  return instance.t([`${space}:${field}`, `common:${field}`], { lng: lang })
}

/** The words of a refusal: `error.<code>` in whichever namespace declares it. */
export function translateError(
  lang: Lang,
  code: string,
  data: Record<string, unknown> = {},
): string {
  const space = errorSpace(code)
  return space
    ? translate(lang, space, `error.${code}`, data)
    : translate(lang, 'errors', 'error.unknown', { code })
}
/** Refused fields as they are answered. */
export const wordedIssues = (
  lang: Lang,
  issues: readonly { path: string; code: string; data?: Record<string, unknown> }[],
): Issue[] =>
  issues.map(({ path, code, data }) => ({ path, code, message: translateError(lang, code, data) }))

export function knowsError(code: string): code is ErrorCode {
  return errorSpace(code) !== undefined
}
/** The code a schema refused with; undefined where the message is the schema library's own. */
export const errorCodeOf = (message: string | undefined): ErrorCode | undefined =>
  message !== undefined && knowsError(message) ? message : undefined

/**
 * A code put together at run time, which the compiler cannot know. @throws Error where no language
 * has a text for it
 */
export function asErrorCode(code: string): ErrorCode {
  if (!knowsError(code)) throw new Error(`no text for the refusal ${code}`)
  return code
}

/**
 * The caller's language: only the two we speak, never free text (it reaches no query and no path).
 */
export function langOf(header: string | string[] | undefined): Lang {
  return LANGS.find((lang) => lang === header) ?? DEFAULT_LANG
}
