import { NUMBER_MAX, THIRD_MAX } from '#contracts/commercial/numbers/number-pools.ts'
import { normaliseNumber, numberIssue } from '#contracts/commercial/numbers/number-schemes.ts'
import type { NumberScheme } from '#contracts/commercial/numbers/number-schemes.ts'
import type { SheetRow } from '#server/kit/sheets/sheets.ts'
import type { ErrorCode } from '#server/kit/http/errors.ts'

export type FileColumn = 'number' | 'thirdId' | 'thirdMark'
export interface FileRow {
  row: number
  number: string
  thirdId: string | null
  thirdMark: string | null
}
export interface RowError {
  row: number
  column: FileColumn
  value: string | null
  code: ErrorCode
  data?: Record<string, unknown>
}
/** Where each column stands; missing ones are -1. */
export type FileColumns = Readonly<Record<FileColumn, number>>

const NAMES: Readonly<Record<FileColumn, readonly string[]>> = {
  number: [
    'number',
    'no',
    'trackno',
    'trackingno',
    'trackingnumber',
    'waybillno',
    'barcode',
    '单号',
    '号码',
    '跟踪号',
    '派送单号',
    '运单号',
    '条码',
  ],
  thirdId: ['thirdid', 'thirdnumber', 'thirdno', 'transferno', '转单号', '第三方单号'],
  thirdMark: ['thirdmark', 'mark', '转单标识', '第三方标识', '标识', '备注'],
}
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.\-*]/g, '')

/** The columns by the first row's headings; without headings the first three, in their order. */
export function columnsOf(first: readonly string[]): { columns: FileColumns; heading: boolean } {
  const at = (column: FileColumn) => first.findIndex((cell) => NAMES[column].includes(plain(cell)))
  const columns = { number: at('number'), thirdId: at('thirdId'), thirdMark: at('thirdMark') }
  if (columns.number >= 0) return { columns, heading: true }
  // A first row without a digit is a heading we do not know.
  return {
    columns: { number: 0, thirdId: 1, thirdMark: 2 },
    heading: !/\d/.test(first[0] ?? ''),
  }
}

const SHAPE = /^[0-9A-Z-]+$/
/** What a spreadsheet makes of a long number it took for a quantity. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d+$/i
const SHOWN = 80

/** One row by its columns, or what is wrong with it. */
export function readRow(
  { row, cells }: SheetRow,
  columns: FileColumns,
  scheme: NumberScheme | null,
): FileRow | RowError {
  const text = (column: FileColumn) => (cells[columns[column]] ?? '').trim()
  const refuse = (
    column: FileColumn,
    code: ErrorCode,
    data?: Record<string, unknown>,
  ): RowError => ({
    row,
    column,
    value: text(column).slice(0, SHOWN) || null,
    code,
    ...(data ? { data } : {}),
  })
  const given = text('number')
  if (given === '') return refuse('number', 'poolNumber.missing')
  if (SCIENTIFIC.test(given)) return refuse('number', 'poolNumber.scientific')
  const number = normaliseNumber(given)
  if (number.length > NUMBER_MAX) return refuse('number', 'poolNumber.tooLong', { max: NUMBER_MAX })
  if (!SHAPE.test(number)) return refuse('number', 'poolNumber.characters')
  if (scheme && scheme !== 'CUSTOM') {
    const issue = numberIssue(scheme, number)
    if (issue) return refuse('number', `poolNumber.${issue}`, { scheme })
  }
  for (const column of ['thirdId', 'thirdMark'] as const)
    if (text(column).length > THIRD_MAX)
      return refuse(column, 'poolNumber.tooLong', { max: THIRD_MAX })
  return { row, number, thirdId: text('thirdId') || null, thirdMark: text('thirdMark') || null }
}

export const isError = (row: FileRow | RowError): row is RowError => 'code' in row
