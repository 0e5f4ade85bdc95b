import type { ImportColumn } from '#contracts/orders/shipment-imports.ts'
import {
  checkOrder,
  type OrderIssue,
  type ValidatedOrder,
  type References,
} from '#server/features/orders/shipments/index.ts'
import { cell, draftOf, type FileOrder, type OrderFile } from './read-file.ts'

/** One refused cell: where it stands in the sheet and why. */
export interface CellError {
  row: number
  reference: string | null
  column: ImportColumn
  code: string
  data: Record<string, unknown> | null
}
export type ValidatedImportOrder =
  | { ok: true; order: ValidatedOrder; row: number }
  | { ok: false; errors: CellError[] }

const LENGTHS: Partial<Record<ImportColumn, number>> = {
  reference: 60,
  consigneeName: 100,
  consigneeCompany: 100,
  phone: 40,
  email: 120,
  taxNumber: 40,
  state: 80,
  city: 80,
  postalCode: 16,
  street: 120,
  house: 20,
  address2: 120,
  parcelReference: 60,
  sku: 60,
  hscodeCn: 40,
  hscodeForeign: 40,
  nameCn: 120,
  nameEn: 120,
  remark: 500,
}

/** Characters of a refused cell that are shown beside its reason. */
const CELL_SHOWN = 80

/** Judges one order of a file; issues come back at the cells they are about, each cell once. */
export function validateImportedOrder(
  order: FileOrder,
  file: OrderFile,
  known: References,
  seen: ReadonlySet<string>,
): ValidatedImportOrder {
  const { columns } = file
  const first = order.rows[0]!
  const reference = order.reference === '' ? null : order.reference
  const errors: CellError[] = []
  const report = (
    row: number,
    column: ImportColumn,
    code: string,
    data?: Record<string, unknown>,
  ) => {
    if (errors.some((error) => error.row === row && error.column === column)) return
    const value = order.rows.find((one) => one.row === row)
    const cellText = value ? cell(value, columns, column)?.slice(0, CELL_SHOWN) : null
    errors.push({ row, reference, column, code, data: { ...data, cell: cellText ?? null } })
  }
  if (reference !== null && seen.has(reference))
    report(first.row, 'reference', 'reference.duplicate')
  for (const row of order.rows) {
    for (const [column, max] of Object.entries(LENGTHS) as [ImportColumn, number][])
      if ((cell(row, columns, column)?.length ?? 0) > max) report(row.row, column, 'field.tooLong')
  }
  const serviceCode = cell(first, columns, 'service')
  const depotCode = cell(first, columns, 'depot')
  const { draft, parcelRows, productRows } = draftOf(order, columns, {
    // An unknown code stays unknown: it must not read as missing.
    serviceId:
      serviceCode === null
        ? null
        : (known.serviceIdByCode.get(serviceCode.toUpperCase()) ?? 'unknown'),
    depotId:
      depotCode === null ? null : (known.depotIdByCode.get(depotCode.toUpperCase()) ?? 'unknown'),
  })
  // Rows of one order go one way; where the first row's own code is refused there is nothing to
  // differ from.
  for (const [column, valid] of [
    ['service', known.services.has(draft.serviceId ?? '')],
    ['depot', known.depots.has(draft.depotId ?? '')],
  ] as const) {
    if (valid)
      for (const row of order.rows)
        if (cell(row, columns, column) !== cell(first, columns, column))
          report(row.row, column, `${column}.differs`)
  }
  const validated = checkOrder(draft, known)
  if (!validated.ok)
    for (const issue of validated.issues) {
      const place = placeOf(issue, first.row, parcelRows, productRows)
      report(place.row, place.column, issue.code, issue.data)
    }
  return validated.ok && errors.length === 0
    ? { ok: true, order: validated.order, row: first.row }
    : { ok: false, errors: errors.sort((a, b) => a.row - b.row) }
}

const COLUMN: Record<string, ImportColumn> = {
  serviceId: 'service',
  depotId: 'depot',
  amount: 'service',
  name: 'consigneeName',
  company: 'consigneeCompany',
  quanlity: 'quantity',
  parcels: 'parcelReference',
}

/** `parcels.1.products.0.quanlity` → the row of that product, column `quantity`. */
function placeOf(
  issue: OrderIssue,
  firstRow: number,
  parcelRows: readonly number[],
  productRows: readonly (readonly number[])[],
): { row: number; column: ImportColumn } {
  const parts = issue.path.split('.')
  const leaf = parts.at(-1) ?? ''
  const column = COLUMN[leaf] ?? (leaf as ImportColumn)
  if (parts[0] !== 'parcels' || parts.length === 1) return { row: firstRow, column }
  const parcel = Number(parts[1])
  const row = parts[2] === 'products' ? productRows[parcel]?.[Number(parts[3])] : parcelRows[parcel]
  return { row: row ?? firstRow, column }
}
