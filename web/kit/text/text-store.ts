import type { Lang } from '#contracts/kit/envelope.ts'

type Texts = Record<string, string>
type LoadTexts = () => Promise<Texts>

/** What stands for `{{name}}` in a text; a number named `count` also chooses the plural. */
export type Values = Record<string, string | number>

// The texts of the sign-in page. The lists of all other files come with the pages behind it.
const signInFiles = new Map(
  Object.entries(
    import.meta.glob<Texts>('../../../locales/*/platform/{session,identity}.json', {
      import: 'default',
    }),
  ).map(([path, load]) => {
    const [lang, , file = ''] = path.split('/').slice(-3)
    return [`${lang}/${file.replace('.json', '')}`, load]
  }),
)
const startFiles: Record<Lang, () => Promise<Record<string, Texts>>> = {
  en_US: async () => (await import('./start-texts.en_US.ts')).texts,
  zh_CN: async () => (await import('./start-texts.zh_CN.ts')).texts,
}
const START = new Set(['common', 'notice-bell', 'shell'])
async function fileOf(lang: Lang, ns: string): Promise<LoadTexts | undefined> {
  if (START.has(ns)) return async () => (await startFiles[lang]())[ns] ?? {}
  const name = `${lang}/${ns}`
  return signInFiles.get(name) ?? (await import('./area-files.ts')).areaFile('texts', ns, name)
}
async function read(lang: Lang, ns: string): Promise<Texts> {
  const load = (await fileOf(lang, ns)) ?? (await fileOf('en_US', ns))
  return load ? await load() : {}
}

const loaded = new Map<string, Texts>()
const loading = new Map<string, Promise<void>>()

export const hasTexts = (lang: Lang, ns: string): boolean => loaded.has(`${lang}/${ns}`)
/** Namespaces read so far in any language. */
export const namespacesInUse = (): string[] => [
  ...new Set([...loaded.keys()].map((name) => name.slice(name.indexOf('/') + 1))),
]

/** Reads a namespace once; the same promise for all who wait, so that a page can wait for it. */
export function loadNamespace(lang: Lang, ns: string): Promise<void> {
  const name = `${lang}/${ns}`
  if (loaded.has(name)) return Promise.resolve()
  const known = loading.get(name)
  if (known) return known
  const coming = read(lang, ns)
    .then((texts) => void loaded.set(name, texts))
    // What could not be had is asked for again.
    .finally(() => loading.delete(name))
  loading.set(name, coming)
  return coming
}

const plurals: Readonly<Record<Lang, Intl.PluralRules>> = {
  en_US: new Intl.PluralRules('en'),
  zh_CN: new Intl.PluralRules('zh'),
}
/** The forms of a key that fit a number, the narrowest first. */
function formsOf(lang: Lang, key: string, count: string | number | undefined): string[] {
  if (typeof count !== 'number') return [key]
  const plural = `${key}_${plurals[lang].select(count)}`
  return count === 0 ? [`${key}_zero`, plural, key] : [plural, key]
}

/** The text of a key in the first of `spaces` that has it; undefined where none has. */
export function lookUp(
  lang: Lang,
  spaces: readonly string[],
  key: string,
  values?: Values,
): string | undefined {
  for (const ns of spaces) {
    const texts = loaded.get(`${lang}/${ns}`)
    if (!texts) continue
    for (const form of values ? formsOf(lang, key, values.count) : [key])
      if (Object.hasOwn(texts, form)) return values ? filled(texts[form]!, values) : texts[form]
  }
  return undefined
}

const filled = (text: string, values: Values): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name] ?? '') : place,
  )
