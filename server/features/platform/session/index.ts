export { channelTenantOf, findAccount, logSignIn, reachesBeyond, type Account } from './accounts.ts'
export { hasContact, isContactTaken, phoneForms, releaseUnproven, storedPhone } from './contacts.ts'
export { newApiKey, resolveApiKey } from './api-key.ts'
export { captchaProof } from './sign-in/captcha.ts'
export { exceeds } from './impersonation/impersonation.ts'
export { handheldLogin } from './sign-in/login.ts'
export { openSession } from './sign-in/open-session.ts'
export { menuWith } from './menu.ts'
export { checkPassword, hashPassword } from './passwords.ts'
export { departsOf, tenantsOf } from './memberships.ts'
export { userInfoOf } from './user-info.ts'
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
export { accountNameReader } from './sign-in/account-names.ts'
export { socketSessions } from './socket-sessions.ts'
export { beginAttempt, resetAttempts, consumeAttempt } from './sign-in/throttle.ts'
export { newToken, tokenHash } from './tokens.ts'
export { sessionCalls } from './calls.ts'
export { grantInPacks, inPacks } from './effective-permissions.ts'
export { permissionHolders } from './permission-holders.ts'
