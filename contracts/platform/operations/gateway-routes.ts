import { z } from 'zod'
import { endpoints, ofPlatform } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText, rowVersion } from '../../kit/envelope.ts'

/** Where routes lie, below the base path. */
export const GATEWAY = '/gateway'
export const ROUTES_MAX = 200

const part = (names: readonly [string, ...string[]]) =>
  z.array(
    z.strictObject({
      name: z.enum(names, { error: 'gateway.part' }),
      args: z.array(z.string().min(1).max(200)).min(1).max(20),
    }),
  )
/** When a route is taken, and what it does to a call. */
export const predicateList = part(['Path', 'Method'])
export const filterList = part(['PrefixPath', 'AddRequestHeader'])
export type Predicate = z.infer<typeof predicateList>[number]
export type Filter = z.infer<typeof filterList>[number]

const json = z.string().max(4_000, { error: 'field.tooLong' })
const fields = {
  name: z.string().trim().min(1, { error: 'field.required' }).max(60, { error: 'field.tooLong' }),
  /** Scheme, host and port. */
  uri: z.string().trim().max(300, { error: 'field.tooLong' }),
  predicates: json,
  filters: json.default('[]'),
  retryable: z.boolean().default(false),
  stripPrefix: z.int({ error: 'field.int' }).min(0).max(10).default(0),
  persist: z.boolean().default(false),
  /** Named in the description of the API. */
  showApi: z.boolean().default(false),
  /** `public`, `login`, or the permission that opens it. */
  access: z.string().regex(/^[A-Za-z][A-Za-z0-9:]{0,63}$/, { error: 'gateway.access' }),
  status: z.union([z.literal(0), z.literal(1)], { error: 'field.invalid' }).default(1),
  orderNum: z.int({ error: 'field.int' }).min(0).max(10_000).default(100),
}
export const routeDraft = z.object(fields)
export type RouteDraft = z.infer<typeof routeDraft>
const row = z.object({
  id: z.string(),
  name: z.string(),
  uri: z.string(),
  predicates: z.string(),
  filters: z.string(),
  retryable: z.boolean(),
  stripPrefix: z.number(),
  persist: z.boolean(),
  showApi: z.boolean(),
  access: z.string(),
  status: z.number(),
  orderNum: z.number(),
  version: z.number(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type GatewayRoute = z.infer<typeof row>

const DIFFERENCES = ['added', 'removed', 'changed'] as const
const difference = z.object({
  name: z.string(),
  kind: z.enum(DIFFERENCES),
  /** Fields with what is in force and what would be. */
  fields: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})
const LIST = '/sys/gatewayRoute'
const one = z.object({ id: idText })

/** Routes of the gateway (wire.md §10), for the platform's own people. */
export const gatewayRoutes = ofPlatform(
  endpoints({
    list: {
      method: 'GET',
      path: '/sys/gatewayRoute/list',
      perm: 'sys:gateway:list',
      in: z.object({}),
      out: z.array(row),
    },
    /** All routes at once, as the JSON editor of other clients sends them. */
    updateAll: {
      method: 'POST',
      path: '/sys/gatewayRoute/updateAll',
      perm: 'sys:gateway:edit',
      in: z.object({ routes: z.string().max(500_000, { error: 'field.tooLong' }) }),
      out: z.null(),
      message: 'ok.saved',
      touches: [LIST],
    },
    add: {
      method: 'POST',
      path: '/sys/gatewayRoute/add',
      perm: 'sys:gateway:add',
      in: routeDraft,
      out: row,
      message: 'ok.added',
      touches: [LIST],
    },
    edit: {
      method: 'PUT',
      also: ['POST'],
      path: '/sys/gatewayRoute/edit',
      perm: 'sys:gateway:edit',
      in: routeDraft.extend({ id: idText, version: rowVersion }),
      out: row,
      message: 'ok.edited',
      touches: [LIST],
    },
    copy: {
      method: 'POST',
      path: '/sys/gatewayRoute/copyRoute',
      perm: 'sys:gateway:add',
      in: one,
      out: row,
      message: 'ok.added',
      touches: [LIST],
    },
    delete: {
      method: 'DELETE',
      path: '/sys/gatewayRoute/delete',
      perm: 'sys:gateway:delete',
      in: one,
      out: z.null(),
      message: 'ok.deleted',
      touches: [LIST],
    },
    bin: {
      method: 'GET',
      path: '/sys/gatewayRoute/deleteList',
      perm: 'sys:gateway:list',
      in: z.object({}),
      out: z.array(row),
    },
    restore: {
      method: 'PUT',
      path: '/sys/gatewayRoute/putRecycleBin',
      perm: 'sys:gateway:delete',
      in: z.object({ ids: idList }),
      out: bulkResult,
      idempotency: 'accepted',
      touches: [LIST],
    },
    purge: {
      method: 'DELETE',
      path: '/sys/gatewayRoute/deleteRecycleBin',
      perm: 'sys:gateway:delete',
      in: z.object({ ids: idList }),
      out: bulkResult,
      idempotency: 'accepted',
      touches: [LIST],
    },
    diff: {
      method: 'GET',
      path: '/sys/gatewayRoute/diff',
      perm: 'sys:gateway:list',
      in: z.object({}),
      out: z.object({
        publishedAt: z.string().nullable(),
        publishedBy: z.string().nullable(),
        differences: z.array(difference),
      }),
    },
    publish: {
      method: 'POST',
      path: '/sys/gatewayRoute/publish',
      perm: 'sys:gateway:publish',
      in: z.object({}),
      out: z.object({ routes: z.number() }),
      message: 'ok.done',
      touches: [LIST],
    },
    /** This process reads the routes in force again; the others do within seconds. */
    clearRedis: {
      method: 'GET',
      path: '/sys/gatewayRoute/clearRedis',
      perm: 'sys:gateway:publish',
      in: z.object({}),
      out: z.null(),
      message: 'ok.done',
    },
  }),
)
