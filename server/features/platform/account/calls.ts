import { passwordChanged } from '#contracts/platform/session/session.events.ts'
import { securityChanged } from '#contracts/platform/session/account.events.ts'
import { accountSecurity } from '#contracts/platform/session/account-security.ts'
import { account } from '#contracts/platform/session/account.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { subscribe } from '#server/kit/jobs/jobs.ts'
import { defineTemplate } from '#server/features/platform/messages/index.ts'
import { activity } from './activity.ts'
import { addApiKey, apiKeys, revokeApiKey, scopes } from './api-keys.ts'
import { notifyRules, saveNotifyRules, notifySecurityEvent } from './notify.ts'
import { confirmContact, contactCode } from './contact.ts'
import { removePicture, savePicture } from './picture.ts'
import { profile, saveProfile } from './profile.ts'
import {
  finishTotp,
  newCodes,
  overview,
  savePasswordRule,
  startTotp,
  stopTotp,
} from './security.ts'
import { endOthers, endSession, ownSessions } from './sessions.ts'
import { delegates } from './delegates.ts'
import { thirdAccounts, unbind } from './third-accounts.ts'
import { updatePassword } from './update-password.ts'

defineTemplate({
  code: 'account.securityChanged',
  space: 'account',
  channels: ['email', 'sms'],
  sample: { username: 'wang', what: '密码已修改', time: '2026-03-01 10:00', ip: '203.0.113.7' },
})
defineTemplate({
  code: 'account.contactChanged',
  space: 'account',
  channels: ['email', 'sms'],
  sample: { username: 'wang', what: '邮箱已修改', to: 'w***@example.com', ip: '203.0.113.7' },
})
subscribe(passwordChanged, 'account.onPasswordChanged', (ctx, changed) =>
  notifySecurityEvent(ctx, { ...changed, what: 'password', state: '' }),
)
subscribe(securityChanged, 'account.onSecurityChanged', notifySecurityEvent)

/** The caller's own account: profile, security, notifications. */
export function accountCalls() {
  return [
    ...bindEndpoints(account, {
      profile,
      saveProfile,
      contactCode,
      confirmContact,
      savePicture,
      removePicture,
      activity,
      notifyRules,
      saveNotifyRules,
      standIns: delegates,
      thirdAccounts,
      unbind,
    }),
    ...bindEndpoints(accountSecurity, {
      updatePassword,
      overview,
      savePasswordRule,
      beginTotp: startTotp,
      confirmTotp: finishTotp,
      newCodes,
      endTotp: stopTotp,
      sessions: ownSessions,
      endSession,
      endOthers,
      apiKeys,
      scopes,
      addApiKey,
      revokeApiKey,
    }),
  ]
}
