import { rowVersion } from '../../kit/envelope.ts'
import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { THIRD_SOURCES } from './identity.ts'
import { loginResult, secondFactor } from './session.ts'

const line = (max: number) =>
  z
    .string({ error: 'field.text' })
    .trim()
    .max(max, { error: 'field.tooLong' })
    .regex(/^[^\r\n\0]*$/, { error: 'field.invalid' })
const address = line(300)
  .regex(/^(https?:\/\/[^\s?#]+)?$/, { error: 'message.url' })
  .default('')
const origin = line(200)
  .regex(/^(https?:\/\/[a-z0-9.-]+(:\d{1,5})?)?$/, { error: 'message.url' })
  .default('')
const source = z.enum(THIRD_SOURCES, { error: 'field.dict' })
const token = line(64)
const param = z.string().max(4_000).optional()

/**
 * How another provider is spoken to. Which of these a kind needs, its adapter declares; the addresses
 * are for providers that stand elsewhere than usual.
 */
export const thirdSettings = z.object({
  /** The button's text; empty: the kind's own name. */
  name: line(40).default(''),
  /** Where people open this product: redirects come back there and nowhere else. */
  origin,
  /** OIDC: the issuer. CAS: the server's address. */
  issuer: address,
  /** OIDC client id, WeCom corp id, DingTalk app key, WeChat app id. */
  clientId: line(200).default(''),
  /** WeCom only. */
  agentId: line(50).default(''),
  scope: line(200).default(''),
  authorizeUrl: address,
  apiUrl: address,
  /** CAS: the address clients bring tickets for that they fetched themselves. */
  serviceUrl: line(500)
    .regex(/^(https?:\/\/\S+)?$/, { error: 'message.url' })
    .default(''),
})
export type ThirdSettings = z.output<typeof thirdSettings>
const state = z.object({
  source: z.enum(THIRD_SOURCES),
  enabled: z.boolean(),
  settings: thirdSettings.required().nullable(),
  secret: z.object({ set: z.boolean(), last4: z.string() }),
  version: rowVersion,
  redirectPath: z.string(),
})
export type ProviderState = z.output<typeof state>

/** Signing in with an account elsewhere (wire.md §4.3). */
export const thirdLogin = endpoints({
  render: {
    method: 'GET',
    path: '/thirdLogin/render/{source}',
    public: true,
    rate: 'login',
    reply: 'file',
    in: z.object({ source: line(40), tenant: line(64).optional() }),
    out: z.unknown(),
  },
  callback: {
    method: 'GET',
    path: '/thirdLogin/callback/{source}',
    public: true,
    rate: 'login',
    reply: 'file',
    secret: true,
    in: z.object({
      source: line(40),
      code: param,
      authCode: param,
      ticket: param,
      state: param,
      iss: param,
      error: param,
      session_state: param,
    }),
    out: z.unknown(),
  },
  /**
   * The token is the exchange code of the way back: a minute, once, in the same browser. Refused
   * with `third.unbound` where it belongs to no user yet.
   */
  getLoginUser: {
    method: 'GET',
    path: '/thirdLogin/getLoginUser/{token}',
    public: true,
    rate: 'login',
    secret: true,
    message: 'ok.login',
    in: z.object({ token, totp: secondFactor.optional() }),
    out: loginResult.partial({ sysAllDictItems: true }),
  },
  /**
   * The first time: an account here shows its password, and from then on belongs to the one
   * elsewhere.
   */
  bind: {
    method: 'POST',
    path: '/thirdLogin/bind',
    public: true,
    rate: 'login',
    secret: true,
    message: 'ok.login',
    in: z.object({
      token,
      username: line(100).min(1, { error: 'field.required' }),
      password: z.string().min(1, { error: 'field.required' }).max(128),
      captcha: line(16).optional(),
      checkKey: z.union([z.string(), z.number()]).transform(String).optional(),
      totp: secondFactor.optional(),
    }),
    out: loginResult.partial({ sysAllDictItems: true }),
  },
  /** A signed-in user asks for it: a window is then to open this address. */
  startBinding: {
    method: 'POST',
    path: '/sys/thirdLogin/bindStart',
    stepUp: true,
    login: true,
    secret: true,
    in: z.object({ source }),
    out: z.object({ url: z.string() }),
  },
  offered: {
    method: 'GET',
    path: '/sys/thirdLogin/offered',
    login: true,
    in: z.object({}),
    out: z.array(z.object({ source, name: z.string().nullable() })),
  },
})

/**
 * Which providers are trusted. Secrets go in, and nothing but their last four characters comes out.
 */
export const thirdProviders = endpoints({
  settings: {
    method: 'GET',
    path: '/sys/thirdProvider/settings',
    perm: 'sys:third:edit',
    in: z.object({}),
    out: z.array(state),
  },
  save: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/thirdProvider/save',
    stepUp: true,
    perm: 'sys:third:edit',
    secret: true,
    message: 'ok.edited',
    out: z.array(state),
    // Version 0: there is nothing yet. Secret left out: stays; empty: forgotten.
    in: z.object({
      source: z.enum(THIRD_SOURCES, { error: 'field.dict' }),
      enabled: z.boolean({ error: 'field.bool' }),
      settings: thirdSettings,
      secret: line(500).nullish(),
      version: rowVersion,
    }),
    touches: ['/sys/thirdProvider'],
  },
  test: {
    method: 'POST',
    path: '/sys/thirdProvider/test',
    perm: 'sys:third:edit',
    in: z.object({ source: z.enum(THIRD_SOURCES, { error: 'field.dict' }) }),
    out: z.object({ ok: z.boolean(), detail: z.string() }),
  },
})
