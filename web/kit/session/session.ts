import { useSyncExternalStore } from 'react'
import type { MenuNode } from '#contracts/platform/session/session.ts'
import type { UserInfo } from '#contracts/platform/session/session.user.ts'
import { chosenLang } from '../text/lang.ts'
import { forgetEndedSession } from './ended-session.ts'
import {
  storageRemove,
  isBoolean,
  isObject,
  isText,
  storageSet,
  storageGet,
  WEEK_MS,
} from '../text/storage.ts'

export interface Grant {
  action: string
  type: string
  describe?: string
}
export interface Rule extends Grant {
  status: string
}
/** What the server lets the signed-in person see and press. */
export interface Rights {
  menu: MenuNode[]
  auth: Grant[]
  allAuth: Rule[]
}
export interface SessionState {
  token: string | null
  user: UserInfo | null
  rights: Rights | null
  tenant: string
}

const TOKEN = 'Access-Token'
const STORAGE_KEYS = {
  token: TOKEN,
  name: 'Login_Username',
  info: 'Login_Userinfo',
  dicts: 'UI_CACHE_DB_DICT_DATA',
  dictLang: 'UI_CACHE_DB_DICT_LANG',
  tenant: 'TENANT_ID',
} as const
// The names under which this family of clients leaves its button rights (wire.md §11.18).
const AUTH = 'LOGIN_USER_BUTTON_AUTH'
const ALL_AUTH = 'SYS_BUTTON_AUTH'

const isUser = (value: unknown): value is UserInfo =>
  isObject(value) && isText(value.id) && isText(value.username)
const listeners = new Set<() => void>()
/**
 * Gone with the browser's last window, unlike everything else that is stored. Its only content is
 * that there is one.
 */
const SHIFT = 'parcelyard_shift=1'
const SHIFT_KEY = 'Login_Shift'

let state: SessionState = restoredSession()
/** A session that is open but not taken up yet: tenant and department are still to be chosen. */
let memoryToken: string | null = null

/** The session as the browser holds it. */
export function restoredSession(): SessionState {
  if (storageGet(SHIFT_KEY, isBoolean) && !document.cookie.split('; ').includes(SHIFT))
    for (const key of [STORAGE_KEYS.token, STORAGE_KEYS.info, SHIFT_KEY]) storageRemove(key)
  return {
    token: storageGet(STORAGE_KEYS.token, isText),
    user: storageGet(STORAGE_KEYS.info, isUser),
    rights: null,
    tenant: storageGet(STORAGE_KEYS.tenant, isText) ?? '0',
  }
}
function set(next: Partial<SessionState>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

export const currentSession = (): SessionState => state
/** What a call sends: the session's token, or that of the one being opened. */
export const sentToken = (): string | null => state.token ?? memoryToken
/**
 * A session that is being opened knows best where it is: what another person left here must not
 * speak for this one.
 */
export const sentTenant = (): string => (state.token === null ? '0' : state.tenant)
export function setToken(token: string | null): void {
  memoryToken = token
}
export const hasToken = (): boolean => state.token !== null
export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function useSession(): SessionState {
  return useSyncExternalStore(onSession, currentSession, currentSession)
}

export interface SignedIn {
  token: string
  userInfo: UserInfo
  sysAllDictItems: unknown
  /** Where the session works. */ tenantId?: string
}
/**
 * Without "keep me signed in" a session lasts one shift, and no longer than the browser stays open.
 */
const SHIFT_MS = 12 * 3_600_000

/**
 * Takes up a session: for seven days (specification §9), or for a shift on a machine that is
 * shared.
 */
export function signIn(result: SignedIn, stay = true): void {
  const ms = stay ? WEEK_MS : SHIFT_MS
  forgetEndedSession()
  memoryToken = null
  if (stay) storageRemove(SHIFT_KEY)
  else {
    document.cookie = `${SHIFT}; Path=/; SameSite=Strict`
    storageSet(SHIFT_KEY, true, ms)
  }
  storageSet(STORAGE_KEYS.token, result.token, ms)
  storageSet(STORAGE_KEYS.name, result.userInfo.username, ms)
  storageSet(STORAGE_KEYS.info, result.userInfo, ms)
  storageSet(STORAGE_KEYS.dicts, result.sysAllDictItems, ms)
  storageSet(STORAGE_KEYS.dictLang, chosenLang(), ms)
  const tenants = result.userInfo.relTenantIds.split(',').filter(Boolean)
  const tenant =
    [result.tenantId, state.tenant].find((one) => one !== undefined && tenants.includes(one)) ??
    (tenants.length === 1 ? (tenants[0] ?? '0') : '0')
  storageSet(STORAGE_KEYS.tenant, tenant, null)
  set({ token: result.token, user: result.userInfo, rights: null, tenant })
}

/** Drops the session and what belongs to it; the language and the tenant stay. */
export function signOut(): void {
  memoryToken = null
  for (const key of [
    STORAGE_KEYS.token,
    STORAGE_KEYS.name,
    STORAGE_KEYS.info,
    STORAGE_KEYS.dicts,
    STORAGE_KEYS.dictLang,
    SHIFT_KEY,
  ])
    storageRemove(key)
  try {
    sessionStorage.removeItem(AUTH)
    sessionStorage.removeItem(ALL_AUTH)
  } catch {
    // Storage is off: nothing was stored.
  }
  set({ token: null, user: null, rights: null })
}

export function setRights(rights: Rights): void {
  try {
    sessionStorage.setItem(AUTH, JSON.stringify(rights.auth))
    sessionStorage.setItem(ALL_AUTH, JSON.stringify(rights.allAuth))
  } catch {
    // Storage is off: the rights live in memory.
  }
  set({ rights })
}

/** After a change of department or profile. */
export function setUser(user: UserInfo): void {
  storageSet(STORAGE_KEYS.info, user)
  set({ user })
}
export function setTenant(tenant: string): void {
  storageSet(STORAGE_KEYS.tenant, tenant, null)
  set({ tenant })
}

/**
 * Calls back when another window of this browser signed in or out: both must not live on side by
 * side.
 */
export function onOtherWindow(changed: () => void): () => void {
  const handler = (event: StorageEvent) => {
    if (event.key === `pro__${TOKEN}` && restoredSession().token !== state.token) changed()
  }
  window.addEventListener('storage', handler)
  return () => window.removeEventListener('storage', handler)
}
