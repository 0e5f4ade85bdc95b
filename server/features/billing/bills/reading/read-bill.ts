import { isCurrency } from '#contracts/kit/money.ts'
import type { BillColumn, BillMapping } from '#contracts/billing/bill-files.ts'
import { readAmount, readDay } from '#server/features/money/recharges/index.ts'
import type { SheetRow } from '#server/kit/sheets/sheets.ts'
import { isDamaged, keyOf } from '../compare/bill-numbers.ts'

export interface ReadLine {
  line: number
  invoiceNo: string
  trackNo: string
  key: string
  damaged: boolean
  references: string[]
  shipDate: string | null
  service: string | null
  zone: string | null
  /** Grams. */
  weight: number | null
  weightEntered: number | null
  chargeCode: string
  currency: string
  amount: bigint
  tax: bigint
  country: string | null
  postalCode: string | null
  raw: string[]
}
export interface BillIssue {
  line: number
  code: 'bill.amount' | 'bill.date' | 'bill.currency' | 'bill.weight' | 'bill.otherInvoice'
  value: string
}
export type ReadRow = { line: ReadLine } | { issue: BillIssue } | { blank: number }

export interface BillOf {
  invoiceNo: string
  currency: string
}

const GRAMS = { kg: 1_000_000n, g: 1_000n, lb: 453_592n } as const
const WEIGHT_MOST = 100_000_000

/**
 * One row of a carrier's bill. What cannot be read is named, not guessed; a row without an amount is
 * no charge. A number of a workbook has a point, whatever the column's sign: it was never written.
 */
export function readBillRow(
  { row, cells, numbers }: SheetRow,
  mapping: BillMapping,
  { invoiceNo, currency: usual }: BillOf,
): ReadRow {
  const at = (name: BillColumn): number | null => mapping.columns[name]
  const cell = (name: BillColumn): string => {
    const column = at(name)
    return column === null ? '' : (cells[column] ?? '').trim()
  }
  const isNumber = (name: BillColumn): boolean => numbers?.includes(at(name) ?? -1) ?? false
  const bad = (code: BillIssue['code'], value: string): ReadRow => ({
    issue: { line: row, code, value: value.slice(0, 80) },
  })
  if (cell('amount') === '') return { blank: row }
  const currency = at('currency') === null ? usual : cell('currency').toUpperCase()
  if (!isCurrency(currency)) return bad('bill.currency', currency)
  const money = (name: 'amount' | 'tax') =>
    readAmount(cell(name), isNumber(name) ? 'point' : mapping.decimal, currency)
  const amount = money('amount')
  if (amount === null) return bad('bill.amount', cell('amount'))
  const tax = cell('tax') === '' ? 0n : money('tax')
  if (tax === null) return bad('bill.amount', cell('tax'))
  const day = cell('shipDate')
  const shipDate = day === '' ? null : readDay(day, mapping.dates)
  if (day !== '' && shipDate === null) return bad('bill.date', day)
  const grams = (name: 'weight' | 'weightEntered') =>
    cell(name) === ''
      ? null
      : readWeight(cell(name), isNumber(name) ? 'point' : mapping.weightDecimal, mapping.weightUnit)
  const [weight, weightEntered] = [grams('weight'), grams('weightEntered')]
  if (weight === undefined) return bad('bill.weight', cell('weight'))
  if (weightEntered === undefined) return bad('bill.weight', cell('weightEntered'))
  const named = cell('invoiceNo')
  if (named !== '' && keyOf(named) !== keyOf(invoiceNo)) return bad('bill.otherInvoice', named)
  const trackNo = cell('trackNo').slice(0, 80)
  const references = (['reference1', 'reference2', 'reference3'] as const).flatMap((name) => {
    const text = keyOf(cell(name))
    return text === '' || isDamaged(cell(name), isNumber(name)) ? [] : [text]
  })
  const text = (name: BillColumn, most: number) => cell(name).slice(0, most) || null
  return {
    line: {
      line: row,
      invoiceNo,
      trackNo,
      key: keyOf(trackNo),
      damaged: isDamaged(trackNo, isNumber('trackNo')),
      references: [...new Set(references)],
      shipDate,
      service: text('service', 80),
      zone: text('zone', 40),
      weight,
      weightEntered,
      chargeCode: cell('chargeCode').slice(0, 80),
      currency,
      amount,
      tax,
      country: text('country', 40),
      postalCode: text('postalCode', 20),
      raw: cells.map((one) => one.slice(0, 300)),
    },
  }
}

/** Grams; undefined where it is no weight. */
function readWeight(
  text: string,
  decimal: BillMapping['decimal'],
  unit: BillMapping['weightUnit'],
): number | undefined {
  // A currency with three decimals reads a number to the thousandth.
  const thousandths = readAmount(text, decimal, 'KWD')
  if (thousandths === null || thousandths < 0n) return undefined
  const grams = Number((thousandths * GRAMS[unit]) / 1_000_000n)
  return grams <= WEIGHT_MOST ? grams : undefined
}
