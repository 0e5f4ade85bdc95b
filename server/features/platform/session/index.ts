import { acting, places, session } from '#contracts/platform/session.ts'
import { feature } from '#server/kit/http/feature.ts'
import { askCaptcha, drawCaptcha } from './captcha.ts'
import { login, mLogin } from './login.ts'
import { logInAs } from './log-in-as.ts'
import { logout } from './logout.ts'
import { getUserPermissionByToken } from './menu.ts'
import { getCurrentUserDeparts, selectDepart, selectTenant, tenants } from './places.ts'
import { stepUp } from './prove-again.ts'

export { findAccount, noteSignIn, type Account, type AccountKey, type Way } from './accounts.ts'
export { newApiKey, resolveApiKey } from './api-key.ts'
export { checkCaptcha } from './captcha.ts'
export { openSession, type Opening } from './open-session.ts'
export { menuWith } from './menu.ts'
export { checkPassword, hashPassword } from './passwords.ts'
export { departsOf, tenantsOf, userInfoOf } from './places.ts'
export { printSetOf } from './print-set.ts'
export { principalOf, principals, type Principals } from './principals.ts'
export { markProved, proveByOwnPassword } from './prove-again.ts'
export { departCodeChanged, departsGone } from './depart-codes.ts'
export { grantSources, heldPermissions, principalOfUser, type HeldFrom } from './rights.ts'
export {
  askSecondFactor,
  beginTotp,
  confirmTotp,
  endTotp,
  lendSecretKey,
  newRecoveryCodes,
  totpState,
} from './second-factor.ts'
export {
  checkPasswordRule,
  endSessions,
  passwordModeOf,
  setPassword,
  type PasswordOwner,
} from './set-password.ts'
export { socketSessions } from './socket-sessions.ts'
export { beforeTry, countFailure, forgetFailures, forgetTries, spendTry } from './throttle.ts'
export { tokenHash } from './tokens.ts'

/** Signing in and out, where one works, and what the signed-in user sees. */
export function sessionCalls() {
  return [
    ...feature(session, {
      login,
      mLogin,
      checkCaptcha: askCaptcha,
      randomImage: drawCaptcha,
      logout,
      stepUp,
      getUserPermissionByToken,
    }),
    ...feature(acting, { logInAs }),
    ...feature(places, { getCurrentUserDeparts, selectDepart, tenants, selectTenant }),
  ]
}
