import { hashKey, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Lang } from '#contracts/kit/envelope.ts'
import { dictionaries, type DictOption } from '#contracts/platform/session/session.ts'
import { call } from './api.ts'
import { currentLang, useLang } from '../text/i18n.ts'
import { queryClient } from './query.ts'
import { storageRemove, isObject, storageSet, storageGet } from '../text/storage.ts'

type DictMap = Record<string, DictOption[]>
const CACHE = 'UI_CACHE_DB_DICT_DATA'
/** Under the path of the calls that change words: what outdates those, outdates these. */
const KEY = dictionaries.queryAllDictItems.path
const WORDS = '/sys/dict'
const NONE: readonly DictOption[] = []

const isOption = (value: unknown): value is DictOption =>
  isObject(value) && typeof value.value === 'string' && typeof value.text === 'string'
const isDictMap = (value: unknown): value is DictMap =>
  isObject(value) &&
  Object.values(value).every((items) => Array.isArray(items) && items.every(isOption))

// Texts in the cache are in the language they were fetched in: another language must not be served
// from it.
const CACHE_LANG = 'UI_CACHE_DB_DICT_LANG'
function fromBrowser(): DictMap | undefined {
  const lang = storageGet(CACHE_LANG, (value): value is string => typeof value === 'string')
  if (lang !== null && lang !== currentLang()) return undefined
  return storageGet(CACHE, isDictMap) ?? undefined
}

async function fetchAll(signal?: AbortSignal): Promise<DictMap> {
  // Texts that are loaded stay: a failed refresh is no error for the user.
  const all = await call(
    dictionaries.queryAllDictItems,
    {},
    {
      ...(signal ? { signal } : {}),
      quiet: queryClient.getQueryData([KEY, currentLang()]) !== undefined,
    },
  )
  storageSet(CACHE, all)
  storageSet(CACHE_LANG, currentLang())
  return all
}

/** One watcher for all components that show a word of it: a list shows hundreds. */
interface Watcher<D> {
  subscribe: (listener: () => void) => () => void
  now: () => D | undefined
}
const watchers = new Map<string, Watcher<unknown>>()
function watcherOf<D>(
  key: readonly unknown[],
  options: Omit<QueryObserverOptions<D>, 'queryKey'>,
): Watcher<D> {
  const name = hashKey(key)
  const known = watchers.get(name)
  // Signing out clears the cache: the texts of the next user are loaded again.
  if (known && queryClient.getQueryCache().get(name)) return known as Watcher<D>
  const observer = new QueryObserver<D>(queryClient, { ...options, queryKey: key })
  const made: Watcher<D> = {
    subscribe: (listener) => observer.subscribe(listener),
    now: () => observer.getCurrentResult().data,
  }
  watchers.set(name, made)
  return made
}
const NOBODY: Watcher<never> = { subscribe: () => () => undefined, now: () => undefined }

const allOf = (lang: Lang): Watcher<DictMap> =>
  watcherOf<DictMap>([KEY, lang], {
    queryFn: ({ signal }) => fetchAll(signal),
    initialData: fromBrowser,
    staleTime: Infinity,
    gcTime: Infinity,
  })
const oneOf = (code: string, lang: Lang): Watcher<readonly DictOption[]> =>
  watcherOf<readonly DictOption[]>([dictionaries.getDictItems.path, code, lang], {
    queryFn: async ({ signal }) =>
      await call(dictionaries.getDictItems, { code }, { signal, quiet: true }),
    staleTime: Infinity,
    retry: false,
  })

/** The items of a dictionary in their order: from the seven-day cache, else from the server. */
export function useDict(code: string | null | undefined): readonly DictOption[] {
  const lang = useLang()
  const all = code ? allOf(lang) : NOBODY
  const map = useSyncExternalStore(all.subscribe, all.now)
  const known = code ? map?.[code] : undefined
  const one = code && map !== undefined && known === undefined ? oneOf(code, lang) : NOBODY
  const requested = useSyncExternalStore(one.subscribe, one.now)
  return known ?? requested ?? NONE
}

export function useDictItem(code: string, value: string | null | undefined): DictOption | null {
  const items = useDict(code)
  return value === null || value === undefined
    ? null
    : (items.find((item) => item.value === String(value)) ?? null)
}

const outdated = (but?: string) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && path.startsWith(WORDS) && path !== but,
  })

/**
 * News reach every page at once, and often several in a row: each page asks once for all of them,
 * at a moment of its own.
 */
const SETTLE_MS = 200
const SPREAD_MS = 1_300
let waiting: ReturnType<typeof setTimeout> | null = null

/**
 * Texts were changed: components showing some load them again. Until then the old ones are shown.
 */
export function dictionariesChanged(): void {
  waiting ??= setTimeout(
    () => {
      waiting = null
      storageRemove(CACHE)
      void outdated()
    },
    SETTLE_MS + Math.random() * SPREAD_MS,
  )
}

/** "Clear cache": the server's cache first, then ours (wire.md §11.10). */
export async function refreshDictionaries(): Promise<void> {
  await call(dictionaries.refleshCache, {})
  queryClient.setQueryData([KEY, currentLang()], await fetchAll())
  void outdated(KEY)
}
