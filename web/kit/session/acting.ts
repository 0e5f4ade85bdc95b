import type { LoginAnswer, session, UserInfo } from '#contracts/platform/session.ts'
import { call, type CallOf } from '../http/api.ts'
import { forget, isBoolean, isObject, isText, keep, kept, WEEK_MS } from '../platform/storage.ts'
import { forgetUnsaved } from '../form/unsaved.ts'
import { currentWho, signIn, signOut } from './who.ts'

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

/** Goes on as somebody else; one's own session waits in the browser. Every page is drawn anew: nothing of one's own may stand there under another name. */
export function actAs(answer: LoginAnswer): void {
  const { token, user, tenant } = currentWho()
  if (token === null || user === null) return
  const stay = kept(SHIFT, isBoolean) !== true
  keep(OWN, { token, user, tenant, dicts: kept(DICTS, isObject), stay } satisfies Own, WEEK_MS)
  signIn(answer, stay)
  window.location.assign('/')
}

/** Puts one's own session back where it was; false where there is none. */
export function takeBack(): boolean {
  const own = kept(OWN, isOwn)
  forget(OWN)
  if (own === null) return false
  signIn(
    { token: own.token, userInfo: own.user, sysAllDictItems: own.dicts, tenantId: own.tenant },
    own.stay,
  )
  return true
}

/** Ends acting, on the server too, and goes on as oneself without signing in anew. */
export async function endActing(): Promise<void> {
  await call(logout, {}, { quiet: true }).catch(() => undefined)
  forgetUnsaved(null)
  signOut()
  takeBack()
  window.location.assign('/')
}
