import { z } from 'zod'
import { ofStaff } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText, rowVersion } from '../../kit/envelope.ts'
import { ref, text } from '../../kit/field.ts'
import { exportQuery, listQuery, pageOf } from '../../kit/page.ts'
import { importResult } from '../../kit/crud.ts'
import type { RowOf } from '../../kit/entity.ts'
import { passwordText, userDraft as draft, username } from '../rules/user-rules.ts'
import { userActivity } from './users.activity.ts'
import { userList } from './users.ts'

/**
 * A user as lists and forms see one: the entity, and ids and names of departments, roles and
 * positions (wire.md §6.1); comma-separated.
 */
export type UserRow = RowOf<typeof userList> & {
  username: string
  realname: string
  /** Department names. */
  orgCodeTxt: string
  selecteddeparts: string
  selectedroles: string
  /** Positions by code. */
  post: string
  /** Departments the user is a superior of. */
  departIds: string
  /** Depots a member of staff is bound to, where the role's reach is the own depots. */
  depotIds: string
  /**
   * The home tenant, and others the user may work in: shown to the platform's administrators only.
   */
  relTenantIds: string
}
const joined = z.string()
export const userRow = userList.row.extend({
  orgCodeTxt: joined,
  selecteddeparts: joined,
  selectedroles: joined,
  roles_dictText: joined,
  post: joined,
  post_dictText: joined,
  departIds: joined,
  departIds_dictText: joined,
  depotIds: joined,
  depotIds_dictText: joined,
  relTenantIds: joined,
}) as unknown as z.ZodType<UserRow, UserRow>

/** `password`: the one-time password the server made where none was sent; answered once. */
export type NewUserRow = UserRow & { password?: string }
const newUserRow = (userRow as unknown as z.ZodObject).extend({
  password: z.string().optional(),
}) as unknown as z.ZodType<NewUserRow, NewUserRow>

/** What a list can also be narrowed by: a department with all below it, roles, a position. */
const filters = {
  ...userList.fields,
  departId: ref('departments', { filter: 'eq' }),
  roleId: ref('roles', { filter: 'in' }),
  positionId: ref('positions', { filter: 'eq' }),
  kind: text({ filter: 'eq' }),
}
export type UserFilters = typeof filters

const password = { password: passwordText.optional(), confirmpassword: passwordText.nullish() }
const ids = z.object({ ids: idList })
export const userIds = z.object({ userIds: idList })
const treeNode = z.object({
  key: z.string(),
  value: z.string(),
  title: z.string(),
  children: z.array(z.never()),
})

export const users = ofStaff({
  list: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/user/list',
    perm: 'sys:user:list',
    in: listQuery(filters),
    out: pageOf(userRow),
  },
  queryById: {
    method: 'GET',
    path: '/sys/user/queryById',
    perm: 'sys:user:list',
    in: z.object({ id: idText }),
    out: userRow,
  },
  queryByIds: {
    method: 'GET',
    path: '/sys/user/queryByIds',
    perm: 'sys:user:list',
    in: userIds,
    out: z.array(userRow),
  },
  options: {
    method: 'GET',
    path: '/sys/user/options',
    perm: 'sys:user:list',
    in: userList.endpoints.options.in,
    out: userList.endpoints.options.out,
  },
  add: {
    method: 'POST',
    path: '/sys/user/add',
    perm: 'sys:user:add',
    secret: true,
    message: 'ok.added',
    in: draft.extend({
      username,
      customerId: z.preprocess((value) => value || null, idText.nullable()).optional(),
      ...password,
    }),
    out: newUserRow,
    touches: ['/sys/user', '/sys/role'],
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/user/edit',
    perm: 'sys:user:edit',
    in: draft.extend({ id: idText, version: rowVersion }),
    out: userRow,
    message: 'ok.edited',
    touches: ['/sys/user', '/sys/role'],
  },
  frozenBatch: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/user/frozenBatch',
    perm: 'sys:user:freeze',
    in: ids.extend({
      status: z.union(
        [
          z.enum(['1', '2']),
          z.literal([1, 2]).transform((value): '1' | '2' => (value === 1 ? '1' : '2')),
        ],
        { error: 'field.dict' },
      ),
    }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.usersFrozen',
    touches: ['/sys/user'],
  },
  changePassword: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/user/changePassword',
    stepUp: true,
    perm: 'sys:user:password',
    secret: true,
    in: z.object({
      username: z.string({ error: 'field.required' }).trim().max(100),
      password: passwordText,
      confirmpassword: passwordText,
    }),
    out: z.null(),
    message: 'ok.passwordChanged',
  },
  /** A generated password, shown once to who asked for it. */
  resetPassword: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/user/resetPassword',
    stepUp: true,
    perm: 'sys:user:password',
    secret: true,
    in: z.object({ id: idText }),
    out: z.object({ username: z.string(), password: z.string() }),
    message: 'ok.passwordChanged',
  },
  delete: {
    method: 'DELETE',
    path: '/sys/user/delete',
    perm: 'sys:user:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.userDeleted',
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/sys/user/deleteBatch',
    perm: 'sys:user:delete',
    in: ids,
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.usersDeleted',
  },
  recycleBin: {
    method: 'GET',
    path: '/sys/user/recycleBin',
    perm: 'sys:user:delete',
    in: z.object({}),
    out: z.array(userRow),
  },
  putRecycleBin: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/user/putRecycleBin',
    perm: 'sys:user:delete',
    in: userIds,
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.restored',
    touches: ['/sys/user'],
  },
  deleteRecycleBin: {
    method: 'DELETE',
    path: '/sys/user/deleteRecycleBin',
    perm: 'sys:user:delete',
    in: userIds,
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deleted',
    touches: ['/sys/user'],
  },
  generateUserId: {
    method: 'GET',
    path: '/sys/user/generateUserId',
    perm: 'sys:user:add',
    in: z.object({}),
    out: z.string(),
  },
  queryUserRole: {
    method: 'GET',
    path: '/sys/user/queryUserRole',
    perm: 'sys:user:list',
    in: z.object({ userid: idText }),
    out: z.array(z.string()),
  },
  userDepartList: {
    method: 'GET',
    path: '/sys/user/userDepartList',
    perm: 'sys:user:list',
    in: z.object({ userId: idText }),
    out: z.array(treeNode),
  },
  exportXls: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/user/exportXls',
    perm: 'sys:user:export',
    in: exportQuery(filters),
    out: z.null(),
    reply: 'file',
  },
  importExcel: {
    method: 'POST',
    path: '/sys/user/importExcel',
    stepUp: true,
    perm: 'sys:user:import',
    in: z.object({ dryRun: z.enum(['true', 'false'], { error: 'field.invalid' }).optional() }),
    out: importResult,
    body: 'multipart',
    limit: 21 * 1024 * 1024,
    idempotency: 'accepted',
    touches: ['/sys/user'],
  },
  importTemplate: {
    method: 'GET',
    path: '/sys/user/importTemplate',
    perm: 'sys:user:import',
    in: z.object({}),
    out: z.null(),
    reply: 'file',
  },
  activity: {
    method: 'GET',
    path: '/sys/user/activity',
    perm: 'sys:user:list',
    in: z.object({ id: idText }),
    out: userActivity,
  },
  endSessions: {
    method: 'DELETE',
    path: '/sys/user/endSessions',
    perm: 'sys:user:freeze',
    in: z.object({ id: idText }),
    out: z.object({ ended: z.number() }),
    touches: ['/sys/user/activity'],
  },
})
