import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { bulkResult, idList, idText, rowVersion } from '../../kit/envelope.ts'
import { listQuery, pageOf } from '../../kit/page.ts'
import {
  avatarPath,
  departName,
  idsText,
  passwordText,
  userFields,
  username,
} from '../rules/user-rules.ts'
import { userList } from './users.ts'

/** How long a cap holds: for all orders ever confirmed, or again in each calendar month (UTC). */
export const SPEND_PERIODS = ['all', 'month'] as const
export type SpendPeriod = (typeof SPEND_PERIODS)[number]

/**
 * A sub-account as its main account sees it. Empty lists: everything the main account may use;
 * `spendUsed`: what confirmed orders have cost of the cap.
 */
export const subAccountRow = z.object({
  id: z.string(),
  version: z.number(),
  username: z.string(),
  realname: z.string(),
  nickname: z.string().nullable(),
  /** The customer's own word for where the user works. */
  depart: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  sex: z.string().nullable(),
  birthday: z.string().nullable(),
  workNo: z.string().nullable(),
  avatar: z.string().nullable(),
  status: z.string(),
  status_dictText: z.string(),
  lastLoginTime: z.string().nullable(),
  createTime: z.string(),
  customerId: z.string(),
  customerId_dictText: z.string(),
  parentUserId: z.string(),
  parentUserId_dictText: z.string(),
  perms: z.array(z.string()),
  allowedServices: z.string(),
  allowedDepots: z.string(),
  spendCap: z.string().nullable(),
  spendCurrency: z.string().nullable(),
  spendPeriod: z.enum(SPEND_PERIODS),
  spendUsed: z.string().nullable(),
})
export type SubAccountRow = z.infer<typeof subAccountRow>

const emptyIsNull = (value: unknown) => (value === '' ? null : value)
const current = {
  ...userFields,
  avatar: avatarPath,
  depart: departName,
  /** Codes out of the main account's own; absent: what the product proposes for sub-accounts. */
  perms: z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
      z.array(z.string().max(100)).max(500, { error: 'field.tooMany' }),
    )
    .optional(),
  allowedServices: idsText,
  allowedDepots: idsText,
  spendCap: z
    .preprocess(
      emptyIsNull,
      z
        .string({ error: 'field.decimal' })
        .trim()
        .regex(/^\d{1,12}(\.\d{1,4})?$/, { error: 'field.decimal' })
        .nullable(),
    )
    .optional(),
  spendCurrency: z
    .preprocess(
      emptyIsNull,
      z
        .string({ error: 'field.dict' })
        .regex(/^[A-Z]{3}$/, { error: 'field.dict' })
        .nullable(),
    )
    .optional(),
  spendPeriod: z.enum(SPEND_PERIODS, { error: 'field.dict' }).optional(),
}
const once = z.object({ username: z.string(), password: z.string() })

const { realname, phone, email, customerId, status, lastLoginTime } = userList.fields
/** A sub-account is a user seen by its main account: some of the same fields, calls of its own. */
export const subAccountList = crud(
  entity({
    name: 'sub-accounts',
    table: 'sys_user',
    scope: 'tenant',
    label: 'realname',
    fields: {
      username: userList.fields.username,
      realname,
      phone,
      email,
      customerId,
      status,
      lastLoginTime,
    },
  }),
  {
    path: '/erp/user/sub',
    perm: 'erp:subuser',
    verbs: [],
    byHand: ['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch', 'options'],
  },
)

/**
 * Accounts a customer's main account makes for its own people (specification §7). Staff reach those
 * of every customer.
 */
export const subAccounts = endpoints({
  list: {
    method: 'GET',
    also: ['POST'],
    path: '/erp/user/sub/list',
    perm: 'erp:subuser:list',
    in: listQuery(userList.fields),
    out: pageOf(subAccountRow),
  },
  queryById: {
    method: 'GET',
    path: '/erp/user/sub/queryById',
    perm: 'erp:subuser:list',
    in: z.object({ id: idText }),
    out: subAccountRow,
  },
  /** A customer's own people by name: its main account and those it made. */
  options: {
    method: 'GET',
    path: '/erp/user/sub/options',
    perm: 'erp:subuser:list',
    in: subAccountList.endpoints.options.in,
    out: subAccountList.endpoints.options.out,
  },
  /**
   * What may be handed on: the main account's rights (ticked: what the product proposes), its
   * services and depots.
   */
  choices: {
    method: 'GET',
    path: '/erp/user/sub/choices',
    perm: ['erp:subuser:add', 'erp:subuser:edit'],
    in: z.object({ parentUserId: idText.optional() }),
    out: z.object({
      perms: z.array(
        z.object({ code: z.string(), name: z.string(), menu: z.string(), proposed: z.boolean() }),
      ),
      services: z.array(z.object({ value: z.string(), text: z.string() })),
      depots: z.array(z.object({ value: z.string(), text: z.string() })),
    }),
  },
  /** Main accounts staff may add to. */
  parents: {
    method: 'GET',
    path: '/erp/user/sub/parents',
    perm: 'erp:subuser:add',
    in: z.object({ keyword: z.string().trim().max(100).optional() }),
    out: z.array(z.object({ value: z.string(), text: z.string() })),
  },
  add: {
    method: 'POST',
    path: '/erp/user/sub/add',
    perm: 'erp:subuser:add',
    secret: true,
    message: 'ok.added',
    // Whose it becomes is the caller's own account; only staff choose another.
    in: z.object({
      ...current,
      username,
      password: passwordText.optional(),
      confirmpassword: passwordText.nullish(),
      mainUserId: idText.optional(),
    }),
    out: z.object({
      account: subAccountRow,
      /** Null where one was chosen. */ password: z.string().nullable(),
    }),
    touches: ['/erp/user/sub'],
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/user/sub/edit',
    perm: 'erp:subuser:edit',
    in: z.object({ ...current, id: idText, version: rowVersion }),
    out: subAccountRow,
    message: 'ok.edited',
    touches: ['/erp/user/sub'],
  },
  frozenBatch: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/user/sub/frozenBatch',
    perm: 'erp:subuser:edit',
    in: z.object({ ids: idList, status: z.enum(['1', '2'], { error: 'field.dict' }) }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/user/sub'],
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/erp/user/sub/deleteBatch',
    perm: 'erp:subuser:delete',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.usersDeleted',
  },
  delete: {
    method: 'DELETE',
    path: '/erp/user/sub/delete',
    perm: 'erp:subuser:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.userDeleted',
  },
  resetPassword: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/user/sub/resetPassword',
    stepUp: true,
    perm: 'erp:subuser:edit',
    secret: true,
    in: z.object({ id: idText }),
    out: once,
    message: 'ok.passwordChanged',
  },
})
export type SubDraft = z.output<typeof subAccounts.edit.in>
