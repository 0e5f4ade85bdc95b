import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../../kit/envelope.ts'
import { pageOf, pageQuery } from '../../kit/page.ts'
import { sourceCounts } from './number-sources.ts'

/** Most bytes of one file of numbers. */
export const NUMBER_FILE_BYTES = 64 * 1024 * 1024
/** Most numbers of one file. */
export const NUMBER_ROWS_MAX = 2_000_000
/** Refused rows of a file that are kept with their reason; the others are counted. */
export const NUMBER_ERRORS_MAX = 10_000
/** Longest number, third number and mark. */
export const NUMBER_MAX = 40
export const THIRD_MAX = 64
/** Most numbers one search takes, most that are reserved at once. */
export const SEARCH_MAX = 200
export const RESERVE_MAX = 10_000

export const POOL_STATES = ['free', 'reserved', 'used', 'void'] as const
export type PoolState = (typeof POOL_STATES)[number]
/** What may be done with a number of a pool in each state. */
export const POOL_ACTIONS = {
  void: ['free', 'reserved'],
  release: ['reserved', 'void'],
} as const satisfies Record<string, readonly PoolState[]>

export const numberImport = z.object({
  id: z.string(),
  poolId: z.string(),
  poolCode: z.string(),
  fileName: z.string(),
  dryRun: z.boolean(),
  whole: z.boolean(),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  /** Rows of the file; 0 until it was read once. */
  total: z.number(),
  done: z.number(),
  accepted: z.number(),
  refused: z.number(),
  /** The import a dry run was taken as; it is taken once. */
  takenAs: z.string().nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  finishedAt: z.string().nullable(),
})
export type NumberImport = z.infer<typeof numberImport>

const rowError = z.object({
  row: z.number(),
  column: z.enum(['number', 'thirdId', 'thirdMark']),
  value: z.string().nullable(),
  code: z.string(),
  message: z.string(),
})

export const poolNumber = z.object({
  id: z.string(),
  number: z.string(),
  state: z.enum(POOL_STATES),
  thirdId: z.string().nullable(),
  thirdMark: z.string().nullable(),
  /** File it came with. */
  fileName: z.string().nullable(),
  reservedFor: z.string().nullable(),
  reservedUntil: z.string().nullable(),
  takenAt: z.string().nullable(),
  voidedAt: z.string().nullable(),
})

/** Where a number is: of a pool, of a segment, or of an order that came with it. */
export const foundNumber = z.object({
  asked: z.string(),
  number: z.string(),
  source: z.enum(['pool', 'segment', 'other']),
  sourceCode: z.string().nullable(),
  state: z.enum(POOL_STATES),
  thirdId: z.string().nullable(),
  thirdMark: z.string().nullable(),
  service: z.string().nullable(),
  customer: z.string().nullable(),
  orderNo: z.string().nullable(),
  shipmentId: z.string().nullable(),
  at: z.string().nullable(),
})

const whole = z.preprocess((value) => value ?? '1', z.coerce.number().int().min(1).max(1_000_000))
const size = z.preprocess((value) => value ?? '20', z.coerce.number().int().min(1).max(200))
const format = z.enum(['xlsx', 'csv']).default('csv')
const id = z.object({ id: idText })
const touches = ['/erp/numberPool'] as const

/** What is done with the numbers of pools. */
export const poolNumbers = endpoints({
  counts: {
    method: 'GET',
    path: '/erp/numberPool/counts',
    perm: 'dlv:number:list',
    in: z.object({ ids: idList }),
    out: z.record(z.string(), sourceCounts),
  },
  /**
   * Multipart: `file` (CSV, TXT or XLSX: number, thirdId, thirdMark; with or without a heading),
   * `poolId`, `dryRun` true/false, `whole` true: only if no row is refused.
   */
  importNumbers: {
    method: 'POST',
    path: '/erp/numberPool/importNumbers',
    perm: 'dlv:number:import',
    in: z.object({}),
    out: z.object({ id: z.string() }),
    body: 'multipart',
    limit: NUMBER_FILE_BYTES + 65_536,
    idempotency: 'accepted',
    touches,
  },
  /** Takes the file of a dry run, all rows or the good ones. */
  takeImport: {
    method: 'PUT',
    path: '/erp/numberPool/takeImport',
    perm: 'dlv:number:import',
    in: z.object({ id: idText, whole: z.boolean({ error: 'field.bool' }).default(false) }),
    out: z.object({ id: z.string() }),
    idempotency: 'accepted',
    touches,
  },
  imports: {
    method: 'GET',
    path: '/erp/numberPool/imports',
    perm: 'dlv:number:list',
    in: pageQuery({ poolId: idText.optional(), pageNo: whole, pageSize: size }),
    out: pageOf(numberImport),
  },
  importById: {
    method: 'GET',
    path: '/erp/numberPool/importById',
    perm: 'dlv:number:list',
    in: id,
    /** With its first refused rows. */
    out: numberImport.extend({ errors: z.array(rowError) }),
  },
  exportErrors: {
    method: 'GET',
    path: '/erp/numberPool/exportErrors',
    perm: 'dlv:number:import',
    reply: 'file',
    in: id.extend({ exportFormat: format }),
    out: z.null(),
  },
  numbers: {
    method: 'GET',
    path: '/erp/numberPool/numbers',
    perm: 'dlv:number:list',
    in: pageQuery({
      poolId: idText,
      state: z.enum(POOL_STATES).optional(),
      /** The beginning of a number or of a third number. */
      number: z.string().trim().max(THIRD_MAX).optional(),
      pageNo: whole,
      pageSize: size,
    }),
    out: pageOf(poolNumber),
  },
  /** Who has these numbers (or third numbers): of pools, segments and orders. */
  search: {
    method: 'POST',
    path: '/erp/numberPool/search',
    perm: 'dlv:number:list',
    in: z.object({
      numbers: z
        .array(z.string().trim().min(1, { error: 'field.required' }).max(THIRD_MAX))
        .min(1, { error: 'field.required' })
        .max(SEARCH_MAX, { error: 'field.tooMany' }),
    }),
    out: z.array(foundNumber),
  },
  /** Withdraws numbers no parcel has. */
  voidNumbers: {
    method: 'PUT',
    path: '/erp/numberPool/void',
    perm: 'dlv:number:void',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Makes reserved numbers free again, and void ones where the pool's rule allows it by now. */
  release: {
    method: 'PUT',
    path: '/erp/numberPool/release',
    perm: 'dlv:number:release',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Keeps the next free numbers from orders, for labels printed elsewhere. */
  reserve: {
    method: 'POST',
    path: '/erp/numberPool/reserve',
    perm: 'dlv:number:reserve',
    in: z.object({
      poolId: idText,
      count: z
        .number({ error: 'field.int' })
        .int({ error: 'field.int' })
        .min(1, { error: 'field.tooSmall' })
        .max(RESERVE_MAX, { error: 'field.tooLarge' }),
      /** They are free again after so many minutes; none: until they are released. */
      minutes: z
        .number({ error: 'field.int' })
        .int({ error: 'field.int' })
        .min(1, { error: 'field.tooSmall' })
        .max(525_600, { error: 'field.tooLarge' })
        .nullish(),
      reservedFor: z.string().trim().min(1, { error: 'field.required' }).max(100),
    }),
    out: z.object({ count: z.number(), first: z.string(), last: z.string() }),
    idempotency: 'accepted',
    touches,
  },
  exportUnused: {
    method: 'GET',
    path: '/erp/numberPool/exportUnused',
    perm: 'dlv:number:export',
    reply: 'file',
    in: z.object({ poolId: idText, exportFormat: format }),
    out: z.null(),
  },
})
