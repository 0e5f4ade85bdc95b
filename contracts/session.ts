import { z } from 'zod'
import { endpoints } from './kit/endpoint.ts'

export const dictOption = z.object({ value: z.string(), text: z.string(), title: z.string(), color: z.string().nullable().optional() })
export type DictOption = z.infer<typeof dictOption>

export const userInfo = z.object({
  id: z.string(), username: z.string(), realname: z.string(), avatar: z.string().nullable(),
  email: z.string().nullable(), phone: z.string().nullable(), orgCode: z.string().nullable(),
  status: z.number(), customerId: z.string().nullable(), relTenantIds: z.string(),
  printSet: z.unknown().nullable(),
})
export type UserInfo = z.infer<typeof userInfo>

const depart = z.object({ id: z.string(), orgCode: z.string(), departName: z.string() })
const loginResult = z.object({
  token: z.string(), userInfo, departs: z.array(depart), multi_depart: z.number(),
  sysAllDictItems: z.record(z.string(), z.array(dictOption)), printSet: z.unknown().nullable(),
})

const menuMeta = z.object({
  title: z.string(), icon: z.string().optional(), keepAlive: z.boolean(), internalOrExternal: z.boolean(),
  url: z.string().optional(), permissionList: z.array(z.object({ type: z.string(), action: z.string(), status: z.string().optional() })).optional(),
})
export interface MenuNode {
  id: string; path: string; name: string; component: string; route: '0' | '1'
  redirect?: string | null; hidden?: boolean; alwaysShow?: boolean
  meta: z.infer<typeof menuMeta>; children?: MenuNode[]
}
export const menuNode: z.ZodType<MenuNode, MenuNode> = z.object({
  id: z.string(), path: z.string(), name: z.string(), component: z.string(), route: z.enum(['0', '1']),
  redirect: z.string().nullable().optional(), hidden: z.boolean().optional(), alwaysShow: z.boolean().optional(),
  meta: menuMeta, get children() { return z.array(menuNode).optional() },
})
const grant = z.object({ action: z.string(), type: z.string(), describe: z.string() })

/** Signing in and what a signed-in user may see (wire.md §4.2, §5.1). */
export const session = endpoints({
  login: {
    method: 'POST', path: '/sys/login', public: true, rate: 'login', message: 'ok.login',
    in: z.object({
      username: z.string({ error: 'field.required' }).trim().min(1, { error: 'field.required' }).max(100),
      password: z.string({ error: 'field.required' }).min(1, { error: 'field.required' }).max(128),
      remember_me: z.boolean().optional(), captcha: z.string().max(16).optional(),
      checkKey: z.union([z.string(), z.number()]).transform(String).optional(),
    }),
    out: loginResult,
  },
  randomImage: { method: 'GET', path: '/sys/randomImage/{key}', public: true, rate: 'login', in: z.object({ key: z.string().regex(/^\d{1,20}$/) }), out: z.string() },
  logout: { method: 'POST', path: '/sys/logout', login: true, in: z.object({}), out: z.null(), message: 'ok.logout' },
  getUserPermissionByToken: {
    method: 'GET', path: '/sys/permission/getUserPermissionByToken', login: true,
    in: z.object({ token: z.string().max(200).optional() }),
    out: z.object({ menu: z.array(menuNode), auth: z.array(grant), allAuth: z.array(grant.extend({ status: z.string() })) }),
  },
})

const dictMap = z.record(z.string(), z.array(dictOption))
const dictCode = z.string().regex(/^[a-z0-9_]{1,64}$/i, { error: 'dict.code' })
/** Dictionaries as the family's clients read them (wire.md §5.2). */
export const dictionaries = endpoints({
  queryAllDictItems: { method: 'GET', path: '/sys/dict/queryAllDictItems', login: true, in: z.object({}), out: dictMap },
  getDictItems: { method: 'GET', path: '/sys/dict/getDictItems/{code}', login: true, in: z.object({ code: dictCode }), out: z.array(dictOption) },
  refleshCache: { method: 'GET', also: ['POST'], path: '/sys/dict/refleshCache', login: true, in: z.object({}), out: z.null() },
})
