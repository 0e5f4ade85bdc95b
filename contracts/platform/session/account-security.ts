import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText, moment } from '../../kit/envelope.ts'
import { PASSWORD_MODES } from './passwords.ts'
import { secondFactor } from './session.ts'

/** As they were typed: every word about them is the verb's (specification §5). */
const typed = z
  .string({ error: 'field.text' })
  .max(400, { error: 'field.tooLong' })
  .nullish()
  .transform((text) => text ?? '')
const passwordRule = z.object({ mode: z.enum(PASSWORD_MODES) })

const ownSession = z.object({
  id: z.string(),
  current: z.boolean(),
  way: z.string(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  tenant: z.string(),
  createdAt: z.string(),
  seenAt: z.string(),
  expiresAt: z.string(),
  /** Where another user acts as this one: who, and why. */
  actor: z.string().nullable(),
  reason: z.string().nullable(),
})
export type OwnSession = z.infer<typeof ownSession>

export const API_KEYS_MAX = 20
export const API_KEY_NETWORKS_MAX = 20
/** An IPv4 or IPv6 address or network; the database has the last word. */
const network = z
  .string({ error: 'field.text' })
  .trim()
  .max(50, { error: 'field.tooLong' })
  .regex(
    /^(\d{1,3}(\.\d{1,3}){3}(\/\d{1,2})?|(?=[0-9a-f.]{0,30}:)[0-9a-f:.]{2,45}(\/\d{1,3})?)$/i,
    {
      error: 'field.network',
    },
  )
const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  shown: z.string(),
  scopes: z.array(z.string()),
  ips: z.array(z.string()),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  lastIp: z.string().nullable(),
  revokedAt: z.string().nullable(),
  createTime: z.string(),
})
export type ApiKey = z.infer<typeof apiKey>
const scope = z.object({ code: z.string(), name: z.string(), group: z.string() })
export type Scope = z.infer<typeof scope>

/**
 * Security of the caller's own account. Sensitive calls answer `session.stepUp` until password or
 * code were shown again.
 */
export const accountSecurity = endpoints({
  updatePassword: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/user/updatePassword',
    login: true,
    rate: 'login',
    secret: true,
    message: 'ok.passwordUpdated',
    in: z.object({
      username: z.string().max(100).nullish(),
      oldpassword: typed,
      password: typed,
      confirmpassword: typed,
    }),
    out: z.null(),
    touches: ['/sys/account'],
  },
  overview: {
    method: 'GET',
    path: '/sys/account/security',
    login: true,
    own: true,
    in: z.object({}),
    out: z.object({
      passwordAt: z.string().nullable(),
      mode: z.enum(PASSWORD_MODES),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      totp: z.object({ on: z.boolean(), since: z.string().nullable(), codesLeft: z.number() }),
    }),
  },
  savePasswordRule: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/account/passwordRule/edit',
    stepUp: true,
    perm: 'sys:password:rule',
    in: passwordRule,
    out: passwordRule,
    message: 'ok.edited',
    touches: ['/sys/account/security'],
  },

  beginTotp: {
    method: 'POST',
    path: '/sys/account/totp/begin',
    stepUp: true,
    login: true,
    secret: true,
    in: z.object({}),
    out: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmTotp: {
    method: 'POST',
    path: '/sys/account/totp/confirm',
    stepUp: true,
    login: true,
    secret: true,
    rate: 'login',
    in: z.object({ code: secondFactor }),
    out: z.object({ codes: z.array(z.string()) }),
    touches: ['/sys/account/security'],
  },
  newCodes: {
    method: 'POST',
    path: '/sys/account/totp/codes',
    stepUp: true,
    login: true,
    secret: true,
    in: z.object({}),
    out: z.object({ codes: z.array(z.string()) }),
    touches: ['/sys/account/security'],
  },
  endTotp: {
    method: 'POST',
    path: '/sys/account/totp/end',
    login: true,
    secret: true,
    rate: 'login',
    in: z.object({ password: typed, totp: secondFactor.optional() }),
    out: z.null(),
    touches: ['/sys/account/security'],
  },

  sessions: {
    method: 'GET',
    path: '/sys/account/session/list',
    login: true,
    in: z.object({}),
    out: z.array(ownSession),
  },
  endSession: {
    method: 'DELETE',
    path: '/sys/account/session/delete',
    login: true,
    in: z.object({ id: idText }),
    out: z.null(),
    touches: ['/sys/account/session'],
  },
  endOthers: {
    method: 'POST',
    path: '/sys/account/session/endOthers',
    login: true,
    in: z.object({}),
    out: z.object({ ended: z.number() }),
    touches: ['/sys/account/session'],
  },

  apiKeys: {
    method: 'GET',
    path: '/sys/account/apiKey/list',
    login: true,
    in: z.object({}),
    out: z.array(apiKey),
  },
  scopes: {
    method: 'GET',
    path: '/sys/account/apiKey/scopes',
    login: true,
    in: z.object({}),
    out: z.array(scope),
  },
  /** The key itself is in this answer and never again. */
  addApiKey: {
    method: 'POST',
    path: '/sys/account/apiKey/add',
    stepUp: true,
    login: true,
    secret: true,
    in: z.object({
      name: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(60, { error: 'field.tooLong' }),
      scopes: z
        .array(z.string().max(100))
        .min(1, { error: 'field.required' })
        .max(1_000, { error: 'field.tooMany' }),
      ips: z.array(network).max(API_KEY_NETWORKS_MAX, { error: 'field.tooMany' }).default([]),
      expiresAt: moment.nullish(),
    }),
    out: z.object({ key: z.string(), row: apiKey }),
    touches: ['/sys/account/apiKey'],
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/sys/account/apiKey/delete',
    login: true,
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.revoked',
    touches: ['/sys/account/apiKey'],
  },
})
