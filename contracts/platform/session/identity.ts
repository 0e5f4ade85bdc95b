import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText, rowVersion } from '../../kit/envelope.ts'
import { dict, datetime, text } from '../../kit/field.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { loginResult, secondFactor } from './session.ts'

const typed = (max: number) =>
  z.string({ error: 'field.text' }).trim().max(max, { error: 'field.tooLong' })
const needed = (max: number) => typed(max).min(1, { error: 'field.required' })
const password = z
  .string({ error: 'field.required' })
  .min(1, { error: 'field.required' })
  .max(400, { error: 'field.tooLong' })
/** What a company calls itself here; none: the installation's own. */
const tenant = typed(64).optional()
const EMAIL = /^[^\s@<>"]+@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/

/** A phone number as it is typed anywhere in the world: digits, perhaps a plus before them. */
export const PHONE = /^\+?\d{6,20}$/
/**
 * A number as it is compared and sent to, in E.164 where its country is known: +86 138… and 138… are
 * one phone, 0049 and +49 as well. Without a country code it is one of China's mobiles, where it has
 * their shape. The database has the same as `sign_in_phone`.
 */
export function barePhone(given: string): string {
  const digits = given
    .replaceAll('(0)', '')
    .replace(/[\s()./-]/g, '')
    .replace(/^00(?=[1-9])/, '+')
  return digits.replace(/^(?:86)?(1[3-9]\d{9})$/, '+86$1')
}
export const CODE_MINUTES = 10
/** How long a page waits before it may ask for another code. */
export const CODE_PAUSE_S = 60
export const REGISTRATION_MODES = ['off', 'pending', 'active'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]
/**
 * Providers that sign people in here, by the names of wire.md §4.3. Clients of the family that bring a
 * CAS ticket of their own have `validateCas` as well.
 */
export const THIRD_SOURCES = [
  'oidc',
  'wechat_enterprise',
  'dingtalk',
  'wechat_open',
  'cas',
] as const
export type ThirdSource = (typeof THIRD_SOURCES)[number]

/** Which kinds of messages can leave the installation. */
const channels = z.object({ sms: z.boolean(), email: z.boolean() })
export type SendableChannels = z.output<typeof channels>

const registered = z.object({
  state: z.enum(['pending', 'active']),
  /** Good for having the mail sent again. */ receipt: z.string(),
})

/** Ways in for strangers (wire.md §4.3). */
export const identity = endpoints({
  sms: {
    method: 'POST',
    path: '/sys/sms',
    public: true,
    rate: 'login',
    message: 'ok.codeSent',
    // A mail address in the place of the number: the code comes by mail. For a forgotten password
    // an account's name will do.
    in: z.object({
      mobile: typed(200).nullish(),
      smsmode: z
        .union([z.string(), z.number()])
        .transform(String)
        .pipe(z.enum(['0', '1', '2'], { error: 'field.dict' })),
      channel: z.enum(['phone', 'email'], { error: 'field.dict' }).optional(),
      tenant,
    }),
    out: z.null(),
  },
  phoneLogin: {
    method: 'POST',
    path: '/sys/phoneLogin',
    public: true,
    rate: 'login',
    secret: true,
    message: 'ok.login',
    in: z.object({
      mobile: needed(200),
      captcha: needed(16),
      remember_me: z.boolean().optional(),
      totp: secondFactor.optional(),
    }),
    out: loginResult,
  },
  /**
   * Success: free. Taken names are refused, as this family of clients expects, to who is
   * registering and shows the code that was sent.
   */
  checkOnlyUser: {
    method: 'GET',
    path: '/sys/user/checkOnlyUser',
    public: true,
    rate: 'login',
    in: z.object({
      username: typed(100).optional(),
      email: typed(200).optional(),
      phone: typed(40).optional(),
      smscode: typed(16).optional(),
      tenant,
    }),
    out: z.boolean(),
  },
  register: {
    method: 'POST',
    path: '/sys/user/register',
    public: true,
    rate: 'login',
    secret: true,
    message: 'ok.registered',
    in: z.object({
      username: needed(50).regex(/^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,49}$/u, {
        error: 'field.invalid',
      }),
      password,
      smscode: typed(16).default(''),
      email: typed(200).regex(EMAIL, { error: 'field.email' }).optional().or(z.literal('')),
      phone: typed(40).optional(),
      company: typed(100).optional(),
      realname: typed(50).optional(),
      tenant,
      /** The exchange code of an account elsewhere that is to sign in here. */
      third: typed(64).optional(),
    }),
    out: registered,
  },
  resendRegistered: {
    method: 'POST',
    path: '/sys/user/register/resend',
    public: true,
    rate: 'login',
    secret: true,
    in: z.object({ receipt: needed(64) }),
    out: z.null(),
  },
  phoneVerification: {
    method: 'POST',
    path: '/sys/user/phoneVerification',
    public: true,
    rate: 'login',
    secret: true,
    in: z.object({ phone: needed(200), smscode: needed(16) }),
    out: z.object({ smscode: z.string(), username: z.string() }),
  },
  /** A POST only: a password does not belong into an address. */
  passwordChange: {
    method: 'POST',
    path: '/sys/user/passwordChange',
    public: true,
    rate: 'login',
    secret: true,
    message: 'ok.passwordReset',
    in: z.object({ username: needed(100), password, smscode: needed(16), phone: needed(200) }),
    out: z.null(),
  },
  /** Never for strangers: it reveals a user's number. */
  querySysUser: {
    method: 'GET',
    path: '/sys/user/querySysUser',
    perm: 'sys:user:list',
    in: z.object({ username: typed(100).optional(), phone: typed(40).optional() }),
    out: z.object({ username: z.string(), phone: z.string().nullable() }),
  },
  validateCas: {
    method: 'GET',
    path: '/cas/client/validateLogin',
    public: true,
    rate: 'login',
    secret: true,
    message: 'ok.login',
    in: z.object({
      ticket: typed(300).default(''),
      service: typed(500).default(''),
      totp: secondFactor.optional(),
    }),
    out: loginResult.partial({ sysAllDictItems: true }),
  },
  /**
   * What the pages before the sign-in may offer: the names of ways in and nothing of how they work.
   */
  options: {
    method: 'GET',
    path: '/sys/signIn/options',
    public: true,
    rate: 'public',
    in: z.object({ tenant }),
    out: z.object({
      registration: z.boolean(),
      /** Whose customer one becomes, where registration is open. */
      company: z.string().nullable(),
      passwordMode: z.enum(['seed', 'nist']),
      third: z.array(z.object({ source: z.enum(THIRD_SOURCES), name: z.string().nullable() })),
      /**
       * By what a code can be sent: to a user of any tenant where none is named, to who registers
       * only by the tenant's own. Where nothing can, an administrator reads it out.
       */
      codes: z.object({ account: channels, registration: channels }),
    }),
  },
})

/** Who asked to be let in. */
export const registrationList = crud(
  entity({
    name: 'registrations',
    table: 'registration',
    scope: 'tenant',
    label: 'username',
    fields: {
      username: text({ readOnly: true, filter: 'like', sort: true, width: 140 }),
      realname: text({ readOnly: true, filter: 'like', width: 120 }),
      company: text({ readOnly: true, filter: 'like', sort: true, width: 200 }),
      phone: text({ readOnly: true, filter: 'like', width: 150 }),
      email: text({ readOnly: true, filter: 'like', width: 200 }),
      state: dict('registration_state', { readOnly: true, filter: 'in', sort: true, width: 100 }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 160 }),
      reason: text({ readOnly: true, width: 200 }),
      thirdName: text({ readOnly: true, show: ['detail'] }),
      ip: text({ readOnly: true, show: ['detail'] }),
      decidedBy: text({ readOnly: true, show: ['detail'] }),
      decidedAt: datetime({ readOnly: true, show: ['detail'] }),
    },
  }),
  {
    path: '/sys/registration',
    perm: 'sys:registration',
    verbs: ['list', 'queryById', 'exportXls'],
  },
)
const mode = z.object({ mode: z.enum(REGISTRATION_MODES, { error: 'field.dict' }) })

/** Decisions of a tenant's administration on registrations. */
export const registrations = endpoints({
  approve: {
    method: 'POST',
    path: '/sys/registration/approve',
    perm: 'sys:registration:decide',
    in: z.object({ id: idText, version: rowVersion }),
    out: z.object({ userId: z.string(), customerId: z.string() }),
    touches: ['/sys/registration'],
  },
  refuse: {
    method: 'POST',
    path: '/sys/registration/refuse',
    perm: 'sys:registration:decide',
    in: z.object({ id: idText, version: rowVersion, reason: needed(300) }),
    out: z.null(),
    touches: ['/sys/registration'],
  },
  mode: {
    method: 'GET',
    path: '/sys/registration/mode',
    perm: 'sys:registration:list',
    in: z.object({}),
    /** `channels`: by what applicants can be informed of the decision. */
    out: mode.extend({ channels }),
  },
  saveMode: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/registration/mode/edit',
    perm: 'sys:registration:decide',
    in: mode,
    out: mode,
    message: 'ok.edited',
    touches: ['/sys/registration'],
  },
})
