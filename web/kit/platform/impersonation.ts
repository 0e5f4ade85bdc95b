import type { LoginAnswer, session } from '#contracts/platform/session/session.ts'
import type { UserInfo } from '#contracts/platform/session/session.user.ts'
import { call, type CallOf } from '../http/api.ts'
import {
  storageRemove,
  isBoolean,
  isObject,
  isText,
  storageSet,
  storageGet,
  WEEK_MS,
} from '../text/storage.ts'
import { forgetUnsaved } from './unsaved.ts'
import { currentSession, signIn, signOut } from '../session/session.ts'

const logout: CallOf<typeof session.logout> = { method: 'POST', path: '/sys/logout' }
const OWN = 'Login_Own'
/** The names under which the session in force keeps its words and its length (kit/who.ts). */
const [DICTS, SHIFT] = ['UI_CACHE_DB_DICT_DATA', 'Login_Shift']

interface Own {
  token: string
  user: UserInfo
  tenant: string
  dicts: unknown
  stay: boolean
}
const isOwn = (value: unknown): value is Own =>
  isObject(value) && isText(value.token) && isObject(value.user) && isText(value.tenant)

/**
 * Continues as another user; the own session waits in the browser. All pages are mounted again, so
 * that no data of the own session is shown under the other name.
 */
export function startImpersonation(answer: LoginAnswer): void {
  const { token, user, tenant } = currentSession()
  if (token === null || user === null) return
  const stay = storageGet(SHIFT, isBoolean) !== true
  storageSet(
    OWN,
    { token, user, tenant, dicts: storageGet(DICTS, isObject), stay } satisfies Own,
    WEEK_MS,
  )
  signIn(answer, stay)
  window.location.assign('/')
}

/** Restores the administrator's own session; false where there is none. */
export function restoreOwnSession(): boolean {
  const own = storageGet(OWN, isOwn)
  storageRemove(OWN)
  if (own === null) return false
  signIn(
    { token: own.token, userInfo: own.user, sysAllDictItems: own.dicts, tenantId: own.tenant },
    own.stay,
  )
  return true
}

/** Ends the impersonation, on the server too, and restores the own session. */
export async function endImpersonation(): Promise<void> {
  await call(logout, {}, { quiet: true }).catch(() => undefined)
  forgetUnsaved(null)
  signOut()
  restoreOwnSession()
  window.location.assign('/')
}
