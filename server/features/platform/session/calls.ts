import { impersonation, places, session } from '#contracts/platform/session/session.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { issueCaptcha, drawCaptcha } from './sign-in/captcha.ts'
import { login, mLogin } from './sign-in/login.ts'
import { startImpersonation } from './impersonation/start-impersonation.ts'
import { logout } from './sign-in/logout.ts'
import { getUserPermissionByToken } from './menu.ts'
import {
  getCurrentUserDeparts,
  selectDepart,
  selectTenant,
  tenants,
} from './sign-in/tenant-selection.ts'
import { stepUp } from './step-up.ts'

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
