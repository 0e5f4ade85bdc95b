import { use, useMemo, useSyncExternalStore } from 'react'
import type { Lang } from '#contracts/kit/envelope.ts'
import { chosenLang, htmlLang, storeLang } from './lang.ts'
import { hasTexts, loadNamespace, lookUp, namespacesInUse, type Values } from './text-store.ts'

export type { Values }

/** Null until the texts of the first page are asked for. */
let shown: Lang | null = null
const listeners = new Set<() => void>()

/** Starts the texts in the chosen language; `namespaces` are there before the first paint. */
export async function startTexts(
  namespaces: readonly string[],
  lang: Lang = chosenLang(),
): Promise<void> {
  shown = lang
  await Promise.all(namespaces.map((ns) => loadNamespace(lang, ns)))
  document.documentElement.lang = htmlLang(lang)
  for (const listener of listeners) listener()
}

/** Fetches the texts of a feature ahead of the screen that will ask for them. */
export async function loadTexts(ns: string): Promise<void> {
  await loadNamespace(currentLang(), ns)
}

/** The first calls go out before the texts are there. */
export const currentLang = (): Lang => shown ?? chosenLang()

/** Switches the interface: stores the choice, loads the texts in use, then redraws. */
export async function changeLang(lang: Lang): Promise<void> {
  storeLang(lang)
  // What cannot be had now is asked for again by the piece that shows it.
  await Promise.allSettled(namespacesInUse().map((ns) => loadNamespace(lang, ns)))
  shown = lang
  document.documentElement.lang = htmlLang(lang)
  for (const listener of listeners) listener()
}

export interface T {
  /** The text of a flat key: in the feature's file, else in `common`, else the key itself. */
  (key: string, values?: Values): string
  /** Whether the key has a text: for labels that may come from either side. */
  has(key: string): boolean
}

function textsOf(lang: Lang, spaces: readonly string[]): T {
  return Object.assign((key: string, values?: Values) => lookUp(lang, spaces, key, values) ?? key, {
    has: (key: string) => lookUp(lang, spaces, key) !== undefined,
  })
}

/** What there is no need to wait for; React reads the state from the promise itself. */
const READY = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

/** Texts of a feature (its file name in `locales/`); suspends until they are there. */
export function useT(ns = 'common'): T {
  const lang = useLang()
  use(hasTexts(lang, ns) ? READY : loadNamespace(lang, ns))
  use(hasTexts(lang, 'common') ? READY : loadNamespace(lang, 'common'))
  // Stable as long as the texts are, so that components using it need not render again.
  return useMemo(() => textsOf(lang, [ns, 'common']), [lang, ns])
}

/** A text outside components (notices, document title); the namespace must have been loaded. */
export const textOf = (ns: string, key: string, values: Values = {}): string =>
  lookUp(currentLang(), [ns, 'common'], key, values) ?? key

const onLang = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function useLang(): Lang {
  return useSyncExternalStore(onLang, currentLang)
}

const commons: Readonly<Record<Lang, T>> = {
  zh_CN: textsOf('zh_CN', ['common']),
  en_US: textsOf('en_US', ['common']),
}
/**
 * The texts of `common` for pieces that occur by the hundred on a page: `useT` costs more than such
 * a piece itself.
 */
export const useCommon = (): T => commons[useLang()]
