import { rowVersion } from '../../kit/envelope.ts'
import { z } from 'zod'
import { NOTIFY_NAMES } from './notify-rules.ts'
import { endpoints } from '../../kit/endpoint.ts'

/** Mail ports a server may be reached at: a mail server's, and nothing else's. */
export const SMTP_PORTS = [25, 465, 587, 2525] as const
export const SMTP_SECURITY = ['tls', 'starttls', 'none'] as const
export const SIGNATURES = ['none', 'hmac-sha256', 'sha256', 'md5'] as const

const short = (max: number) =>
  z.string({ error: 'field.text' }).trim().max(max, { error: 'field.tooLong' })
const line = (max: number) => short(max).regex(/^[^\r\n\0]*$/, { error: 'field.invalid' })
const secret = short(500).nullish()
const secretState = z.object({ set: z.boolean(), last4: z.string() })

export const emailSettings = z.object({
  host: line(255).regex(/^[A-Za-z0-9.:-]+$/, { error: 'field.invalid' }),
  port: z
    .number({ error: 'field.int' })
    .int({ error: 'field.int' })
    .min(1, { error: 'field.tooSmall' })
    .max(65_535, { error: 'field.tooLarge' }),
  security: z.enum(SMTP_SECURITY, { error: 'field.dict' }),
  user: line(200),
  fromAddress: z.email({ error: 'message.address' }).max(200, { error: 'field.tooLong' }),
  fromName: line(100),
})
export type EmailSettings = z.output<typeof emailSettings>

/**
 * Any provider that takes a message over HTTPS. Templates know to, text, key, timestamp, nonce,
 * signature.
 */
export const smsSettings = z.object({
  url: line(500).regex(/^https?:\/\//, { error: 'message.url' }),
  method: z.enum(['POST', 'GET'], { error: 'field.dict' }),
  bodyType: z.enum(['json', 'form'], { error: 'field.dict' }),
  body: short(4_000),
  headers: z
    .array(
      z.object({
        name: line(100).regex(/^[A-Za-z0-9-]+$/, { error: 'field.invalid' }),
        value: line(500),
      }),
    )
    .max(20, { error: 'field.tooMany' }),
  signature: z.enum(SIGNATURES, { error: 'field.dict' }),
  signText: short(1_000),
  /** What a good answer's body holds; empty: the status alone decides. */
  okText: line(200),
})
export type SmsSettings = z.output<typeof smsSettings>
const headerName = smsSettings.shape.headers.element.shape.name
/** As they are answered: a header's value may be a key, and does not come back. */
const smsState = smsSettings.extend({
  headers: z.array(z.object({ name: z.string(), value: z.null() })),
})
/** As they are sent: a header without a value keeps the one it has, while the address stays. */
const smsGiven = smsSettings.extend({
  headers: z
    .array(z.object({ name: headerName, value: line(500).nullable() }))
    .max(20, { error: 'field.tooMany' }),
})
export type SmsGiven = z.output<typeof smsGiven>

/** The tenant's own system, and the events that are posted to it as they happen. */
export const webhookSettings = z.object({
  url: line(500).regex(/^https?:\/\//, { error: 'message.url' }),
  events: z.array(z.enum(NOTIFY_NAMES)).max(NOTIFY_NAMES.length, { error: 'field.tooMany' }),
})
export type WebhookSettings = z.output<typeof webhookSettings>

const shared = { enabled: z.boolean(), version: rowVersion }
const state = z.object({
  email: z.object({
    settings: emailSettings.nullable(),
    secret: secretState,
    ...shared,
    /** The installation sends mail for tenants without settings of their own. */ house:
      z.boolean(),
  }),
  sms: z.object({ settings: smsState.nullable(), secret: secretState, ...shared }),
  webhook: z.object({ settings: webhookSettings.nullable(), secret: secretState, ...shared }),
})
export type ChannelStates = z.output<typeof state>
// Version 0: there is nothing yet. Secret left out: stays; empty: forgotten.
const save = {
  enabled: z.boolean({ error: 'field.bool' }),
  version: rowVersion,
  secret,
}

/**
 * How a tenant's messages get out. Keys go in, and nothing but their last four characters comes
 * out.
 */
export const messageChannels = endpoints({
  settings: {
    method: 'GET',
    path: '/message/channel/settings',
    perm: 'sys:msgcfg:edit',
    in: z.object({}),
    out: state,
  },
  saveEmail: {
    method: 'PUT',
    also: ['POST'],
    path: '/message/channel/saveEmail',
    stepUp: true,
    perm: 'sys:msgcfg:edit',
    secret: true,
    in: z.object({ settings: emailSettings, ...save }),
    out: state,
    message: 'ok.edited',
    touches: ['/message/channel'],
  },
  saveSms: {
    method: 'PUT',
    also: ['POST'],
    path: '/message/channel/saveSms',
    stepUp: true,
    perm: 'sys:msgcfg:edit',
    secret: true,
    in: z.object({ settings: smsGiven, ...save }),
    out: state,
    message: 'ok.edited',
    touches: ['/message/channel'],
  },
  saveWebhook: {
    method: 'PUT',
    also: ['POST'],
    path: '/message/channel/saveWebhook',
    stepUp: true,
    perm: 'sys:msgcfg:edit',
    secret: true,
    in: z.object({ settings: webhookSettings, ...save }),
    out: state,
    message: 'ok.edited',
    touches: ['/message/channel'],
  },
  /** Sends one message now, past the outbox; `detail` is the answer of the other side. */
  test: {
    method: 'POST',
    path: '/message/channel/test',
    perm: 'sys:msgcfg:edit',
    in: z.object({
      channel: z.enum(['email', 'sms', 'webhook'], { error: 'field.dict' }),
      /** Nothing of a webhook: it has one address. */
      to: line(200),
    }),
    out: z.object({ ok: z.boolean(), detail: z.string() }),
  },
})
