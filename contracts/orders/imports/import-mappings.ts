import { z } from 'zod'
import { orderPerms } from '../kinds/kind-perms.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { idText, rowVersion } from '../../kit/envelope.ts'
import { IMPORT_COLUMNS } from './import-fields.ts'

/** Columns a file may have; more are refused when it is read. */
const COLUMNS_MAX = 200
/** Longest text of a cell that is set or mended by hand. */
export const CELL_MAX = 500

/** Where the values of one field come from. No columns: `fill` for every row. */
export const mappedField = z.object({
  field: z.enum(IMPORT_COLUMNS, { error: 'field.dict' }),
  /** Columns of the file from 0; several are joined with a blank. */
  columns: z
    .array(
      z
        .number()
        .int()
        .min(0)
        .max(COLUMNS_MAX - 1),
    )
    .max(6, { error: 'field.tooMany' })
    .default([]),
  /** Unit of the column's numbers where it is not that of the field. */
  unit: z.enum(['g', 'mm', 'lb', 'oz', 'in'], { error: 'field.dict' }).nullable().default(null),
  /** Value of rows whose cells are empty. */
  fill: z.string().trim().max(CELL_MAX, { error: 'field.tooLong' }).nullable().default(null),
})
/**
 * How a file's columns become fields. `decimal`: the sign before the decimals; `auto` looks at the
 * numbers of the file and refuses those that could be read in two ways.
 */
export const importMapping = z.object({
  decimal: z.enum(['auto', 'point', 'comma'], { error: 'field.dict' }).default('auto'),
  fields: z
    .array(mappedField)
    .max(IMPORT_COLUMNS.length, { error: 'field.tooMany' })
    .refine((fields) => new Set(fields.map(({ field }) => field)).size === fields.length, {
      error: 'field.duplicate',
    }),
})
export type ImportMapping = z.output<typeof importMapping>
export type MappedField = z.output<typeof mappedField>

/** A mapping saved for one layout of files: the same headings in the same order. */
export const savedMapping = z.object({
  id: z.string(),
  name: z.string(),
  customerId: z.string(),
  customerId_dictText: z.string(),
  /** Used by the customer's sub-accounts, too. */
  shared: z.boolean(),
  headings: z.array(z.string()),
  mapping: importMapping,
  version: z.number(),
  createBy: z.string().nullable(),
  createTime: z.string(),
})
export type SavedMapping = z.output<typeof savedMapping>
export const mappingName = z
  .string()
  .trim()
  .min(1, { error: 'field.required' })
  .max(60, { error: 'field.tooLong' })

/** Saved mappings: the caller's own, and those shared with the users of the customer. */
export const importMappings = endpoints({
  list: {
    method: 'GET',
    path: '/erp/importMapping/list',
    perm: orderPerms('import'),
    in: z.object({ customerId: idText.optional() }),
    out: z.array(savedMapping),
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/importMapping/edit',
    perm: orderPerms('import'),
    in: z.object({
      id: idText,
      version: rowVersion,
      name: mappingName.optional(),
      shared: z.boolean().optional(),
      mapping: importMapping.optional(),
    }),
    out: savedMapping,
    message: 'ok.edited',
    touches: ['/erp/importMapping', '/erp/shipmentImport/layout'],
  },
  delete: {
    method: 'DELETE',
    path: '/erp/importMapping/delete',
    perm: orderPerms('import'),
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/erp/importMapping', '/erp/shipmentImport/layout'],
  },
})
