import { z } from 'zod'
import { KIND_CODES } from '../kinds/kinds.ts'
import { orderPerms } from '../kinds/kind-perms.ts'
import { CHARSETS, SEPARATORS } from '../../kit/sheets/charsets.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { idText, INT_MAX, moment } from '../../kit/envelope.ts'
import { filtersOf } from '../../kit/entity.ts'
import { exportQuery, pageOf, pageQuery } from '../../kit/page.ts'
import { shipmentList } from '../shipments.ts'
import { IMPORT_COLUMNS } from './import-fields.ts'
import { importError, importRow, importState } from './import-state.ts'
import { CELL_MAX, importMapping, mappingName, savedMapping } from './import-mappings.ts'

export { IMPORT_COLUMNS, type ImportColumn } from './import-fields.ts'
export type { ImportError, ImportRow, ImportState } from './import-state.ts'

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
      /** What a fixed value is chosen from, by field: a code, and its text with the name if any. */
      choices: z.record(z.string(), z.array(z.object({ value: z.string(), text: z.string() }))),
      /** Whether the caller may share a mapping with sub-accounts. */
      mayShare: z.boolean(),
    }),
  },
  /**
   * Reads a dry run's file again by another sheet, charset or separator; what is left out is guessed.
   * Its columns are matched again, and what was mended in its rows is gone with them.
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
   * Puts one value into a column of all rows that are still refused: into those where its cell is
   * empty or refused, into every one, or in place of a text. A dry run starts again with it.
   */
  mendAll: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/shipmentImport/mendAll',
    perm: orderPerms('import'),
    in: z.object({
      id: idText,
      field: z.enum(IMPORT_COLUMNS, { error: 'field.dict' }),
      /** Null: by `cells`; empty: rows without a value; else what is replaced. */
      find: z.string().max(CELL_MAX, { error: 'field.tooLong' }).nullable().default(null),
      /** `open`: cells that are empty or refused; `all`: right ones as well. */
      cells: z.enum(['open', 'all'], { error: 'field.dict' }).default('open'),
      value: z.string().trim().max(CELL_MAX, { error: 'field.tooLong' }),
      /** Answers how many rows it would change, and changes none. */
      count: z.boolean().default(false),
    }),
    out: z.object({ rows: z.number() }),
    idempotency: 'accepted',
    touches: ['/erp/shipmentImport'],
  },
  /** Takes the last `mendAll` back, in every row it changed. */
  undoAll: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/shipmentImport/undoAll',
    perm: orderPerms('import'),
    in: z.object({ id: idText }),
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
