import {
  IMPORT_FIELDS,
  importField,
  type ImportColumn,
} from '#contracts/orders/imports/import-fields.ts'
import type { ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import type { SheetRow } from '#server/kit/sheets/sheets.ts'
import type { MappedRow } from './file-order.ts'
import { nameFound } from './guess-mapping.ts'

/** A row of a file that is no order. */
export interface LeftOut {
  readonly row: number
  readonly code: 'import.sumRow' | 'import.headingRow' | 'import.noteRow'
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

/** Signs and digits: no heading, however it is normalised. */
const NO_WORD = /^[^a-z\x80-\uffff]*$/i

/**
 * Headings once more: in another language, or above each page of a print. Most rows are orders and
 * every row is asked, so a row is given up at the cell that leaves too few for headings.
 */
function isHeading({ cells }: SheetRow): boolean {
  let [open, others] = [0, 0]
  for (const cell of cells)
    if (cell.trim() !== '')
      if (NO_WORD.test(cell)) others++
      else open++
  const least = Math.max(HEADINGS_MIN, Math.ceil((open + others) / 2))
  const names = new Set<ImportColumn>()
  for (const cell of cells) {
    if (names.size + open < least) return false
    if (NO_WORD.test(cell) || cell.trim() === '') continue
    open--
    const name = nameFound(cell)
    if (name !== null) names.add(name)
  }
  return names.size >= least
}
/** A word for a sum, and otherwise numbers. */
function isNamedSum({ cells }: SheetRow): boolean {
  let [word, numbers] = ['', 0]
  for (const cell of cells) {
    const text = cell.normalize('NFKC').trim()
    if (text === '') continue
    if (NUMBER.test(text)) numbers++
    else if (word === '') word = text
    else return false
  }
  return numbers >= 1 && SUM.test(word)
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

const NOTE_CELLS = 2

/** Lines below the last order of a shop's export: how many records there were, and whose. */
function notesBelow(rows: readonly SheetRow[], mapped: readonly MappedRow[]): LeftOut[] {
  const found: LeftOut[] = []
  for (let at = rows.length - 1; at > 0; at--) {
    const { values, filled: fills = [] } = mapped[at]!
    const own = (Object.keys(values) as ImportColumn[]).filter((name) => !fills.includes(name))
    const isNote = own.length === 0 || (own.length === 1 && own[0] === 'reference')
    if (!isNote || filled(rows[at]!).length > NOTE_CELLS) break
    found.unshift({ row: rows[at]!.row, code: 'import.noteRow' })
  }
  return found
}

/**
 * Rows of a file that hold headings, totals or notes; an order above must not get them as a parcel.
 */
export function leftOutOf(
  rows: readonly SheetRow[],
  mapped: readonly MappedRow[],
  mapping: ImportMapping,
): LeftOut[] {
  const filledBy = mapping.fields.filter(({ fill }) => fill !== null).map(({ field }) => field)
  const notes = notesBelow(rows, mapped)
  const noted = new Set(notes.map(({ row }) => row))
  const others = rows.filter(({ row }) => !noted.has(row))
  const found = others.flatMap((row): LeftOut[] =>
    isHeading(row)
      ? [{ row: row.row, code: 'import.headingRow' }]
      : isNamedSum(row)
        ? [{ row: row.row, code: 'import.sumRow' }]
        : [],
  )
  const out = new Set([...found, ...notes].map(({ row }) => row))
  const orders = mapped.filter(({ row }) => !out.has(row))
  const last = orders.at(-1)
  const sheet = rows.find(({ row }) => row === last?.row)
  if (!last || !sheet) return [...found, ...notes]
  const own = { ...last, values: { ...last.values } }
  for (const field of filledBy) if (importField(field)) delete own.values[field]
  return isUnnamedSum(own, sheet, orders.slice(0, -1))
    ? [...found, { row: last.row, code: 'import.sumRow' }, ...notes]
    : [...found, ...notes]
}
