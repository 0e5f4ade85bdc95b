import { TABS } from '#contracts/orders/status-tabs.ts'

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
