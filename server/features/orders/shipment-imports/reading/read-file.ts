import {
  ADDRESS_TEXT,
  IMPORT_FIELDS,
  WAREHOUSE,
  type ImportColumn,
} from '#contracts/orders/imports/import-fields.ts'
import { missingColumns } from '#contracts/orders/imports/needed-columns.ts'
import { DEFAULT_KIND, kindOf, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import type { ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import { fail } from '#server/kit/http/errors.ts'
import type { Charset, Separator } from '#contracts/kit/sheets/charsets.ts'
import {
  readingOf,
  readSheet,
  SheetError,
  sheetsIn,
  type SheetRow,
} from '#server/kit/sheets/sheets.ts'
import { namesFound } from './guess-mapping.ts'
import type { Edits, FileOrder, MappedRow } from './file-order.ts'
import { leftOutOf, type LeftOut } from './left-out.ts'
import { RowMapper } from './map-rows.ts'
export interface FileSheet {
  headings: string[]
  /** The rows below the headings, as the file has them. */
  rows: SheetRow[]
}
export interface OrderFile {
  mapping: ImportMapping
  orders: FileOrder[]
  /** Rows that are no order. */
  leftOut: LeftOut[]
}

/** Titles and notes may stand above the headings, this many rows of them. */
const ABOVE_MAX = 10
/** A row with so many known headings is the heading row. */
const NAMES_MIN = 3
const SHEETS_MAX = 20

/** Reads a file's headings and rows; throws a refusal for what is no table. */
export async function readFileSheet(
  bytes: Uint8Array,
  name: string,
  wish: FileReading | null = null,
): Promise<FileSheet> {
  const rows: SheetRow[] = []
  const shared = sharedTexts()
  for await (const batch of readSheet(bytes, name, await optionsOf(bytes, name, wish)))
    for (const { row, cells } of batch) rows.push({ row, cells: cells.map(shared) })
  const at = headingRow(rows)
  const headings = rows[at]?.cells ?? []
  if (headings.every((title) => title.trim() === '')) fail('sheet.empty')
  if (rows.length === at + 1) fail('import.noOrders')
  return { headings, rows: rows.slice(at + 1) }
}

/** Texts kept for sharing, and their length: most cells of a large file are like others. */
const SHARED = { texts: 20_000, chars: 80 }

/** One text in memory for all cells that have it. */
function sharedTexts(): (cell: string) => string {
  const known = new Map<string, string>()
  return (cell) => {
    const same = known.get(cell)
    if (same !== undefined) return same
    if (known.size < SHARED.texts && cell.length <= SHARED.chars) known.set(cell, cell)
    return cell
  }
}

/** How a user chose to have a file read; null: as guessed. */
export interface FileReading {
  sheet: string | null
  charset: Charset | null
  separator: Separator | null
}

async function optionsOf(bytes: Uint8Array, name: string, wish: FileReading | null) {
  const sheet = wish?.sheet ?? (await sheetOfOrders(bytes, name))
  return {
    sheet,
    charset: wish?.charset ?? undefined,
    separator: wish?.separator ?? undefined,
  }
}

const CELLS_SHOWN = 3
const CELL_SHOWN = 60

/**
 * How a file is read, and three of its cells by which a user sees whether that is right: those with
 * letters beyond ASCII first. A file that cannot be read so has no cells.
 */
export async function shownReading(
  bytes: Uint8Array,
  name: string,
  wish: FileReading | null,
): Promise<FileReading & { sheets: string[]; cells: string[] }> {
  const options = await optionsOf(bytes, name, wish)
  const { sheets, charset, separator } = await readingOf(bytes, name, options)
  const sheet = sheets.length > 0 ? (options.sheet ?? sheets[0]!) : null
  const shown = { sheets, sheet, charset, separator }
  try {
    for await (const batch of readSheet(bytes, name, options)) {
      const cells = batch.flatMap((row) => row.cells.map((cell) => cell.trim())).filter(Boolean)
      const telling = cells.filter((cell) => /[^\u0000-\u007f]/.test(cell))
      const three = [...new Set([...telling, ...cells])].slice(0, CELLS_SHOWN)
      return { ...shown, cells: three.map((cell) => cell.slice(0, CELL_SHOWN)) }
    }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
  }
  return { ...shown, cells: [] }
}

/** Of a workbook's sheets the first whose headings are those of orders: instructions may lead. */
async function sheetOfOrders(bytes: Uint8Array, name: string): Promise<string | undefined> {
  const sheets = await sheetsIn(bytes, name)
  if (sheets.length < 2) return undefined
  for (const sheet of sheets.slice(0, SHEETS_MAX))
    try {
      for await (const batch of readSheet(bytes, name, { sheet })) {
        const known = batch.slice(0, ABOVE_MAX).map(({ cells }) => namesFound(cells))
        if (Math.max(0, ...known) >= NAMES_MIN) return sheet
        break
      }
    } catch (error) {
      if (!(error instanceof SheetError) || error.code !== 'sheet.empty') throw error
    }
  return undefined
}

/** The first row, unless one below it names clearly more fields. */
function headingRow(rows: readonly SheetRow[]): number {
  const names = rows.slice(0, ABOVE_MAX).map(({ cells }) => namesFound(cells))
  const best = names.indexOf(Math.max(...names))
  return (names[best] ?? 0) >= NAMES_MIN ? best : 0
}

/** Fields no order can do without that a mapping leaves open. */
export function missingFields({ fields }: ImportMapping, kind: KindCode | null): ImportColumn[] {
  return missingColumns(
    fields.filter(({ columns, fill }) => columns.length > 0 || fill),
    kindOf(kind ?? DEFAULT_KIND),
  )
}

/** A file's rows by fields, grouped into orders. */
export function ordersOf(
  { rows }: FileSheet,
  { mapping, kind }: { mapping: ImportMapping; kind: KindCode | null },
  edits?: Edits,
): OrderFile {
  const missing = missingFields(mapping, kind)
  if (missing.length > 0) fail('import.missingColumns', { fields: missing })
  const mapper = new RowMapper(mapping, rows, edits)
  const mapped = rows.map((row) => mapper.read(row))
  const leftOut = leftOutOf(rows, mapped, mapping)
  const out = new Set(leftOut.map(({ row }) => row))
  const orders = groupOrders(mapped.filter(({ row }) => !out.has(row)))
  return { mapping, orders: orders.map(withoutFilled), leftOut }
}

const HEAD = IMPORT_FIELDS.filter(
  ({ level, kind, name }) =>
    name === ADDRESS_TEXT ||
    (level === 'order' && kind !== 'choice' && kind !== 'free' && name !== 'reference'),
).map(({ name }) => name)

const OF_PARCEL = IMPORT_FIELDS.filter(({ level }) => level === 'parcel').map(({ name }) => name)

/** A weight for all makes no parcel of its own of an order's further lines. */
function withoutFilled(order: FileOrder): FileOrder {
  const [first, ...more] = order.rows
  if (!first || !more.some(({ filled }) => filled)) return order
  const rows = more.map((row) => {
    const given = OF_PARCEL.filter((name) => row.values[name] !== undefined)
    if (given.length === 0 || given.some((name) => !row.filled?.includes(name))) return row
    const values = { ...row.values }
    for (const name of given) delete values[name]
    return { ...row, values }
  })
  return { ...order, rows: [first, ...rows] }
}

const PLACE: readonly ImportColumn[] = [
  'country',
  'postalCode',
  'city',
  'street',
  'house',
  ADDRESS_TEXT,
  WAREHOUSE,
]
/** Rows of an order that a further one is compared with. */
const COMPARED = 50

/** Whether a row away from its order adds to it: to the same place, and none of its rows again. */
function adds(order: FileOrder | undefined, { values }: MappedRow): boolean {
  const first = order?.rows[0]
  if (!first) return false
  if (PLACE.some((name) => (values[name] ?? first.values[name]) !== first.values[name]))
    return false
  const text = JSON.stringify(values)
  return order.rows.slice(0, COMPARED).every((row) => JSON.stringify(row.values) !== text)
}

/**
 * Rows with one reference are one order, also where others are between them. A row without a
 * reference and without any other value of an order's head belongs to the order above it: merged
 * cells and exports with the head once. The same row again, or another address, is an order of its
 * own, whose reference is taken.
 */
export function groupOrders(rows: readonly MappedRow[]): FileOrder[] {
  const orders: FileOrder[] = []
  const named = new Map<string, FileOrder>()
  let last: FileOrder | undefined
  for (const row of rows) {
    const reference = row.values.reference ?? ''
    const above =
      reference === ''
        ? last?.reference !== '' && HEAD.every((name) => row.values[name] === undefined)
        : last?.reference === reference
    const before = named.get(reference)
    const known = above ? last : adds(before, row) ? before : undefined
    if (known) known.rows.push(row)
    else orders.push({ reference, rows: [row] })
    last = known ?? orders.at(-1)!
    if (reference !== '') named.set(reference, last)
  }
  return orders
}
