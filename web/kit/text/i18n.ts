import i18next from 'i18next'
import { useMemo, useSyncExternalStore } from 'react'
import type { BackendModule } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Lang } from '#contracts/kit/envelope.ts'
import { byNamespace, type LoadTexts, type Texts } from './by-namespace.ts'
import { chosenLang, htmlLang, storeLang } from './lang.ts'

// The texts of the sign-in page. The list of all other files comes with the pages behind it
// (text-files.ts).
const signInFiles = byNamespace(
  import.meta.glob<Texts>('../../../locales/*/platform/{session,identity}.json', {
    import: 'default',
  }),
)
const startFiles: Record<string, () => Promise<Record<string, Texts>>> = {
  en_US: async () => (await import('./start-texts.en_US.ts')).texts,
  zh_CN: async () => (await import('./start-texts.zh_CN.ts')).texts,
}
const START = new Set(['common', 'notice-bell', 'shell'])
async function fileOf(lang: string, ns: string): Promise<LoadTexts | undefined> {
  const start = startFiles[lang]
  if (START.has(ns)) return start && (async () => (await start())[ns] ?? {})
  const name = `${lang}/${ns}`
  return signInFiles.get(name) ?? (await import('./text-files.ts')).textFiles.get(name)
}
async function read(lang: string, ns: string): Promise<Texts | null> {
  const load = (await fileOf(lang, ns)) ?? (await fileOf('en_US', ns))
  return load ? await load() : null
}

const lazyFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(lang, ns, done) {
    read(lang, ns).then(
      (texts) => done(null, texts ?? {}),
      (error: Error) => done(error, null),
    )
  },
}

/**
 * Plain texts found once: a table asks for the same words row by row, and looking them up costs
 * more than drawing them.
 */
const found = new Map<string, string>()
const forgetFound = () => found.clear()
i18next.on('loaded', forgetFound)
i18next.on('languageChanged', forgetFound)
i18next.on('initialized', forgetFound)

/** Starts the texts in the chosen language; `namespaces` are there before the first paint. */
export async function startTexts(
  namespaces: readonly string[],
  lang: Lang = chosenLang(),
): Promise<void> {
  await i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: lang,
      supportedLngs: ['zh_CN', 'en_US'],
      load: 'currentOnly',
      // The English file is asked for a second time only where a whole language is missing.
      fallbackLng: false,
      ns: [...namespaces],
      defaultNS: 'common',
      fallbackNS: 'common',
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  document.documentElement.lang = htmlLang(lang)
}

/** Fetches the texts of a feature ahead of the screen that will ask for them. */
export async function loadTexts(ns: string): Promise<void> {
  if (!i18next.isInitialized) await new Promise<void>((go) => i18next.on('initialized', () => go()))
  await i18next.loadNamespaces(ns)
}

export function currentLang(): Lang {
  // The first calls go out before the texts are there.
  if (!i18next.isInitialized) return chosenLang()
  return i18next.language === 'en_US' ? 'en_US' : 'zh_CN'
}

/** Switches the interface: stores the choice, loads the texts in use, then redraws. */
export async function changeLang(lang: Lang): Promise<void> {
  storeLang(lang)
  await i18next.changeLanguage(lang)
  document.documentElement.lang = htmlLang(lang)
}

export type Values = Record<string, string | number>
export interface T {
  /** The text of a flat key: in the feature's file, else in `common`, else the key itself. */
  (key: string, values?: Values): string
  /** Whether the key has a text: for labels that may come from either side. */
  has(key: string): boolean
}

/** Texts of a feature (its file name in `locales/`); suspends until they are there. */
export function useT(ns = 'common'): T {
  const { t, i18n } = useTranslation([ns, 'common'])
  // Stable as long as the texts are, so that components using it need not render again.
  return useMemo(() => {
    const text = (key: string, values?: Values) => {
      if (values) return t(key, values)
      const name = `${i18n.language}:${ns}:${key}`
      const known = found.get(name)
      if (known !== undefined) return known
      const fresh = t(key)
      found.set(name, fresh)
      return fresh
    }
    return Object.assign(text, { has: (key: string) => i18n.exists(key, { ns: [ns, 'common'] }) })
  }, [t, i18n, ns])
}

/** A text outside components (notices, document title); the namespace must have been loaded. */
export function textOf(ns: string, key: string, values: Values = {}): string {
  return i18next.t(key, { ns: [ns, 'common'], ...values })
}
const onLang = (listener: () => void): (() => void) => {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}
export function useLang(): Lang {
  return useSyncExternalStore(onLang, currentLang)
}

const commons = new Map<Lang, T>()
/**
 * The texts of `common` for pieces that occur by the hundred on a page: `useT` costs more than such
 * a piece itself.
 */
export function useCommon(): T {
  const lang = useLang()
  const known = commons.get(lang)
  if (known) return known
  const made: T = Object.assign(
    (key: string, values?: Values) => i18next.t(key, { lng: lang, ns: 'common', ...values }),
    { has: (key: string) => i18next.exists(key, { lng: lang, ns: 'common' }) },
  )
  commons.set(lang, made)
  return made
}
