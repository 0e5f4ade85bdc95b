import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { pageQuery } from '../../kit/page.ts'

const query = pageQuery({
  pageNo: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'field.int' })
    .default('1')
    .transform((value) => Math.min(1_000, Math.max(1, Number(value)))),
  pageSize: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'field.int' })
    .default('10')
    .transform((value) => Math.min(200, Math.max(1, Number(value)))),
})
const page = <R extends z.ZodType>(row: R) =>
  z.object({
    data: z.array(row),
    pageSize: z.number(),
    pageNo: z.number(),
    totalPage: z.number(),
    totalCount: z.number(),
  })
const permission = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  describe: z.string(),
  status: z.number(),
  parentId: z.string().nullable(),
})

/**
 * Paths clients of this family know from their samples (wire.md §10): real rows, each under the
 * right of the real list.
 */
export const genericLists = endpoints({
  user: {
    method: 'GET',
    path: '/api/user',
    perm: 'sys:user:list',
    in: query,
    out: page(
      z.object({
        key: z.string(),
        id: z.string(),
        username: z.string(),
        name: z.string(),
        status: z.string(),
        updatedAt: z.string(),
      }),
    ),
  },
  role: {
    method: 'GET',
    path: '/api/role',
    perm: 'sys:role:list',
    in: query,
    out: page(
      z.object({
        key: z.string(),
        id: z.string(),
        name: z.string(),
        describe: z.string().nullable(),
        status: z.number(),
        updatedAt: z.string(),
      }),
    ),
  },
  service: {
    method: 'GET',
    path: '/api/service',
    perm: 'dlv:service:list',
    in: query,
    out: page(
      z.object({
        key: z.string(),
        no: z.string(),
        description: z.string(),
        callNo: z.number(),
        status: z.number(),
        updatedAt: z.string(),
        editable: z.boolean(),
      }),
    ),
  },
  permission: {
    method: 'GET',
    path: '/api/permission',
    perm: 'sys:perm:list',
    in: query,
    out: page(permission),
  },
  permissionAll: {
    method: 'GET',
    path: '/api/permission/no-pager',
    perm: 'sys:perm:list',
    in: z.object({}),
    out: z.array(permission),
  },
})
/**
 * Whether a value is free, and only for the pairs of table and field clients of this family ask for
 * (wire.md §6.3).
 */
export const duplicates = endpoints({
  check: {
    method: 'GET',
    path: '/sys/duplicate/check',
    login: true,
    // It reveals which sign-in names the installation has: enough for a form, too slow for a list.
    rate: 'serials',
    in: z.object({
      tableName: z.string().max(64),
      fieldName: z.string().max(64),
      fieldVal: z.string().max(300),
      dataId: z.string().max(40).optional(),
    }),
    out: z.null(),
    message: 'ok.valueFree',
  },
})
