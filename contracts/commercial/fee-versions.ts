import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { cellError, idText, moment, rowVersion } from '../kit/envelope.ts'
import { datetime, int, rate, ref, text, textarea } from '../kit/field.ts'

/**
 * The prices of a table in a period. A published version is never changed: a new one is cloned
 * from it. `percentBp`: of a table that follows another one.
 */
export const feeVersions = entity({
  name: 'fee-versions',
  table: 'fee_version',
  scope: 'tenant',
  label: 'versionNo',
  fields: {
    feeId: ref('fees', { required: true, filter: 'in', width: 200 }),
    versionNo: int({ readOnly: true, sort: true, width: 90 }),
    validFrom: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
    validTo: datetime({ readOnly: true, sort: true, width: 150 }),
    publishedAt: datetime({ readOnly: true, width: 150 }),
    publishedBy: text({ readOnly: true, width: 120 }),
    percentBp: rate({ readOnly: true, width: 100 }),
    remark: textarea({ max: 500 }),
  },
})

/** Derived from the period: `draft` has none, `closed` is over. */
export const VERSION_STATES = ['draft', 'scheduled', 'active', 'closed'] as const
export type VersionState = (typeof VERSION_STATES)[number]
export function versionState(
  { validFrom, validTo }: { validFrom: string | null; validTo: string | null },
  now: number,
): VersionState {
  if (validFrom === null) return 'draft'
  if (Date.parse(validFrom) > now) return 'scheduled'
  return validTo !== null && Date.parse(validTo) <= now ? 'closed' : 'active'
}

/** Rows of weights and columns of zones a table has at most. */
export const SHEET_ROWS_MAX = 400
export const SHEET_ZONES_MAX = 120
const SHEET_BYTES = 4 * 1024 * 1024

const amount = z.string().max(24).nullable()
/**
 * One weight: its prices by zone, in the order of `zones`; null where there is none. `prices`: A the
 * price, B of the first weight, C per kg, D the fixed part. `seconds`: B per step, C the minimum, D
 * per kg.
 */
export const sheetRow = z.object({
  upTo: z.string().max(16).nullable(),
  step: z.string().max(16).nullable(),
  prices: z.array(amount).max(SHEET_ZONES_MAX),
  seconds: z.array(amount).max(SHEET_ZONES_MAX),
})
export type SheetRow = z.infer<typeof sheetRow>

export const sheetIssue = z.object({
  /** `warning`: saved all the same. `missing`: saved, but not to be activated. */
  level: z.enum(['warning', 'missing']),
  row: z.number().int().nullable(),
  zone: z.number().int(),
  code: z.string(),
  message: z.string(),
})
const zone = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string().nullable(),
  service: z.string(),
})
const versionHead = z.object({
  id: z.string(),
  versionNo: z.number().int(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  percentBp: z.number().int().nullable(),
  remark: z.string().nullable(),
  publishedBy: z.string().nullable(),
  version: z.number().int(),
  state: z.enum(VERSION_STATES),
  /** Customers see these prices before they count. */
  announced: z.boolean(),
})
export type VersionHead = z.infer<typeof versionHead>

/** A table with all its versions, and the prices of one of them as a sheet: weights × zones. */
export const priceSheet = z.object({
  fee: z.object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    nameEn: z.string().nullable(),
    kind: z.string(),
    currency: z.string(),
    stepMode: z.enum(['A', 'B', 'C', 'D']),
    status: z.string(),
    serviceId: z.string().nullable(),
    service: z.string().nullable(),
    baseFeeId: z.string().nullable(),
    baseName: z.string().nullable(),
    customers: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  versions: z.array(versionHead),
  current: versionHead.nullable(),
  zones: z.array(zone),
  rows: z.array(sheetRow),
  issues: z.array(sheetIssue),
  surcharges: z.number().int(),
  /** When the followed table changes while this version still counts. */
  baseChangesAt: z.string().nullable(),
})
export type PriceSheet = z.infer<typeof priceSheet>

const changed = { idempotency: 'accepted', touches: ['/erp/fee', '/erp/feeVersion'] } as const
const target = z.object({ id: idText, version: rowVersion })
/** Drafts price nothing: who may not change prices may prepare them for those who put them to use. */
const DRAFT = ['dlv:fee:edit', 'dlv:fee:draft'] as const

export const feePrices = endpoints({
  /** Of the version, or of the table's draft, current or newest one. */
  sheet: {
    method: 'GET',
    path: '/erp/fee/sheet',
    perm: 'dlv:fee:list',
    in: z.object({ feeId: idText, versionId: idText.nullish() }),
    out: priceSheet,
  },
  /** The customers a table is for, all of them. */
  assign: {
    method: 'PUT',
    path: '/erp/fee/assign',
    perm: 'dlv:fee:edit',
    in: z.object({ id: idText, customerIds: z.array(idText).max(5000) }),
    out: z.object({ count: z.number().int() }),
    ...changed,
    message: 'ok.edited',
  },
  /** A draft with the prices of another version, of the current one unless named. */
  clone: {
    method: 'POST',
    path: '/erp/feeVersion/clone',
    perm: DRAFT,
    in: z.object({ feeId: idText, fromId: idText.nullish() }),
    out: z.object({ id: z.string() }),
    ...changed,
    message: 'ok.added',
  },
  /** All prices of a draft. What is broken is refused at its cell, what is odd comes back. */
  save: {
    method: 'PUT',
    path: '/erp/feeVersion/saveSheet',
    perm: DRAFT,
    limit: SHEET_BYTES,
    in: target.extend({
      zones: z.array(idText).max(SHEET_ZONES_MAX),
      rows: z.array(sheetRow).max(SHEET_ROWS_MAX),
      percentBp: z.number().int().min(-9_999).max(100_000).nullish(),
      remark: z.string().max(500).nullish(),
    }),
    out: z.object({ version: z.number().int(), issues: z.array(sheetIssue) }),
    ...changed,
    message: 'ok.edited',
  },
  activate: {
    method: 'PUT',
    path: '/erp/feeVersion/activate',
    perm: 'dlv:fee:activate',
    in: target.extend({
      /** To the minute; without one it is now. */
      validFrom: moment.nullish(),
      /** Customers may see the prices from now on; without it, once they count. */
      announced: z.boolean().optional(),
    }),
    out: versionHead,
    ...changed,
    message: 'ok.edited',
  },
  /** A scheduled version becomes a draft again. */
  withdraw: {
    method: 'PUT',
    path: '/erp/feeVersion/withdraw',
    perm: 'dlv:fee:activate',
    in: target,
    out: versionHead,
    ...changed,
    message: 'ok.edited',
  },
  /** A draft only. */
  drop: {
    method: 'DELETE',
    path: '/erp/feeVersion/delete',
    perm: DRAFT,
    in: z.object({ id: idText }),
    out: z.null(),
    ...changed,
    message: 'ok.deleted',
  },
  /** The cells two versions of a table differ in. */
  compare: {
    method: 'GET',
    path: '/erp/feeVersion/compare',
    perm: 'dlv:fee:list',
    in: z.object({ id: idText, withId: idText }),
    out: z.object({
      currency: z.string(),
      same: z.number().int(),
      cells: z.array(
        z.object({
          zone: z.string(),
          upTo: z.string().nullable(),
          step: z.string().nullable(),
          part: z.enum(['price', 'second']),
          before: z.string().nullable(),
          after: z.string().nullable(),
          /** Hundredths of a percent; null where one of them is missing. */
          changeBp: z.number().int().nullable(),
        }),
      ),
    }),
  },
  exportXls: {
    method: 'GET',
    path: '/erp/feeVersion/exportXls',
    perm: 'dlv:fee:export',
    in: z.object({ id: idText }),
    out: z.unknown(),
    reply: 'file',
  },
  /** Weights down, zones across, as exported; with `dryRun` only checked. */
  importExcel: {
    method: 'POST',
    path: '/erp/feeVersion/importExcel',
    perm: ['dlv:fee:import', 'dlv:fee:draft'],
    /** In the query, or as parts of the body. */
    in: z.object({
      id: idText.optional(),
      dryRun: z.enum(['true', 'false'], { error: 'field.invalid' }).optional(),
    }),
    out: z.object({
      dryRun: z.boolean(),
      rows: z.number().int(),
      zones: z.number().int(),
      changed: z.number().int(),
      errors: z.array(cellError),
      warnings: z.array(sheetIssue),
    }),
    body: 'multipart',
    limit: 21 * 1024 * 1024,
    ...changed,
  },
})
