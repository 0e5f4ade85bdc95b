import { CLOSED_MIXED, PARCEL } from '#contracts/orders/shipments.states.ts'

const P = PARCEL
/**
 * States that a clerk works through together, as tabs over the list. Every state stands in exactly
 * one.
 */
export const TABS = [
  { key: 'draft', states: [P.DRAFT] },
  { key: 'predicted', states: [P.PREDICTED] },
  { key: 'confirmed', states: [P.CONFIRMED] },
  { key: 'labelled', states: [P.LABELLED] },
  { key: 'depot', states: [P.RECEIVED, P.SORTED, P.BAGGED] },
  { key: 'held', states: [P.HELD] },
  { key: 'moving', states: [P.OUTBOUND, P.IN_TRANSIT] },
  { key: 'exception', states: [P.EXCEPTION] },
  { key: 'returning', states: [P.RETURNING, P.RETURNED] },
  { key: 'delivered', states: [P.DELIVERED] },
  { key: 'closed', states: [P.CANCELLED, P.REVOKED, P.DESTROYED, P.LOST, CLOSED_MIXED] },
] as const satisfies readonly { key: string; states: readonly number[] }[]

/**
 * The tab whose states are exactly those of the filter; 'all' without one, null for a choice of
 * the user's own.
 */
export function tabOf(filter: string | undefined): string | null {
  if (!filter) return 'all'
  const requested = filter.split(',').sort().join(',')
  return TABS.find((tab) => tab.states.map(String).sort().join(',') === requested)?.key ?? null
}

/** Counts by tab from the board's map of state → count; null while it is not known. */
export function countsOf(board: Record<string, number> | undefined): Record<string, number> | null {
  if (!board) return null
  const counts = Object.fromEntries(
    TABS.map((tab) => [
      tab.key,
      tab.states.reduce((sum: number, state) => sum + (board[String(state)] ?? 0), 0),
    ]),
  )
  return { ...counts, all: Object.values(counts).reduce((sum, count) => sum + count, 0) }
}
