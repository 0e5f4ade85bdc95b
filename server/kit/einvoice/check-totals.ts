import type { Findings } from './findings.ts'
import type { EInvoice } from './model.ts'

const sumOf = (amounts: Iterable<bigint>): bigint => {
  let sum = 0n
  for (const one of amounts) sum += one
  return sum
}

/** The chain of sums, BR-CO-10 to BR-CO-16; each link is checked with the amount given for the one before. */
export function checkTotals(
  { lines, adjustments = [], vat, totals }: EInvoice,
  to: Findings,
): void {
  const adjusted = (kind: 'allowance' | 'charge') =>
    sumOf(adjustments.filter((one) => one.kind === kind).map(({ amount }) => amount))
  to.sum('BR-CO-10', 'totals.lines', totals.lines, sumOf(lines.map(({ net }) => net)))
  to.sum('BR-CO-11', 'totals.allowances', totals.allowances, adjusted('allowance'))
  to.sum('BR-CO-12', 'totals.charges', totals.charges, adjusted('charge'))
  const net = totals.lines - totals.allowances + totals.charges
  to.sum('BR-CO-13', 'totals.net', totals.net, net)
  to.sum('BR-CO-14', 'totals.tax', totals.tax, sumOf(vat.map(({ tax }) => tax)))
  to.sum('BR-CO-15', 'totals.gross', totals.gross, totals.net + totals.tax)
  const due = totals.gross - totals.prepaid + totals.rounding
  to.sum('BR-CO-16', 'totals.due', totals.due, due)
}
