import { z } from 'zod'
import { endpoints, ofPlatform } from '../kit/endpoint.ts'
import { int, text } from '../kit/field.ts'
import { listQuery, pageOf } from '../kit/page.ts'

/** How a figure is written: bytes and milliseconds are numbers, `text` is shown as it is. */
export const UNITS = ['bytes', 'ms', 'seconds', 'percent', 'count', 'text', 'moment'] as const
const unit = z.enum(UNITS)
export type Unit = z.output<typeof unit>

/** `null`: not known on this machine. */
const value = z.union([z.number(), z.string()]).nullable()
const fact = z.object({ key: z.string(), unit, value, alarm: z.boolean().optional() })
export type Fact = z.output<typeof fact>
const table = z.object({
  key: z.string(),
  columns: z.array(z.object({ key: z.string(), unit })),
  rows: z.array(z.record(z.string(), value)),
})
export type FigureTable = z.output<typeof table>
const chart = z.object({
  key: z.string(),
  unit,
  /** One point per minute of the last hour, or per quarter of an hour of the last day. */
  points: z.array(z.object({ at: z.string(), value: z.number() })),
})
export type FigureChart = z.output<typeof chart>
const board = z.object({
  at: z.string(),
  /** The process that answered: with several nodes each has figures of its own; empty where all answer the same. */
  node: z.string(),
  facts: z.array(fact),
  tables: z.array(table),
  charts: z.array(chart),
})
export type Board = z.output<typeof board>

const SPANS = ['hour', 'day'] as const
const boardCall = <const P extends string, const R extends string>(path: P, perm: R) =>
  ({
    method: 'GET',
    path: `/monitor/${path}`,
    perm,
    in: z.object({ span: z.enum(SPANS).default('hour') }),
    out: board,
  }) as const

export const traceFields = {
  path: text({ filter: 'like', width: 320 }),
  username: text({ filter: 'like', width: 130 }),
  status: int({ filter: 'range', sort: true, width: 90 }),
  ms: int({ filter: 'range', sort: true, width: 110 }),
}
export const traceRow = z.object({
  id: z.string(),
  at: z.string(),
  method: z.string(),
  /** Without its query; of public calls the route, since their paths carry secrets. */
  path: z.string(),
  status: z.number(),
  ms: z.number(),
  username: z.string().nullable(),
  tenantId: z.string().nullable(),
  ip: z.string(),
  requestId: z.string(),
  /** Of an allow-list only: no cookie, no token. */
  headers: z.record(z.string(), z.string()),
})
export type TraceRow = z.output<typeof traceRow>

const bare = { method: 'GET', reply: 'bare', in: z.object({}) } as const
export const METRIC_NAME = z.string().regex(/^[a-z.]{1,60}$/, { error: 'field.invalid' })
export const DIAGNOSTICS = [
  'locks',
  'queries',
  'jobs',
  'tables',
  'indexes',
  'connections',
  'migrations',
  'settings',
] as const

const installation = ofPlatform({
  disk: boardCall('disk', 'mon:disk:view'),
  /** From which share of a volume in percent operators get a notice. */
  setDiskAlarm: {
    method: 'PUT',
    path: '/monitor/diskAlarm',
    perm: 'mon:disk:edit',
    in: z.object({ percent: z.int().min(50).max(99) }),
    out: z.null(),
    touches: ['/monitor/disk'],
  },
  runtime: boardCall('runtime', 'mon:runtime:view'),
  system: boardCall('system', 'mon:system:view'),
  web: boardCall('web', 'mon:web:view'),
  cache: boardCall('cache', 'mon:cache:view'),
  clearCache: {
    method: 'PUT',
    path: '/monitor/clearCache',
    perm: 'mon:cache:clear',
    in: z.object({ name: z.string().min(1).max(60) }),
    out: z.object({ entries: z.number() }),
    touches: ['/monitor/cache'],
  },
  traces: {
    method: 'GET',
    path: '/monitor/traces',
    perm: 'mon:http:view',
    in: listQuery(traceFields),
    out: pageOf(traceRow),
  },
  /** The same calls as an HTTP archive (HAR 1.2), without bodies. */
  archive: {
    method: 'GET',
    path: '/monitor/archive',
    perm: 'mon:http:export',
    reply: 'file',
    in: z.object({}),
    out: z.null(),
  },
  /** Runs one of a fixed list of questions to the database; nothing is typed. */
  diagnose: {
    method: 'POST',
    path: '/monitor/diagnose',
    perm: 'mon:terminal:run',
    stepUp: true,
    in: z.object({ name: z.enum(DIAGNOSTICS) }),
    out: table,
  },
})

export const monitoring = endpoints({
  ...installation,
  /** Of the caller's own tenant. */
  carriers: boardCall('carriers', 'mon:carrier:view'),
})

/** What the family's clients ask, answered without an envelope (wire.md §10). */
export const actuator = ofPlatform({
  disks: {
    method: 'GET',
    path: '/actuator/redis/queryDiskInfo',
    perm: 'mon:disk:view',
    in: z.object({}),
    out: z.array(
      z.object({ name: z.string(), max: z.number(), rest: z.number(), restPPT: z.number() }),
    ),
  },
  cacheInfo: {
    method: 'GET',
    path: '/actuator/redis/info',
    perm: 'mon:cache:view',
    in: z.object({}),
    out: z.array(z.object({ key: z.string(), value: z.string(), description: z.string() })),
  },
  cacheSize: {
    ...bare,
    path: '/actuator/redis/keysSize',
    perm: 'mon:cache:view',
    out: z.object({ create_time: z.number(), dbSize: z.number() }),
  },
  cacheMemory: {
    ...bare,
    path: '/actuator/redis/memoryInfo',
    perm: 'mon:cache:view',
    out: z.object({ used_memory: z.string(), create_time: z.number() }),
  },
  httptrace: {
    ...bare,
    path: '/actuator/httptrace',
    perm: 'mon:http:view',
    out: z.object({
      traces: z.array(
        z.object({
          timestamp: z.string(),
          request: z.object({
            method: z.string(),
            uri: z.string(),
            headers: z.record(z.string(), z.array(z.string())),
          }),
          response: z.object({
            status: z.number(),
            headers: z.record(z.string(), z.array(z.string())),
          }),
          timeTaken: z.number(),
        }),
      ),
    }),
  },
  metric: {
    ...bare,
    path: '/actuator/metrics/{name}',
    perm: ['mon:runtime:view', 'mon:system:view', 'mon:web:view'],
    in: z.object({ name: METRIC_NAME }),
    out: z.object({
      name: z.string(),
      measurements: z.array(z.object({ statistic: z.string(), value: z.number() })).min(1),
      availableTags: z.array(z.never()),
    }),
  },
  /** For Prometheus, which signs in with an API key. */
  prometheus: {
    method: 'GET',
    path: '/actuator/prometheus',
    perm: 'mon:web:view',
    reply: 'file',
    in: z.object({}),
    out: z.null(),
  },
})
