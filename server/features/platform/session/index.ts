import { impersonation, places, session } from '#contracts/platform/session.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { issueCaptcha, drawCaptcha } from './captcha.ts'
import { login, mLogin } from './login.ts'
import { startImpersonation } from './start-impersonation.ts'
import { logout } from './logout.ts'
import { getUserPermissionByToken } from './menu.ts'
import { getCurrentUserDeparts, selectDepart, selectTenant, tenants } from './tenant-selection.ts'
import { stepUp } from './step-up.ts'

export { channelTenantOf, findAccount, logSignIn, reachesBeyond, type Account } from './accounts.ts'
export { isContactTaken, releaseUnproven } from './contacts.ts'
export { newApiKey, resolveApiKey } from './api-key.ts'
export { captchaProof } from './captcha.ts'
export { openSession } from './open-session.ts'
export { menuWith } from './menu.ts'
export { checkPassword, hashPassword } from './passwords.ts'
export { departsOf, tenantsOf, userInfoOf } from './tenant-selection.ts'
export { printSetOf } from './print-set.ts'
export { principals } from './principals.ts'
export { markReauthenticated, verifyOwnPassword } from './step-up.ts'
export { departCodeChanged, departsRemoved } from './depart-codes.ts'
export { grantSources, effectivePermissions, principalOfUser } from './rights.ts'
export {
  requireSecondFactor,
  beginTotp,
  confirmTotp,
  endTotp,
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
export { beginAttempt, resetAttempts, consumeAttempt } from './throttle.ts'
export { tokenHash } from './tokens.ts'

/** Signing in and out, where one works, and what the signed-in user sees. */
export function sessionCalls() {
  return [
    ...bindEndpoints(session, {
      login,
      mLogin,
      checkCaptcha: issueCaptcha,
      randomImage: drawCaptcha,
      logout,
      stepUp,
      getUserPermissionByToken,
    }),
    ...bindEndpoints(impersonation, { logInAs: startImpersonation }),
    ...bindEndpoints(places, { getCurrentUserDeparts, selectDepart, tenants, selectTenant }),
  ]
}
