import { isCurrency } from '#contracts/kit/money.ts'
import type { CodMapping } from '#contracts/money/cod/cod-files.ts'
import { plainNumber } from '#contracts/money/cod/cod.states.ts'
import { readAmount, readDay, type TableRow } from '#server/features/money/recharges/index.ts'

export interface RemittedLine {
  line: number
  number: string
  plain: string
  currency: string
  minor: bigint
  paidOn: string
}
export interface RemittanceIssue {
  line: number
  code: 'bank.amount' | 'bank.date' | 'bank.currency' | 'cod.number'
  value: string
}

/** The rows below the heading of a carrier's table; what cannot be read is named, not guessed. */
export function readRemittance(
  rows: readonly TableRow[],
  mapping: CodMapping,
  { currency: usual, receivedOn }: { currency: string; receivedOn: string },
): { lines: RemittedLine[]; issues: RemittanceIssue[] } {
  const lines: RemittedLine[] = []
  const issues: RemittanceIssue[] = []
  for (const { line, cells } of rows) {
    const cell = (at: number | null): string => (at === null ? '' : (cells[at] ?? '')).trim()
    if (line <= mapping.heading || cells.every((one) => one.trim() === '')) continue
    const number = cell(mapping.number).slice(0, 80)
    const currency = cell(mapping.currency).toUpperCase() || usual
    const day = cell(mapping.paidOn)
    const paidOn = day === '' ? receivedOn : readDay(day, mapping.dates)
    if (!isCurrency(currency)) issues.push({ line, code: 'bank.currency', value: currency })
    else if (plainNumber(number) === '') issues.push({ line, code: 'cod.number', value: number })
    else if (paidOn === null) issues.push({ line, code: 'bank.date', value: day })
    else {
      const minor = readAmount(cell(mapping.amount), mapping.decimal, currency)
      if (minor === null) issues.push({ line, code: 'bank.amount', value: cell(mapping.amount) })
      else if (minor !== 0n)
        lines.push({ line, number, plain: plainNumber(number), currency, minor, paidOn })
    }
  }
  return { lines, issues }
}
