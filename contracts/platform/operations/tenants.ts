import { z } from 'zod'
import { ofPlatform } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../../kit/envelope.ts'
import { date, datetime, dict, int, text } from '../../kit/field.ts'
import { pageOf } from '../../kit/page.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { idsText, username } from '../rules/user-rules.ts'

/**
 * Outside all tenants: where those who run the platform are at home, and what the platform sets for
 * itself.
 */
export const PLATFORM_TENANT = '0'

/**
 * The companies in the installation. Every call is written by hand: only the platform's
 * administrators make, close or enter one.
 */
export const tenantList = crud(
  entity({
    name: 'tenants',
    table: 'tenant',
    scope: 'global',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 140 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 220 }),
      nameEn: text({ max: 100, filter: 'like', width: 200 }),
      beginDate: date({ filter: 'range', sort: true, width: 120 }),
      endDate: date({ filter: 'range', sort: true, width: 120 }),
      status: dict('tenant_status', {
        required: true,
        initial: '1',
        filter: 'eq',
        sort: true,
        width: 100,
      }),
      /** Megabytes its files may take; empty: as the installation has it. */
      fileQuotaMb: int({ min: 1, max: 100_000_000, width: 120 }),
      createTime: datetime({
        readOnly: true,
        filter: 'range',
        sort: true,
        width: 160,
        show: ['detail'],
      }),
    },
  }),
  {
    path: '/sys/tenant',
    perm: 'sys:tenant',
    verbs: [],
    byHand: ['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch', 'exportXls'],
  },
)

/**
 * With who administers it and how much it holds. Numbers travel as text, like every count in a row.
 */
export const tenantRow = tenantList.row.extend({
  admins: z.string(),
  users: z.string(),
  orders: z.string(),
  /** Names of its packs; none: it has everything. */
  packs: z.string(),
  packIds: z.array(z.string()),
})
const member = z.object({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status: z.string(),
  roles: z.string(),
  /** True for a user whose home is another tenant. */
  guest: z.boolean(),
  lastLoginTime: z.string().nullable(),
})
const { list, queryById, add, edit } = tenantList.endpoints
const bulk = z.object({ ids: idList })

export const tenants = ofPlatform({
  list: { ...list, out: pageOf(tenantRow) },
  queryById: { ...queryById, out: tenantRow },
  /**
   * Opens the tenant with its roles and reference data, and makes its administrator; the password
   * is shown once, here.
   */
  add: {
    method: add.method,
    path: add.path,
    perm: add.perm,
    message: add.message,
    secret: true,
    in: tenantList.input.extend({
      code: z.preprocess(
        (value) => (value === '' || value === null ? undefined : value),
        z.string({ error: 'field.text' }).trim().max(32, { error: 'field.tooLong' }).optional(),
      ),
      id: z.preprocess(
        (value) => (value === '' || value === null ? undefined : String(value)),
        z
          .string()
          .regex(/^[1-9]\d{0,8}$/, { error: 'field.ref' })
          .optional(),
      ),
      status: z.preprocess(
        (value) => (value === '' || value === null || value === undefined ? '1' : String(value)),
        z.enum(['0', '1'], { error: 'field.dict' }),
      ),
      adminUsername: username.optional(),
      adminRealname: z.string().trim().max(60).optional(),
    }),
    out: z.object({
      tenant: tenantRow,
      admin: z.object({ username: z.string(), password: z.string() }),
    }),
    touches: ['/sys/tenant'],
  },
  edit: { ...edit, out: tenantRow },
  freeze: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/tenant/freeze',
    perm: 'sys:tenant:edit',
    in: bulk.extend({ status: z.enum(['0', '1'], { error: 'field.dict' }) }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/sys/tenant'],
  },
  delete: {
    method: 'DELETE',
    path: '/sys/tenant/delete',
    perm: 'sys:tenant:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/sys/tenant/deleteBatch',
    perm: 'sys:tenant:delete',
    in: bulk,
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deletedBatch',
  },
  recycleBin: {
    method: 'GET',
    path: '/sys/tenant/recycleBin',
    perm: 'sys:tenant:delete',
    in: z.object({}),
    out: z.array(tenantRow),
  },
  restore: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/tenant/restore',
    perm: 'sys:tenant:delete',
    in: bulk,
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.restored',
    touches: ['/sys/tenant'],
  },
  exportXls: { ...tenantList.endpoints.exportXls },
  /** All users who can work in it: its own users, administrators first, and guests. */
  members: {
    method: 'GET',
    path: '/sys/tenant/members',
    perm: 'sys:tenant:list',
    in: z.object({ id: idText, keyword: z.string().trim().max(100).optional() }),
    out: z.array(member),
  },
  roles: {
    method: 'GET',
    path: '/sys/tenant/roles',
    perm: 'sys:tenant:list',
    in: z.object({ id: idText }),
    out: z.array(z.object({ value: z.string(), text: z.string() })),
  },
  invite: {
    method: 'POST',
    path: '/sys/tenant/invite',
    stepUp: true,
    perm: 'sys:tenant:edit',
    in: z.object({
      id: idText,
      username: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(64),
      roleIds: idsText,
    }),
    out: z.null(),
    message: 'ok.addedTo',
    idempotency: 'accepted',
    touches: ['/sys/tenant'],
  },
  remove: {
    method: 'DELETE',
    path: '/sys/tenant/removeMember',
    stepUp: true,
    perm: 'sys:tenant:edit',
    in: z.object({ id: idText, userId: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/tenant'],
  },
  /**
   * Lets the platform's administrator in; which is written down. The session then moves there by
   * `selectTenant`.
   */
  enter: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/tenant/enter',
    stepUp: true,
    perm: 'sys:tenant:enter',
    in: z.object({ id: idText }),
    out: z.null(),
  },
})
