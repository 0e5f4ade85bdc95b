import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText, rowVersion } from '../../kit/envelope.ts'
import { notifyRules } from '../messaging/notify-rules.ts'
import { PICTURE_BYTES } from '../operations/files.ts'
import { userInfo } from './session.user.ts'
import { MOBILE, userFields } from '../rules/user-rules.ts'

const named = z.object({ id: z.string(), name: z.string() })
export const profile = z.object({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  nickname: z.string().nullable(),
  avatar: z.string().nullable(),
  sex: z.string().nullable(),
  birthday: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  workNo: z.string().nullable(),
  customer: z.string().nullable(),
  roles: z.array(z.string()),
  departs: z.array(named.extend({ orgCode: z.string(), current: z.boolean() })),
  tenants: z.array(named.extend({ current: z.boolean() })),
  createTime: z.string(),
  lastLoginTime: z.string().nullable(),
  version: z.number(),
})
export type Profile = z.infer<typeof profile>

const event = z.object({
  id: z.string(),
  at: z.string(),
  what: z.string(),
  kind: z.number().nullable(),
  ip: z.string().nullable(),
  outcome: z.string().nullable(),
  /** Who really did it, where another user acted as this one. */ actor: z.string().nullable(),
})
const thirdAccount = z.object({
  id: z.string(),
  provider: z.string(),
  issuer: z.string(),
  name: z.string().nullable(),
  createdAt: z.string(),
})
export type ThirdAccount = z.infer<typeof thirdAccount>

const delegate = z.object({
  realname: z.string(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
})
export type Delegate = z.infer<typeof delegate>

/** Addresses that can be used to sign in and open a forgotten password. */
export const CONTACTS = ['email', 'phone'] as const
export type Contact = (typeof CONTACTS)[number]
/** A new address with its kind, as a form sends it. */
const contact = {
  kind: z.enum(CONTACTS, { error: 'field.dict' }),
  value: z
    .string({ error: 'field.required' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(120, { error: 'field.tooLong' }),
}
const shaped = ({ kind, value }: { kind: Contact; value: string }, issues: z.RefinementCtx) => {
  if (kind === 'email' ? !z.email().safeParse(value).success : !MOBILE.test(value))
    issues.addIssue({
      code: 'custom',
      path: ['value'],
      message: kind === 'email' ? 'field.email' : 'field.mobile',
    })
}

const { realname, nickname, sex, birthday, phone, email, telephone } = userFields

/**
 * The caller's own account: profile, picture, activity, notifications. Always the caller's
 * own.
 */
export const account = endpoints({
  profile: {
    method: 'GET',
    path: '/sys/account/profile',
    login: true,
    own: true,
    in: z.object({}),
    out: profile,
  },
  saveProfile: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/account/profile/edit',
    login: true,
    own: true,
    message: 'ok.edited',
    in: z.object({
      version: rowVersion,
      realname,
      nickname,
      sex,
      birthday,
      phone,
      email,
      telephone,
    }),
    /** `confirm`: new addresses that were sent a code and take effect with it. */
    out: z.object({
      userInfo,
      confirm: z.array(z.object({ kind: z.enum(CONTACTS), value: z.string() })),
    }),
    touches: ['/sys/account'],
  },
  contactCode: {
    method: 'POST',
    path: '/sys/account/contact/code',
    stepUp: true,
    login: true,
    own: true,
    rate: 'login',
    in: z.object(contact).superRefine(shaped),
    out: z.null(),
  },
  confirmContact: {
    method: 'POST',
    path: '/sys/account/contact/confirm',
    login: true,
    own: true,
    rate: 'login',
    secret: true,
    message: 'ok.edited',
    in: z
      .object({
        ...contact,
        code: z
          .string({ error: 'field.required' })
          .trim()
          .min(1, { error: 'field.required' })
          .max(20, { error: 'field.tooLong' }),
      })
      .superRefine(shaped),
    out: z.object({ userInfo }),
    touches: ['/sys/account'],
  },
  savePicture: {
    method: 'POST',
    path: '/sys/account/picture',
    login: true,
    own: true,
    body: 'multipart',
    limit: PICTURE_BYTES + 64 * 1024,
    in: z.object({}),
    out: z.object({ userInfo }),
    message: 'ok.edited',
    touches: ['/sys/account'],
  },
  removePicture: {
    method: 'DELETE',
    path: '/sys/account/picture',
    login: true,
    own: true,
    in: z.object({}),
    out: z.object({ userInfo }),
    message: 'ok.edited',
    touches: ['/sys/account'],
  },
  activity: {
    method: 'GET',
    path: '/sys/account/activity',
    login: true,
    in: z.object({}),
    out: z.object({ signIns: z.array(event), operations: z.array(event) }),
  },
  notifyRules: {
    method: 'GET',
    path: '/sys/user/notifyRules',
    login: true,
    in: z.object({}),
    out: notifyRules,
  },
  saveNotifyRules: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/user/notifyRules/edit',
    login: true,
    message: 'ok.edited',
    in: notifyRules,
    out: notifyRules,
    touches: ['/sys/user/notifyRules'],
  },
  /** Who stands in for the caller in this tenant, and for whom the caller does. */
  standIns: {
    method: 'GET',
    path: '/sys/account/standIns',
    login: true,
    in: z.object({}),
    out: z.object({ mine: delegate.nullable(), forOthers: z.array(delegate) }),
  },
  thirdAccounts: {
    method: 'GET',
    path: '/sys/account/thirdAccount/list',
    login: true,
    own: true,
    in: z.object({}),
    out: z.array(thirdAccount),
  },
  unbind: {
    method: 'DELETE',
    path: '/sys/account/thirdAccount/delete',
    stepUp: true,
    login: true,
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/account/thirdAccount'],
  },
})
