import { useSyncExternalStore } from 'react'
import type { userSettings } from '#contracts/platform/people/user-settings.ts'
import { ApiError, call, type CallOf } from '../../http/api.ts'
import { isObject, storageSet, storageGet } from '../../text/storage.ts'
import { currentSession, onSession } from '../../session/session.ts'

// Written out: settings are read before any contract is there.
const all: CallOf<typeof userSettings.all> = { method: 'GET', path: '/sys/userSetting/all' }
const save: CallOf<typeof userSettings.save> = { method: 'PUT', path: '/sys/userSetting/save' }
const remove: CallOf<typeof userSettings.delete> = {
  method: 'DELETE',
  path: '/sys/userSetting/delete',
}

const PAUSE_MS = 800
const RETRY_MS = [2_000, 5_000, 15_000, 60_000] as const

/**
 * `open`: what was not sent to the server yet; null stands for "taken back". It waits in the
 * browser through reloads and sign-outs.
 */
interface Local {
  values: Record<string, unknown>
  open: Record<string, { value: unknown } | null>
}
const isLocal = (value: unknown): value is Local =>
  isObject(value) && isObject(value.values) && isObject(value.open)
const NAME = 'USER_SETTINGS_'

let userId: string | null = null
let local: Local = { values: {}, open: {} }
/** The session whose settings were asked for: once each. */
let requested: string | null = null
/** The session whose settings have come. */
let loaded: string | null = null
let timer: ReturnType<typeof setTimeout> | null = null
let failures = 0
let sending = false
const listeners = new Set<() => void>()
const emit = () => {
  for (const listener of listeners) listener()
}

/** Whose settings are at hand: each user of this browser has a copy of their own. */
function follow(): void {
  const now = currentSession().user?.id ?? null
  if (now === userId) return
  userId = now
  local =
    now === null
      ? { values: {}, open: {} }
      : (storageGet(NAME + now, isLocal) ?? { values: {}, open: {} })
  if (timer) clearTimeout(timer)
  timer = null
  failures = 0
}
function store(next: Local): void {
  local = next
  if (userId !== null) storageSet(NAME + userId, next, null)
  emit()
}

/** Another window may have written meanwhile: its choices of other keys must stay. */
function change(key: string, to: { value: unknown } | null): void {
  follow()
  if (userId === null) return
  const now = storageGet(NAME + userId, isLocal) ?? local
  const { [key]: _, ...rest } = now.values
  store({ values: to ? { ...rest, [key]: to.value } : rest, open: { ...now.open, [key]: to } })
  plan(PAUSE_MS)
}

function plan(ms: number): void {
  if (timer) clearTimeout(timer)
  timer = setTimeout(() => void flush(), ms)
}

/**
 * Sends what is open, key by key. A lost connection is tried again, ever more slowly; a refusal is
 * final.
 */
async function flush(): Promise<void> {
  timer = null
  const { token } = currentSession()
  follow()
  if (token === null || userId === null || sending) return
  const owner = userId
  sending = true
  try {
    for (const [key, to] of Object.entries(local.open)) {
      try {
        if (to) await call(save, { key, value: to.value }, { quiet: true })
        else await call(remove, { key }, { quiet: true })
      } catch (error) {
        if (!(error instanceof ApiError) || !error.refused) {
          if (owner === currentSession().user?.id)
            plan(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 60_000)
          return
        }
        for (const listener of refusedListeners) listener(key)
      }
      if (owner !== currentSession().user?.id) return
      // Chosen again while the call was on its way: that one is still open.
      if (JSON.stringify(local.open[key]) === JSON.stringify(to)) settle(key)
    }
    failures = 0
  } finally {
    sending = false
  }
  if (Object.keys(local.open).length > 0 && timer === null) plan(PAUSE_MS)
}
function settle(key: string): void {
  const { [key]: _, ...open } = local.open
  store({ values: local.values, open })
}

/** The server's copy, once per session; what was chosen here and not sent yet wins. */
export async function loadSettings(): Promise<void> {
  follow()
  const { token } = currentSession()
  if (token === null || userId === null || requested === token) return
  requested = token
  const owner = userId
  try {
    const found = await call(all, {}, { quiet: true })
    if (owner !== currentSession().user?.id || !isObject(found)) return
    const values: Record<string, unknown> = {}
    // Equal values keep their identity: nothing on the page is drawn again for them.
    for (const [key, value] of Object.entries(found))
      values[key] =
        JSON.stringify(local.values[key]) === JSON.stringify(value) ? local.values[key] : value
    for (const [key, to] of Object.entries(local.open)) {
      if (to) values[key] = to.value
      else delete values[key]
    }
    loaded = token
    store({ values, open: local.open })
    if (Object.keys(local.open).length > 0) plan(0)
  } catch {
    // The browser's copy serves meanwhile.
    setTimeout(() => {
      if (requested !== token) return
      requested = null
      if (listeners.size > 0) void loadSettings()
    }, RETRY_MS[3])
  }
}

onSession(() => {
  follow()
  if (currentSession().token === null) requested = null
  emit()
  if (listeners.size > 0) void loadSettings()
})
if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    if (Object.keys(local.open).length > 0) plan(0)
  })
  window.addEventListener('storage', (event) => {
    if (userId === null || event.key !== `pro__${NAME}${userId}`) return
    local = storageGet(NAME + userId, isLocal) ?? local
    emit()
  })
}

/** The setting as it is now, outside components; undefined where nothing was chosen. */
export function settingNow(key: string): unknown {
  follow()
  return local.values[key]
}
/** Whether the server's copy is here: what is missing then was never chosen. */
export const settingsLoaded = (): boolean => loaded !== null && loaded === currentSession().token
/** Chooses, outside components: at once here, on the server after a pause. */
export const putSetting = (key: string, value: unknown): void => change(key, { value })
export const dropSetting = (key: string): void => change(key, null)
/** Called for changed settings, and of another user's. */
export function onSettings(listener: () => void): () => void {
  listeners.add(listener)
  void loadSettings()
  return () => listeners.delete(listener)
}

const refusedListeners = new Set<(key: string) => void>()
/** Called for a setting the server does not take: it holds in this browser only. */
export function onSettingRefused(listener: (key: string) => void): () => void {
  refusedListeners.add(listener)
  return () => refusedListeners.delete(listener)
}

/**
 * What the signed-in person has chosen under a key (`list:shipments`, at most 16 kB of JSON): from
 * this browser at once, from the server as soon as it answers. `set` takes a value or a change of
 * the present one; `reset` goes back to `fallback`. What does not pass `is` (written by another
 * version) counts as not chosen.
 */
export function useSetting<T>(
  key: string,
  is: (value: unknown) => value is T,
  fallback: T,
): [T, (next: T | ((now: T) => T)) => void, () => void] {
  const found = useSyncExternalStore(
    onSettings,
    () => settingNow(key),
    () => undefined,
  )
  const value = is(found) ? found : fallback
  const set = (next: T | ((now: T) => T)) => {
    const now = settingNow(key)
    putSetting(
      key,
      typeof next === 'function' ? (next as (now: T) => T)(is(now) ? now : fallback) : next,
    )
  }
  return [value, set, () => dropSetting(key)]
}
