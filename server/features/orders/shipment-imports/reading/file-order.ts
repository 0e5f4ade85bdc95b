import type { ImportColumn } from '#contracts/orders/imports/import-fields.ts'
import type { ErrorCode } from '#server/kit/http/errors.ts'

export type Values = Partial<Record<ImportColumn, string>>
/** A row by fields; fields without a value are left out. */
export interface MappedRow {
  /** As the sheet numbers it: the first line is 1. */
  readonly row: number
  readonly values: Values
  readonly faults: readonly CellFault[]
  /** Parts of an address in one field that were read without proof. */
  readonly unsure?: readonly ImportColumn[]
  /** Fields whose value is the mapping's, not the row's own. */
  readonly filled?: readonly ImportColumn[]
  /** An address in one field that a user has emptied, and what else was put in. */
  readonly emptied?: { readonly text: string; readonly edits: Values }
}
/** A cell that cannot be taken as it is. */
export interface CellFault {
  readonly field: ImportColumn
  readonly code: ErrorCode
  readonly data?: Record<string, unknown>
}
/** Values a user has put in place of a row's own, by row and field; '' empties a cell. */
export type Edits = ReadonlyMap<number, Values>

/** Rows of one order: those with its reference, and those below them without a head of their own. */
export interface FileOrder {
  reference: string
  rows: MappedRow[]
}
