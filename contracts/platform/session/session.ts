import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText } from '../../kit/envelope.ts'
import { userInfo } from './session.user.ts'

export const dictOption = z.object({
  value: z.string(),
  text: z.string(),
  title: z.string(),
  color: z.string().nullable().optional(),
  /** Its name in the other language, where that differs: it is found by both. */
  otherText: z.string().nullable().optional(),
})
export type DictOption = z.infer<typeof dictOption>
/** Options by dictionary. */
export const dictMap = z.record(z.string(), z.array(dictOption))

const depart = z.object({
  id: z.string(),
  orgCode: z.string(),
  departName: z.string(),
  departNameEn: z.string().nullable(),
})
export type Depart = z.infer<typeof depart>
/**
 * Where the session works: its tenant, and the departments to choose from there, the one last used
 * first. `multi_depart`: 0 none, 1 one, 2 several.
 */
const place = z.object({ tenantId: z.string(), departs: z.array(depart), multi_depart: z.number() })
export const loginResult = place.extend({
  token: z.string(),
  userInfo,
  /** False where the user has chosen to go on where they left off. */
  ask: z.boolean(),
  sysAllDictItems: dictMap,
  printSet: z.unknown().nullable(),
})
export type LoginAnswer = z.infer<typeof loginResult>
const tenantChoice = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string().nullable(),
  status: z.string(),
})
export type TenantChoice = z.infer<typeof tenantChoice>

const captcha = {
  captcha: z.string().max(16).optional(),
  checkKey: z.union([z.string(), z.number()]).transform(String).optional(),
}
/** A code of the authenticator, or one of the recovery codes. */
export const secondFactor = z
  .string({ error: 'field.text' })
  .trim()
  .max(40, { error: 'field.tooLong' })
const nameAndPassword = {
  username: z
    .string({ error: 'field.required' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(100),
  password: z.string({ error: 'field.required' }).min(1, { error: 'field.required' }).max(128),
  ...captcha,
  totp: secondFactor.optional(),
  /** In place of a one-time password (`session.passwordOnce`). */
  newpassword: z.string({ error: 'field.text' }).max(200, { error: 'field.tooLong' }).optional(),
}

const menuMeta = z.object({
  title: z.string(),
  icon: z.string().optional(),
  keepAlive: z.boolean(),
  internalOrExternal: z.boolean(),
  url: z.string().optional(),
  /** The Chinese title as pinyin and as initials, where asked for. */
  spoken: z.string().optional(),
  permissionList: z
    .array(z.object({ type: z.string(), action: z.string(), status: z.string().optional() }))
    .optional(),
})
export interface MenuNode {
  id: string
  path: string
  name: string
  component: string
  route: '0' | '1'
  redirect?: string | null
  hidden?: boolean
  alwaysShow?: boolean
  meta: z.infer<typeof menuMeta>
  children?: MenuNode[]
}
export const menuNode: z.ZodType<MenuNode, MenuNode> = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  component: z.string(),
  route: z.enum(['0', '1']),
  redirect: z.string().nullable().optional(),
  hidden: z.boolean().optional(),
  alwaysShow: z.boolean().optional(),
  meta: menuMeta,
  get children() {
    return z.array(menuNode).optional()
  },
})
const grant = z.object({ action: z.string(), type: z.string(), describe: z.string() })

/** Signing in and what a signed-in user may see (wire.md §4.2, §5.1). */
export const session = endpoints({
  login: {
    method: 'POST',
    path: '/sys/login',
    public: true,
    rate: 'login',
    secret: true,
    message: 'ok.login',
    // Without remember_me the session lasts a shift, not seven days.
    in: z.object({ ...nameAndPassword, remember_me: z.boolean().optional() }),
    out: loginResult,
  },
  /** For apps; held back by the same delays and the same captcha as the page. */
  mLogin: {
    method: 'POST',
    path: '/sys/mLogin',
    public: true,
    rate: 'login',
    secret: true,
    message: 'ok.login',
    in: z.object(nameAndPassword),
    out: z.object({ userInfo, token: z.string() }),
  },
  checkCaptcha: {
    method: 'POST',
    path: '/sys/checkCaptcha',
    public: true,
    rate: 'login',
    in: z.object({ captcha: captcha.captcha.nullable(), checkKey: captcha.checkKey.nullable() }),
    out: z.null(),
  },
  randomImage: {
    method: 'GET',
    path: '/sys/randomImage/{key}',
    public: true,
    rate: 'login',
    in: z.object({ key: z.string().regex(/^\d{1,20}$/) }),
    out: z.string(),
  },
  logout: {
    method: 'POST',
    path: '/sys/logout',
    login: true,
    acting: true,
    in: z.object({}),
    out: z.null(),
    message: 'ok.logout',
  },
  /**
   * The person shows once more who it is; good for ten minutes of what asks for it
   * (`session.stepUp`).
   */
  stepUp: {
    method: 'POST',
    path: '/sys/stepUp',
    login: true,
    rate: 'login',
    secret: true,
    in: z.object({
      password: z.string({ error: 'field.text' }).max(128).optional(),
      totp: secondFactor.optional(),
    }),
    out: z.null(),
  },
  getUserPermissionByToken: {
    method: 'GET',
    path: '/sys/permission/getUserPermissionByToken',
    login: true,
    in: z.object({
      token: z.string().max(200).optional(),
      /** With the titles as they are typed in Latin letters. */
      spoken: z.literal('true').optional(),
    }),
    out: z.object({
      menu: z.array(menuNode),
      auth: z.array(grant),
      allAuth: z.array(grant.extend({ status: z.string() })),
    }),
  },
})

/** Tenant and department of a session (wire.md §4.2, §4.3): always the caller's own. */
export const places = endpoints({
  getCurrentUserDeparts: {
    method: 'GET',
    path: '/sys/user/getCurrentUserDeparts',
    login: true,
    in: z.object({}),
    out: z.object({ list: z.array(depart), orgCode: z.string().nullable() }),
  },
  selectDepart: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/selectDepart',
    login: true,
    own: true,
    in: z.object({
      orgCode: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(64),
      username: z.string().max(100).nullish(),
    }),
    out: z.object({ userInfo }),
  },
  tenants: {
    method: 'GET',
    path: '/sys/tenant/queryList',
    login: true,
    in: z.object({
      ids: z
        .string({ error: 'field.text' })
        .regex(/^[\d, ]*$/, { error: 'field.ref' })
        .max(2_000)
        .optional(),
    }),
    out: z.array(tenantChoice),
  },
  selectTenant: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/selectTenant',
    login: true,
    own: true,
    in: z.object({
      tenantId: z.string({ error: 'field.required' }).regex(/^\d{1,18}$/, { error: 'field.ref' }),
    }),
    out: place.extend({ userInfo }),
  },
})

/** Acting as a colleague or a customer, to see what they see (domain.md §4.4, Users). */
export const impersonation = endpoints({
  logInAs: {
    method: 'POST',
    path: '/sys/user/loginAs',
    stepUp: true,
    perm: 'sys:user:loginAs',
    secret: true,
    message: 'ok.login',
    in: z.object({
      id: idText,
      reason: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(200, { error: 'field.tooLong' }),
    }),
    out: loginResult,
  },
})

/** A dictionary's code, or `table,text,code` of a table the product lends as one. */
const dictCode = z.string().max(200, { error: 'field.tooLong' })
/** Dictionaries as the family's clients read them (wire.md §5.2). */
export const dictionaries = endpoints({
  queryAllDictItems: {
    method: 'GET',
    path: '/sys/dict/queryAllDictItems',
    login: true,
    in: z.object({}),
    out: dictMap,
  },
  getDictItems: {
    method: 'GET',
    path: '/sys/dict/getDictItems/{code}',
    login: true,
    // The codes a program's calls answer and take are words of dictionaries.
    keys: true,
    in: z.object({ code: dictCode }),
    out: z.array(dictOption),
  },
  refleshCache: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/dict/refleshCache',
    login: true,
    in: z.object({}),
    out: z.null(),
  },
})
