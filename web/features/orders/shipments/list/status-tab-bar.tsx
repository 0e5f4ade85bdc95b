import { dashboards } from '#contracts/insight/dashboards.ts'
import { formatNumber } from '../../../../kit/form/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useApi } from '../../../../kit/http/query.ts'
import type { List } from '../../../../kit/list/list.ts'
import { countsOf, TABS, tabOf } from './status-tabs.ts'

const URGENT: readonly string[] = ['held', 'exception']

/** The list by state, with how many stand in each. A tab is a filter: it is in the address. */
export function StatusTabBar<R>({ list }: { list: List<R> }) {
  const t = useT('shipments')
  const board = useApi(
    dashboards.statusCount,
    { shipmentResource: 'B2C' },
    { enabled: useCan(dashboards.statusCount), quiet: true, keepPrevious: true },
  )
  const counts = countsOf(board.data)
  const now = tabOf(list.state.filters.shipmentStatus)
  const tabs = [{ key: 'all', states: [] as readonly number[] }, ...TABS]
  return (
    <nav className="order-tabs" aria-label={t('tabs')}>
      {tabs.map((tab) => {
        const count = counts?.[tab.key]
        // States nobody is in only take room, unless one stands in that tab.
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
