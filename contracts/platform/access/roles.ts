import { z } from 'zod'
import { ofStaff } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../../kit/envelope.ts'
import { bool, datetime, dict, text, textarea } from '../../kit/field.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'

/** What a user may do and how far it reaches. Its grants are given on a screen of their own. */
export const roleList = crud(
  entity({
    name: 'roles',
    table: 'sys_role',
    scope: 'tenant',
    label: 'roleName',
    fields: {
      roleCode: text({
        required: true,
        max: 64,
        unique: true,
        filter: 'like',
        sort: true,
        width: 160,
      }),
      roleName: text({ required: true, max: 60, filter: 'like', sort: true, width: 180 }),
      roleNameEn: text({ max: 60, filter: 'like', width: 180 }),
      dataScope: dict('data_scope', {
        required: true,
        initial: 'tenant',
        filter: 'in',
        sort: true,
        width: 140,
      }),
      builtIn: bool({ readOnly: true, filter: 'eq', width: 90 }),
      /**
       * Where its holders begin after signing in, as far as the role grants that page; empty: the
       * first page of all.
       */
      homePath: text({ max: 200, show: ['form', 'detail'] }),
      /** Its holders see phones, mail addresses and tax numbers masked, whatever else they hold. */
      maskPersonal: bool({ initial: false, filter: 'eq', width: 110 }),
      description: textarea({ max: 500, show: ['list', 'form', 'detail'], width: 260 }),
      descriptionEn: textarea({ max: 500, show: ['list', 'form', 'detail'], width: 260 }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, show: ['detail'] }),
    },
  }),
  {
    path: '/sys/role',
    perm: 'sys:role',
    staff: true,
    sort: { column: 'createTime', order: 'asc' },
    verbs: ['list', 'queryById', 'add', 'edit', 'exportXls', 'importExcel'],
    byHand: ['delete', 'deleteBatch', 'options'],
    when: { delete: { field: 'builtIn', oneOf: [false], otherwise: 'role.builtIn' } },
  },
)

const grantable = { grantable: z.boolean() }
const brief = z.object({ code: z.string(), name: z.string() })
const { options } = roleList.endpoints

export const roles = ofStaff({
  /**
   * All roles, for choosing: a user's form needs them too. `grantable`: the caller could give it
   * away (only what the caller has).
   */
  queryall: {
    method: 'GET',
    path: '/sys/role/queryall',
    perm: ['sys:role:list', 'sys:user:list', 'sys:roleuser:list'],
    in: z.object({}),
    out: z.array(roleList.row.extend(grantable)),
  },
  /** How many users hold each role. */
  counts: {
    method: 'GET',
    path: '/sys/role/counts',
    perm: ['sys:role:list', 'sys:roleuser:list'],
    in: z.object({}),
    out: z.array(z.object({ id: z.string(), users: z.number(), ...grantable })),
  },
  options: {
    method: 'GET',
    path: '/sys/role/options',
    perm: ['sys:role:list', 'sys:user:list', 'sys:roleuser:list'],
    in: options.in,
    out: options.out,
  },
  delete: {
    method: 'DELETE',
    path: '/sys/role/delete',
    perm: 'sys:role:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.roleDeleted',
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/sys/role/deleteBatch',
    perm: 'sys:role:delete',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.rolesDeleted',
  },
  checkRoleCode: {
    method: 'GET',
    path: '/sys/role/checkRoleCode',
    perm: ['sys:role:add', 'sys:role:edit'],
    in: z.object({
      id: z.union([z.literal(''), idText]).optional(),
      roleCode: z.string().trim().max(64),
    }),
    out: z.boolean(),
  },
  /** A new role with the same grants and data rules. */
  copy: {
    method: 'POST',
    path: '/sys/role/copy',
    perm: 'sys:role:add',
    message: 'ok.added',
    idempotency: 'accepted',
    out: roleList.row,
    in: z.object({
      id: idText,
      roleCode: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(64, { error: 'field.tooLong' }),
      roleName: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(60, { error: 'field.tooLong' }),
    }),
    touches: ['/sys/role'],
  },
  compare: {
    method: 'GET',
    path: '/sys/role/compare',
    perm: 'sys:role:list',
    in: z.object({ a: idText, b: idText }),
    out: z.object({ onlyA: z.array(brief), onlyB: z.array(brief), both: z.array(brief) }),
  },
})
