import {
  IMPORT_FIELDS,
  importField,
  type ImportColumn,
} from '#contracts/orders/imports/import-fields.ts'
import type { ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import type { SheetRow } from '#server/kit/sheets/sheets.ts'
import type { MappedRow } from './file-order.ts'
import { namesFound } from './guess-mapping.ts'

/** A row of a file that is no order. */
export interface LeftOut {
  readonly row: number
  readonly code: 'import.sumRow' | 'import.headingRow'
}

const HEADINGS_MIN = 3
const SUM =
  /^(?:合计|总计|小计|共计|汇总|合計|總計|(?:grand\s?)?total|sub-?total|sum|summe|gesamt|totaal|somme)\s*[:：]?$/i
const NUMBER = /^[+-]?[\d.,\s]+(?:kgs?|g|cm|mm|pcs|件|箱|票|元|€|%)?$/i
/** Scaled to a millionth: sums are compared exactly. */
const PLACES = 6
const DECIMAL = /^(\d+)(?:\.(\d{1,6}))?$/
const NUMBERS = new Set<ImportColumn>(
  IMPORT_FIELDS.filter(({ kind }) => kind === 'decimal' || kind === 'integer').map(
    ({ name }) => name,
  ),
)

const filled = ({ cells }: SheetRow): string[] =>
  cells.map((cell) => cell.normalize('NFKC').trim()).filter((cell) => cell !== '')

/** Headings once more: in another language, or above each page of a print. */
function isHeading(row: SheetRow): boolean {
  const names = namesFound(row.cells)
  return names >= HEADINGS_MIN && names * 2 >= filled(row).length
}
/** A word for a sum, and otherwise numbers. */
function isNamedSum(row: SheetRow): boolean {
  const cells = filled(row)
  const numbers = cells.filter((cell) => NUMBER.test(cell)).length
  return cells.some((cell) => SUM.test(cell)) && numbers >= 1 && cells.length - numbers === 1
}

function scaled(text: string | undefined): bigint | null {
  const found = DECIMAL.exec(text ?? '')
  return found ? BigInt(found[1]! + (found[2] ?? '').padEnd(PLACES, '0')) : null
}
/** Numbers alone below the last order, each the sum of its column. */
function isUnnamedSum(row: MappedRow, sheet: SheetRow, above: readonly MappedRow[]): boolean {
  const names = Object.keys(row.values) as ImportColumn[]
  if (above.length < 2 || names.length < 1 || names.some((name) => !NUMBERS.has(name))) return false
  if (filled(sheet).some((cell) => !NUMBER.test(cell))) return false
  return names.every((name) => {
    const sum = above.reduce((all, { values }) => all + (scaled(values[name]) ?? 0n), 0n)
    return sum > 0n && scaled(row.values[name]) === sum
  })
}

/** Rows of a file that hold headings or totals; an order above must not get them as a parcel. */
export function leftOutOf(
  rows: readonly SheetRow[],
  mapped: readonly MappedRow[],
  mapping: ImportMapping,
): LeftOut[] {
  const filledBy = mapping.fields.filter(({ fill }) => fill !== null).map(({ field }) => field)
  const found = rows.flatMap((row): LeftOut[] =>
    isHeading(row)
      ? [{ row: row.row, code: 'import.headingRow' }]
      : isNamedSum(row)
        ? [{ row: row.row, code: 'import.sumRow' }]
        : [],
  )
  const out = new Set(found.map(({ row }) => row))
  const orders = mapped.filter(({ row }) => !out.has(row))
  const last = orders.at(-1)
  const sheet = rows.find(({ row }) => row === last?.row)
  if (!last || !sheet) return found
  const own = { ...last, values: { ...last.values } }
  for (const field of filledBy) if (importField(field)) delete own.values[field]
  return isUnnamedSum(own, sheet, orders.slice(0, -1))
    ? [...found, { row: last.row, code: 'import.sumRow' }]
    : found
}
