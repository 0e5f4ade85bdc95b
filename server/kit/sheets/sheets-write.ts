import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { CellValue } from 'hucre/xlsx'
import { neutralised } from './sheets-model.ts'

export type SheetFormat = 'xlsx' | 'csv'
export type SheetCell = string | number | bigint | boolean | Date | null | undefined

export interface SheetColumn {
  title: string
  /** In characters; XLSX only. */
  width?: number
  /**
   * What the column holds. `number`: decimal strings ('12.50') become numbers a spreadsheet can add
   * up, as long as a double holds them exactly as written. `text` (the default): strings stay
   * strings, 01067 keeps its zero. `date`: a Date, shown as day, or as day and time when it has one
   * (UTC: shift it to the reader's zone first).
   */
  type?: 'text' | 'number' | 'date'
}

export interface SheetTable {
  /** Name of the sheet inside an XLSX. */
  name?: string
  columns: readonly SheetColumn[]
  /** Cells in the order of the columns. */
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>
}

/** Loaded with the first workbook, not with the server. */
const require = createRequire(import.meta.url)
const hucre = () => require('hucre/xlsx') as typeof import('hucre/xlsx')

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/**
 * Text as both formats take it: well-formed, without controls no spreadsheet can show, and unable
 * to start a formula.
 */
function safeText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const clean = text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  return neutralised(clean)
}

function isoText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const iso = date.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19)
}

function csvCell(cell: SheetCell, type: SheetColumn['type']): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  if (typeof cell === 'bigint') return String(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (cell instanceof Date) return isoText(cell)
  if (type === 'number' && decimal.test(cell)) return cell
  return quoted(safeText(cell))
}

const quoted = (text: string): string =>
  /[",;\t\r\n|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

async function* csvLines({ columns, rows }: SheetTable): AsyncGenerator<string> {
  // The byte order mark marks for Excel that the Chinese in here is UTF-8.
  yield `\ufeff${columns.map(({ title }) => quoted(safeText(title))).join(',')}\r\n`
  let lines: string[] = []
  for await (const row of rows) {
    lines.push(`${columns.map(({ type }, i) => csvCell(row[i], type)).join(',')}\r\n`)
    if (lines.length < 500) continue
    yield lines.join('')
    lines = []
  }
  yield lines.join('')
}

/**
 * Excel keeps 15 significant digits: a longer number would come back changed, so it goes out as
 * text.
 */
const fitsNumber = (text: string): boolean =>
  decimal.test(text) && text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15

const LONGEST = 32_767

function officeText(text: string): string {
  const safe = safeText(text).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  return safe.length > LONGEST ? safe.slice(0, LONGEST).toWellFormed() : safe
}

function xlsxCell(cell: SheetCell, type: SheetColumn['type']): CellValue {
  if (cell === null || cell === undefined || cell === '') return null
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (typeof cell === 'bigint') return fitsNumber(String(cell)) ? Number(cell) : String(cell)
  if (typeof cell === 'boolean') return cell
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : cell
  return type === 'number' && fitsNumber(cell) ? Number(cell) : officeText(cell)
}

async function* xlsxRows({ columns, rows }: SheetTable): AsyncGenerator<CellValue[]> {
  for await (const row of rows) yield columns.map(({ type }, i) => xlsxCell(row[i], type))
}

/** Sheet names are at most 31 characters and know no []:*?/\ */
export const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .trim()
    .replace(/^'+|(?<!')'+$/g, '')
    .slice(0, 31) || 'Sheet1'

function xlsxStream(table: SheetTable): Readable {
  const columns = table.columns.map(({ title, width, type }) => ({
    header: officeText(title),
    width: width ?? Math.min(40, Math.max(10, title.length * 2)),
    ...(type === 'date' ? { numFmt: 'yyyy-mm-dd hh:mm:ss' } : {}),
  }))
  return Readable.fromWeb(
    hucre().writeXlsxStream(xlsxRows(table), {
      name: sheetName(table.name ?? 'Sheet1'),
      columns,
      freezePane: { rows: 1 },
    }) as ReadableStream,
  )
}

/**
 * A table as a stream of bytes; rows are pulled as they are sent, so a cursor of a million rows
 * needs no memory. Text that a spreadsheet would run as a formula (= + - @ tab CR first) gets an
 * apostrophe (security.md §6.13); `readSheet` takes it off again.
 */
export function sheetStream(table: SheetTable, format: SheetFormat): Readable {
  return format === 'csv'
    ? Readable.from(csvLines(table), { objectMode: false })
    : xlsxStream(table)
}

/** The same as one buffer, for files that are stored. */
export async function writeSheet(table: SheetTable, format: SheetFormat): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of sheetStream(table, format))
    chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}
