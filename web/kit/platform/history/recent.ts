import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { isObject, isText } from '../../text/storage.ts'
import { putSetting, settingNow } from '../own/user-settings.ts'

/** Something the user had open: a row's drawer, an order. */
export interface Recent {
  path: string
  title: string
  at: number
}
const KEY = 'recent'
const MOST = 20
/** Paged past with j and k is not opened. */
const DWELL_MS = 1_000

const isRecent = (value: unknown): value is Recent =>
  isObject(value) && isText(value.path) && isText(value.title) && typeof value.at === 'number'
/**
 * The last twenty, newest first; stored with the user's settings, so that they are at hand at the
 * next machine too.
 */
export function recentNow(): Recent[] {
  const found = settingNow(KEY)
  return Array.isArray(found) ? found.filter(isRecent) : []
}
export function rememberRecent(path: string, title: string): void {
  putSetting(
    KEY,
    [
      { path, title: title.slice(0, 120), at: Date.now() },
      ...recentNow().filter((known) => known.path !== path),
    ].slice(0, MOST),
  )
}

/**
 * Parameters that bring the same thing to sight again; the list's page and filters do not belong to
 * it.
 */
const LEADING = ['_tab', '_row', 'nos']

/**
 * Records what `title` names as open, after a second. A detail calls this with its row's name; null
 * notes nothing.
 */
export function useRecent(title: string | null | undefined): void {
  const { pathname, search } = useLocation()
  const now = new URLSearchParams(search)
  const stored = new URLSearchParams(
    LEADING.flatMap((name) => {
      const value = now.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const path = stored.has('_row') ? `${pathname}?${stored}` : null
  useEffect(() => {
    if (!title || path === null) return
    const timer = setTimeout(() => rememberRecent(path, title), DWELL_MS)
    return () => clearTimeout(timer)
  }, [path, title])
}
