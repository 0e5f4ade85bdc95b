import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idList, idText, rowVersion } from '../kit/envelope.ts'
import { datetime, dict, ref, text, textarea } from '../kit/field.ts'
import { asText } from '../kit/text-line.ts'
import { kg, no, scanned, scanRow } from './scans.ts'

/** What a bag weighs may differ from its parcels' sum by the larger of the two. */
export const TOLERANCE = { percent: 3, grams: 200 } as const
export const PACKAGE_PIECES_MAX = 2000
/** Of a bag's number; a printed one may be given by hand. */
export const PACKAGE_NO = /^BG\d{1,18}$/i

export const outPackageList = crud(
  entity({
    name: 'out-packages',
    table: 'out_package',
    scope: 'tenant',
    depot: 'depot_id',
    label: 'no',
    fields: {
      no: text({ readOnly: true, filter: 'prefix', sort: true, width: 150 }),
      kind: dict('out_package_kind', { readOnly: true, filter: 'in', width: 90 }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 130 }),
      status: dict('out_package_status', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      sealNo: text({ readOnly: true, filter: 'prefix', width: 130 }),
      recountedAt: datetime({ readOnly: true, show: ['detail'] }),
      recountedBy: text({ readOnly: true, show: ['detail'] }),
      closedAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      closedBy: text({ readOnly: true, width: 110 }),
      remark: textarea({ readOnly: true, max: 300 }),
    },
  }),
  { path: '/erp/outPackage', perm: 'wh:pkg', verbs: ['list', 'exportXls'] },
)

const packageRow = z.object({
  parcelId: z.string(),
  trackNo: z.string().nullable(),
  serialNumber: z.string(),
  serviceName: z.string(),
  country: z.string(),
  sortCode: z.string().nullable(),
  weightKg: z.string(),
  createBy: z.string().nullable(),
  createTime: z.string(),
})

/** A rule with what it has come to by the parcels inside. */
const rules = z.object({
  oneService: z.boolean(),
  service: z.string().nullable(),
  oneTarget: z.enum(['1', '2']).nullable(),
  country: z.string().nullable(),
  sortCode: z.string().nullable(),
  maxPieces: z.number(),
  maxWeightKg: z.string(),
})

/** Null where a blind count hides them. */
const figures = {
  pieces: z.number().nullable(),
  weightKg: z.string().nullable(),
}

export const packageDetail = z.object({
  id: z.string(),
  version: z.number(),
  no: z.string(),
  kind: z.string(),
  kind_dictText: z.string(),
  status: z.string(),
  status_dictText: z.string(),
  depotId: z.string(),
  depotCode: z.string(),
  rules,
  ...figures,
  tareKg: z.string(),
  weighedKg: z.string().nullable(),
  /** Weighed without tare less the sum of the parcels. */
  differenceKg: z.string().nullable(),
  sealNo: z.string().nullable(),
  recountedAt: z.string().nullable(),
  recountedBy: z.string().nullable(),
  recountFits: z.boolean().nullable(),
  closedAt: z.string().nullable(),
  closedBy: z.string().nullable(),
  batchId: z.string().nullable(),
  batchNo: z.string().nullable(),
  remark: z.string().nullable(),
  rows: z.array(packageRow),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  actions: z.record(z.string(), z.string().nullable()),
})
export type PackageDetail = z.infer<typeof packageDetail>

export const packageResult = z.object({
  ...scanned,
  package: z.object({ id: z.string(), no: z.string(), pieces: z.number(), weightKg: z.string() }),
})
export type PackageResult = z.infer<typeof packageResult>

const seal = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{1,40}$/, { error: 'outPackage.seal' })

/** Touched by whatever changes what is in a bag. */
const inside = ['/erp/outPackage', '/erp/sorting', '/erp/intoParcel'] as const

export const outPackages = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/outPackage/queryById',
    perm: 'wh:pkg:list',
    in: z.object({
      id: idText,
      /** For a blind count: without pieces, weights and rows. */
      blind: z.literal('1').optional(),
    }),
    out: packageDetail,
  },
  /** Opens a bag or pallet at a depot. */
  add: {
    method: 'POST',
    path: '/erp/outPackage/add',
    perm: 'wh:pkg:scan',
    in: z.object({
      depotId: idText,
      kind: z.enum(['1', '2'], { error: 'field.dict' }).default('1'),
      no: z.preprocess((value) => value || undefined, no.optional()),
      oneService: z.boolean().default(true),
      oneTarget: z.enum(['1', '2'], { error: 'field.dict' }).nullish(),
      maxPieces: z
        .number({ error: 'field.required' })
        .int()
        .min(1, { error: 'field.tooSmall' })
        .max(PACKAGE_PIECES_MAX, { error: 'field.tooLarge' })
        .default(200),
      maxWeightKg: asText(kg),
      tareKg: asText(kg),
      remark: z.string().trim().max(300, { error: 'field.tooLong' }).nullish(),
    }),
    out: packageDetail,
    idempotency: 'accepted',
    message: 'ok.added',
    touches: ['/erp/outPackage'],
  },
  scan: {
    method: 'POST',
    path: '/erp/outPackage/scan',
    perm: 'wh:pkg:scan',
    in: z.object({ id: idText, no }),
    out: packageResult,
    idempotency: 'accepted',
    touches: inside,
  },
  removeScan: {
    method: 'POST',
    path: '/erp/outPackage/removeScan',
    perm: 'wh:pkg:scan',
    in: z.object({ id: idText, no }),
    out: packageResult,
    idempotency: 'accepted',
    touches: inside,
  },
  /** Moves a parcel from the bag it is in to another one that is open. */
  transfer: {
    method: 'POST',
    path: '/erp/outPackage/transfer',
    perm: 'wh:pkg:scan',
    in: z.object({ id: idText, no, toId: idText }),
    out: packageResult,
    idempotency: 'accepted',
    touches: inside,
  },
  /** What was counted without looking at the list: compared with it, and nothing is booked. */
  recount: {
    method: 'POST',
    path: '/erp/outPackage/recount',
    perm: 'wh:pkg:scan',
    in: z.object({ id: idText, nos: z.array(no).max(PACKAGE_PIECES_MAX * 2) }),
    out: z.object({
      fits: z.boolean(),
      counted: z.number(),
      missing: z.array(z.string()),
      extra: z.array(z.string()),
    }),
    idempotency: 'accepted',
    touches: ['/erp/outPackage'],
  },
  /**
   * Closes a bag with its seal. A weight beyond the tolerance is refused unless `despite` gives the
   * difference as it was shown.
   */
  close: {
    method: 'PUT',
    path: '/erp/outPackage/close',
    perm: 'wh:pkg:scan',
    in: z.object({
      id: idText,
      version: rowVersion,
      sealNo: z.preprocess((value) => value || undefined, seal.optional()),
      weightKg: asText(kg),
      despite: z.boolean().default(false),
    }),
    out: packageDetail,
    idempotency: 'accepted',
    touches: ['/erp/outPackage'],
  },
  reopen: {
    method: 'PUT',
    path: '/erp/outPackage/reopen',
    perm: 'wh:pkg:scan',
    in: z.object({ id: idText, version: rowVersion }),
    out: packageDetail,
    idempotency: 'accepted',
    touches: ['/erp/outPackage'],
  },
  /** The bag a scanned number names, to go on with it. */
  find: {
    method: 'GET',
    path: '/erp/outPackage/find',
    perm: 'wh:pkg:list',
    in: z.object({ no }),
    out: z.object({ id: z.string() }),
  },
  recent: {
    method: 'GET',
    path: '/erp/outPackage/recent',
    perm: 'wh:pkg:scan',
    in: z.object({ id: idText }),
    out: z.array(scanRow),
  },
  label: {
    method: 'GET',
    path: '/erp/outPackage/label',
    perm: 'wh:pkg:list',
    in: z.object({ id: idText }),
    out: z.null(),
    reply: 'file',
  },
  counts: {
    method: 'GET',
    path: '/erp/outPackage/counts',
    perm: 'wh:pkg:list',
    in: z.object({ ids: idList }),
    out: z.record(z.string(), z.object({ pieces: z.number(), weightKg: z.string() })),
  },
})
