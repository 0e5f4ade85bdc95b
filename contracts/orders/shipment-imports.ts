import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'
import { pageOf } from '../kit/page.ts'

/** Columns of an order file, in the order of the template. */
export const IMPORT_COLUMNS = [
  'reference',
  'service',
  'depot',
  'consigneeName',
  'consigneeCompany',
  'phone',
  'email',
  'taxNumber',
  'country',
  'state',
  'city',
  'postalCode',
  'street',
  'house',
  'address2',
  'parcelReference',
  'weightKg',
  'lengthCm',
  'widthCm',
  'heightCm',
  'sku',
  'hscodeCn',
  'hscodeForeign',
  'nameCn',
  'nameEn',
  'quantity',
  'unitWeightKg',
  'unitPrice',
  'currency',
  'remark',
] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

export const importError = z.object({
  row: z.number(),
  reference: z.string().nullable(),
  column: z.string(),
  /** What the cell says, cut where it is long; null where it is empty or was not kept. */
  value: z.string().nullable(),
  code: z.string(),
  message: z.string(),
})
/**
 * `total`, `done`, `accepted`, `refused` count orders; rows of errors are as the sheet numbers them
 * (header = 1).
 */
export const importState = z.object({
  id: z.string(),
  fileName: z.string(),
  dryRun: z.boolean(),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  total: z.number(),
  done: z.number(),
  accepted: z.number(),
  refused: z.number(),
  /** What the accepted orders cost, one sum per currency; none for those who see no prices. */
  totals: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** Why the file as a whole could not be taken. */
  failure: z
    .object({
      code: z.string(),
      message: z.string(),
      /** The work broke, the file did not: it can go on from where it stood. */
      retryable: z.boolean(),
    })
    .nullable(),
  customerId: z.string(),
  customerId_dictText: z.string(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  finishedAt: z.string().nullable(),
})
export type ImportState = z.infer<typeof importState>

export const shipmentImports = endpoints({
  /**
   * Multipart: `file` (CSV or XLSX), `dryRun` true/false, `customerId` where staff import for a
   * customer.
   */
  importExcel: {
    method: 'POST',
    path: '/erp/shipment/importExcel',
    perm: 'ship:b2c:import',
    in: z.object({}),
    out: z.object({ id: z.string() }),
    body: 'multipart',
    limit: 21 * 1024 * 1024,
    idempotency: 'accepted',
    touches: ['/erp/shipmentImport/list'],
  },
  queryById: {
    method: 'GET',
    path: '/erp/shipmentImport/queryById',
    perm: 'ship:b2c:import',
    in: z.object({ id: idText }),
    out: importState.extend({ errors: z.array(importError), errorsCapped: z.boolean() }),
  },
  list: {
    method: 'GET',
    path: '/erp/shipmentImport/list',
    perm: 'ship:b2c:import',
    in: z.object({
      pageNo: z.coerce.number().int().min(1).max(1000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(10),
      /** Taken files of which something was refused, or that failed; `false`: the others. */
      unresolved: z.enum(['true', 'false'], { error: 'field.bool' }).optional(),
      createTime_begin: z.iso.datetime({ offset: true, error: 'field.datetime' }).optional(),
      createTime_end: z.iso.datetime({ offset: true, error: 'field.datetime' }).optional(),
    }),
    out: pageOf(importState),
  },
  /** The file again, for real: what a dry run looked at is taken without a second upload. */
  commit: {
    method: 'POST',
    path: '/erp/shipmentImport/commit',
    perm: 'ship:b2c:import',
    in: z.object({ id: idText }),
    out: z.object({ id: z.string() }),
    idempotency: 'accepted',
    touches: ['/erp/shipmentImport/list'],
  },
  /** An import whose work broke goes on where it stood. */
  retry: {
    method: 'POST',
    path: '/erp/shipmentImport/retry',
    perm: 'ship:b2c:import',
    in: z.object({ id: idText }),
    out: z.null(),
    idempotency: 'accepted',
    touches: ['/erp/shipmentImport/list'],
  },
  exportErrors: {
    method: 'GET',
    path: '/erp/shipmentImport/exportErrors',
    perm: 'ship:b2c:import',
    in: z.object({ id: idText, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    out: z.null(),
    reply: 'file',
  },
  template: {
    method: 'GET',
    path: '/erp/shipmentImport/template',
    perm: 'ship:b2c:import',
    in: z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    out: z.null(),
    reply: 'file',
  },
})
