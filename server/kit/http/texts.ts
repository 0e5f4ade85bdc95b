import { readFileSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInstance, type i18n } from 'i18next'
import { DEFAULT_LANG, LANGS, type Lang } from '#contracts/kit/envelope.ts'

const folder = fileURLToPath(new URL('../../../locales/', import.meta.url))

function load(): { instance: i18n; errorSpace: Map<string, string> } {
  const errorSpace = new Map<string, string>()
  const resources = Object.fromEntries(
    LANGS.map((lang) => [
      lang,
      Object.fromEntries(
        readdirSync(folder + lang, { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.json'))
          .map((file) => {
            const space = basename(file, '.json')
            const texts = JSON.parse(readFileSync(`${folder}${lang}/${file}`, 'utf8')) as Record<
              string,
              string
            >
            for (const key of Object.keys(texts))
              if (key.startsWith('error.')) errorSpace.set(key.slice(6), space)
            return [space, texts]
          }),
      ),
    ]),
  )
  const instance = createInstance()
  void instance.init({
    resources,
    fallbackLng: 'en_US',
    supportedLngs: [...LANGS],
    keySeparator: false,
    nsSeparator: ':',
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return { instance, errorSpace }
}
const { instance, errorSpace } = load()

/** A text by namespace and key in `lang`, English where the language lacks it (specification §1). */
export function say(
  lang: Lang,
  space: string,
  key: string,
  data?: Record<string, unknown>,
): string {
  const name = `${space}:${key}`
  if (data) return instance.t(name, { ...data, lng: lang })
  // A text without placeholders is looked up once: every answer carries one.
  const known = plain[lang].get(name)
  if (known !== undefined) return known
  const text = instance.t(name, { lng: lang })
  if (plain[lang].size < PLAIN_MAX) plain[lang].set(name, text)
  return text
}
const plain: Readonly<Record<Lang, Map<string, string>>> = { zh_CN: new Map(), en_US: new Map() }
const PLAIN_MAX = 5_000

/** A field's label: the resource's own, or the common one of that name. */
export function sayLabel(lang: Lang, space: string, field: string): string {
  return instance.t([`${space}:${field}`, `common:${field}`], { lng: lang })
}

/** The words of a refusal: `error.<code>` in whichever namespace declares it. */
export function sayError(lang: Lang, code: string, data: Record<string, unknown> = {}): string {
  const space = errorSpace.get(code)
  return space
    ? say(lang, space, `error.${code}`, data)
    : say(lang, 'errors', 'error.unknown', { code })
}
export function knowsError(code: string): boolean {
  return errorSpace.has(code)
}

/** The caller's language: only the two we speak, never free text (it reaches no query and no path). */
export function langOf(header: string | string[] | undefined): Lang {
  return LANGS.find((lang) => lang === header) ?? DEFAULT_LANG
}
