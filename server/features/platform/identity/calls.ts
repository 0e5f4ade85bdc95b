import { identity, registrations } from '#contracts/platform/session/identity.ts'
import { thirdLogin, thirdProviders } from '#contracts/platform/session/identity-third.ts'
import { messageSecrets } from '#contracts/platform/messaging/messages.ts'
import { defineTemplate } from '#server/features/platform/messages/index.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { validateCas } from './third/cas.ts'
import { approve, readMode, refuse, saveMode } from './decide-registration.ts'
import { passwordChange, phoneVerification, querySysUser } from './reset-forgotten-password.ts'
import { options } from './options.ts'
import './forget-refused.ts'
import { readCode } from './read-code.ts'
import { phoneLogin } from './phone-login.ts'
import { testProvider } from './third/probe.ts'
import { readProviders, saveProvider } from './providers.ts'
import { register, resendRegistered } from './register.ts'
import { sendCode } from './send-code.ts'
import { requireUniqueContacts } from './unique-contacts.ts'
import { bind, getLoginUser, offered, startBinding } from './third/third-exchange.ts'
import { callback, render } from './third/oauth-flow.ts'

const sample = { username: 'wangfang', realname: '王芳', company: '王芳商贸', reason: '资料不全' }
for (const code of [
  'identity.registered',
  'identity.approved',
  'identity.refused',
  'identity.exists',
])
  defineTemplate({ code, space: 'identity-server', channels: ['email', 'sms'], sample })

/**
 * Ways to sign in other than the password: codes, registration, accounts elsewhere, a company's own sign-on.
 */
export function identityCalls() {
  return [
    ...bindEndpoints(identity, {
      sms: sendCode,
      phoneLogin,
      checkOnlyUser: requireUniqueContacts,
      register,
      resendRegistered,
      phoneVerification,
      passwordChange,
      querySysUser,
      validateCas,
      options,
    }),
    ...bindEndpoints(messageSecrets, { reveal: readCode }),
    ...bindEndpoints(registrations, { approve, refuse, mode: readMode, saveMode }),
    ...bindEndpoints(thirdLogin, { render, callback, getLoginUser, bind, startBinding, offered }),
    ...bindEndpoints(thirdProviders, {
      settings: readProviders,
      save: saveProvider,
      test: testProvider,
    }),
  ]
}
