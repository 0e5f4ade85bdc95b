import { useQueries } from '@tanstack/react-query'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { TABS } from '#contracts/orders/status-tabs.ts'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useApi } from '../../../../kit/http/query.ts'
import type { List } from '../../../../kit/list/list.ts'
import { countsOf, tabOf } from './status-tabs.ts'

const URGENT: readonly string[] = ['held', 'exception']
const EVERY = [{ key: 'all', states: [] as readonly number[] }, ...TABS]
const FRESH_MS = 60_000

/** With other filters or numbers, each tab shows how many of those it holds. */
function useCounts<R>(
  list: List<R>,
  all: Readonly<Record<string, number>> | null,
): Readonly<Record<string, number | undefined>> | null {
  const { shipmentStatus: _, ...others } = list.state.filters
  const narrowed = Object.keys(others).length > 0 || 'selections' in list.wire
  const answers = useQueries({
    queries: EVERY.map(({ key, states }) => {
      const filters = states.length > 0 ? { ...others, shipmentStatus: states.join(',') } : others
      return {
        // Under the board's path: an action that moves orders asks for these again as for the board.
        queryKey: [dashboards.statusCount.path, list.scope, key, filters],
        queryFn: ({ signal }: { signal: AbortSignal }) => list.fetchPage(1, 1, filters, signal),
        enabled: narrowed && !list.loading && !list.stale,
        staleTime: FRESH_MS,
        retry: false,
      }
    }),
  })
  if (!narrowed) return all
  return Object.fromEntries(EVERY.map(({ key }, at) => [key, answers[at]?.data?.total]))
}

/** The list by state, with how many stand in each. A tab is a filter: it is in the address. */
export function StatusTabBar<R>({ list, kind }: { list: List<R>; kind: string | null }) {
  const t = useT('shipments')
  const board = useApi(dashboards.statusCount, kind === null ? {} : { shipmentResource: kind }, {
    enabled: useCan(dashboards.statusCount),
    quiet: true,
    keepPrevious: true,
  })
  const counts = useCounts(list, countsOf(board.data))
  const now = tabOf(list.state.filters.shipmentStatus)
  return (
    <nav className="order-tabs" aria-label={t('tabs')}>
      {EVERY.map((tab) => {
        const count = counts?.[tab.key]
        // States without orders only take room, unless that tab is open.
        if (count === 0 && URGENT.includes(tab.key) && now !== tab.key) return null
        return (
          <button
            key={tab.key}
            type="button"
            aria-current={now === tab.key ? 'true' : undefined}
            data-urgent={(URGENT.includes(tab.key) && Boolean(count)) || undefined}
            onClick={() => list.setFilters({ shipmentStatus: tab.states.join(',') || null })}
          >
            {t(`tab.${tab.key}`)}
            {count !== undefined && <span className="py-num">{formatNumber(count)}</span>}
          </button>
        )
      })}
    </nav>
  )
}
