import { z } from 'zod'
import { KIND_CODES } from '../kinds/kinds.ts'
import { orderPerms } from '../kinds/kind-perms.ts'
import { CHARSETS, SEPARATORS } from '../../kit/charsets.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { idText, INT_MAX, moment } from '../../kit/envelope.ts'
import { filtersOf } from '../../kit/entity.ts'
import { exportQuery, pageOf, pageQuery } from '../../kit/page.ts'
import { shipmentList } from '../shipments.ts'
import { IMPORT_COLUMNS } from './import-fields.ts'
import { CELL_MAX, importMapping, mappingName, savedMapping } from './import-mappings.ts'

export { IMPORT_COLUMNS, type ImportColumn } from './import-fields.ts'

export const importError = z.object({
  row: z.number(),
  reference: z.string().nullable(),
  column: z.string(),
  /** The cell's text, cut where it is long; null where it is empty or was not kept. */
  value: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  /** The order is taken all the same. */
  warning: z.boolean(),
})
export type ImportError = z.infer<typeof importError>

/** A row of an order that was refused, as it now stands: with what was mended in it. */
export const importRow = z.object({
  row: z.number(),
  /** Row its order begins in. */
  order: z.number(),
  values: z.record(z.string(), z.string()),
  /** Fields with a mended value. */
  mended: z.array(z.string()),
  /** Its order has no error any more. */
  ready: z.boolean(),
  errors: z.array(importError),
  /** What is worth a look, though the order is taken. */
  warnings: z.array(importError),
  /** Town and state by the postal code, where they are empty or others; nothing takes them unasked. */
  proposed: z.record(z.string(), z.string()),
})
export type ImportRow = z.infer<typeof importRow>

/**
 * `total`, `done`, `accepted`, `refused` count orders; rows of errors are as the sheet numbers them
 * (header = 1).
 */
export const importState = z.object({
  id: z.string(),
  fileName: z.string(),
  /** The kind of its orders that name none. */
  shipmentResource: z.string(),
  dryRun: z.boolean(),
  /** `mapping`: it waits until a user has assigned the columns. */
  status: z.enum(['mapping', 'queued', 'running', 'done', 'failed']),
  total: z.number(),
  done: z.number(),
  accepted: z.number(),
  refused: z.number(),
  /** Orders taken with a warning. */
  warned: z.number(),
  /** Refused orders that were mended since and can be taken. */
  mended: z.number(),
  /** The import a dry run was taken as; it is taken once. */
  takenAs: z.string().nullable(),
  /** When what is left of it was given up: it can be taken up again. */
  dismissedAt: z.string().nullable(),
  dismissedBy: z.string().nullable(),
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
   * customer. `review` true: a file whose headings are new waits for its mapping.
   */
  importExcel: {
    method: 'POST',
    path: '/erp/shipment/importExcel',
    perm: orderPerms('import'),
    in: z.object({}),
    out: z.object({ id: z.string() }),
    body: 'multipart',
    limit: 21 * 1024 * 1024,
    idempotency: 'accepted',
    touches: ['/erp/shipmentImport/list'],
  },
  /** What a file's columns are called and hold, and what each is taken for. */
  layout: {
    method: 'GET',
    path: '/erp/shipmentImport/layout',
    perm: orderPerms('import'),
    in: z.object({ id: idText }),
    out: z.object({
      /** How the file is read: chosen or guessed, with cells that show whether it is right. */
      reading: z.object({
        /** Names of a workbook's sheets; none of a text file. */
        sheets: z.array(z.string()),
        sheet: z.string().nullable(),
        charset: z.enum(CHARSETS).nullable(),
        separator: z.enum(SEPARATORS).nullable(),
        cells: z.array(z.string()),
      }),
      headings: z.array(z.string()),
      /** First rows below the headings. */
      samples: z.array(z.array(z.string())),
      mapping: importMapping,
      saved: z.array(savedMapping),
      /** Codes a fixed value is chosen from, by field. */
      choices: z.record(z.string(), z.array(z.string())),
      /** Whether the caller may share a mapping with sub-accounts. */
      mayShare: z.boolean(),
    }),
  },
  /**
   * Reads a dry run's file again by another sheet, charset or separator; what is left out is guessed.
   * Its columns are matched anew, and what was mended in its rows is gone with them.
   */
  reread: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/shipmentImport/reread',
    perm: orderPerms('import'),
    rate: 'heavy',
    in: z.object({
      id: idText,
      sheet: z.string().max(255, { error: 'field.tooLong' }).nullable().default(null),
      charset: z.enum(CHARSETS, { error: 'field.dict' }).nullable().default(null),
      separator: z.enum(SEPARATORS, { error: 'field.dict' }).nullable().default(null),
    }),
    out: z.null(),
    idempotency: 'accepted',
    touches: ['/erp/shipmentImport'],
  },
  /** Assigns columns to fields; a dry run starts again with it. */
  map: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/shipmentImport/map',
    perm: orderPerms('import'),
    in: z.object({
      id: idText,
      mapping: importMapping,
      /** Used by itself for the customer's next file with these headings. */
      save: z.object({ name: mappingName, shared: z.boolean().default(false) }).nullish(),
    }),
    out: z.null(),
    idempotency: 'accepted',
    touches: ['/erp/shipmentImport'],
  },
  /** Rows of orders with errors, and of those that were mended. */
  rows: {
    method: 'GET',
    path: '/erp/shipmentImport/rows',
    perm: orderPerms('import'),
    in: pageQuery({
      id: idText,
      pageNo: z.coerce.number().int().min(1).max(1000).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(100),
    }),
    out: pageOf(importRow),
  },
  /** Puts other values into cells; the orders of these rows alone are checked again. */
  mend: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/shipmentImport/mend',
    perm: orderPerms('import'),
    in: z.object({
      id: idText,
      rows: z
        .array(
          z.object({
            row: z
              .number()
              .int()
              .min(1, { error: 'field.ref' })
              .max(INT_MAX, { error: 'field.ref' }),
            /** By field; null takes the file's own value again. */
            cells: z.partialRecord(
              z.enum(IMPORT_COLUMNS, { error: 'field.dict' }),
              z.string().trim().max(CELL_MAX, { error: 'field.tooLong' }).nullable(),
            ),
          }),
        )
        .min(1, { error: 'field.required' })
        .max(500, { error: 'field.tooMany' }),
    }),
    out: z.object({ rows: z.array(importRow) }),
    idempotency: 'accepted',
    touches: ['/erp/shipmentImport'],
  },
  /**
   * Puts one value into a column of all rows that are still refused: into every one, into those
   * without a value, or in place of a text. A dry run starts again with it.
   */
  mendAll: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/shipmentImport/mendAll',
    perm: orderPerms('import'),
    in: z.object({
      id: idText,
      field: z.enum(IMPORT_COLUMNS, { error: 'field.dict' }),
      /** Null: every row; empty: rows without a value; else what is replaced. */
      find: z.string().max(CELL_MAX, { error: 'field.tooLong' }).nullable().default(null),
      value: z.string().trim().max(CELL_MAX, { error: 'field.tooLong' }),
    }),
    out: z.object({ rows: z.number() }),
    idempotency: 'accepted',
    touches: ['/erp/shipmentImport'],
  },
  queryById: {
    method: 'GET',
    path: '/erp/shipmentImport/queryById',
    perm: orderPerms('import'),
    in: z.object({ id: idText }),
    out: importState.extend({
      errors: z.array(importError),
      warnings: z.array(importError),
      errorsCapped: z.boolean(),
    }),
  },
  list: {
    method: 'GET',
    path: '/erp/shipmentImport/list',
    perm: orderPerms('import'),
    in: pageQuery({
      pageNo: z.coerce.number().int().min(1).max(1000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(10),
      /** Taken files, not given up, of which something was refused or that failed; `false`: others. */
      unresolved: z.enum(['true', 'false'], { error: 'field.bool' }).optional(),
      createTime_begin: moment.optional(),
      createTime_end: moment.optional(),
    }),
    out: pageOf(importState),
  },
  /**
   * The file again, for real: what a dry run looked at is taken without a second upload, with all
   * that was mended. Of an import that was taken: the orders mended since.
   */
  commit: {
    method: 'POST',
    path: '/erp/shipmentImport/commit',
    perm: orderPerms('import'),
    in: z.object({
      id: idText,
      /** Refuses where an order has an error, instead of leaving it out. */
      whole: z.boolean().default(false),
    }),
    out: z.object({ id: z.string() }),
    idempotency: 'accepted',
    touches: ['/erp/shipmentImport', '/erp/shipment', '/rwms/dashboard'],
  },
  /** Gives up what was refused, or a file that was not taken; `dismissed` false: no longer. */
  dismiss: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/shipmentImport/dismiss',
    perm: orderPerms('import'),
    in: z.object({ id: idText, dismissed: z.boolean().default(true) }),
    out: z.null(),
    idempotency: 'accepted',
    touches: ['/erp/shipmentImport', '/rwms/dashboard'],
  },
  /** An import whose work broke goes on where it stood. */
  retry: {
    method: 'POST',
    path: '/erp/shipmentImport/retry',
    perm: orderPerms('import'),
    in: z.object({ id: idText }),
    out: z.null(),
    idempotency: 'accepted',
    touches: ['/erp/shipmentImport/list'],
  },
  exportErrors: {
    method: 'GET',
    path: '/erp/shipmentImport/exportErrors',
    perm: orderPerms('import'),
    in: z.object({ id: idText, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    out: z.null(),
    reply: 'file',
  },
  /**
   * The orders of a list's filters with all their fields, a row per parcel and line of contents, in
   * the layout of the template: the file can be imported again. With `shipmentResource` the columns
   * of that kind.
   */
  exportLines: {
    method: 'GET',
    also: ['POST'],
    path: '/erp/shipment/exportLines',
    perm: orderPerms('export'),
    in: exportQuery(filtersOf(shipmentList)),
    out: z.null(),
    reply: 'file',
  },
  template: {
    method: 'GET',
    path: '/erp/shipmentImport/template',
    perm: orderPerms('import'),
    in: z.object({
      /** The kind whose columns it has; without it the customer's. */
      shipmentResource: z.enum(KIND_CODES, { error: 'shipmentResource.unknown' }).optional(),
      format: z.enum(['xlsx', 'csv']).default('xlsx'),
    }),
    out: z.null(),
    reply: 'file',
  },
})
