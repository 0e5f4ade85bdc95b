import { Link } from 'react-router'
import { drill, LISTED, listPath, type Drill } from '#contracts/insight/dashboards.drill.ts'
import type { TodayFigures } from '#contracts/insight/dashboards.ts'
import { browserZone, formatNumber } from '../../../kit/form/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { dayIn } from './spans.ts'

const SINCE_MIDNIGHT = ['added', 'received', 'outbound', 'delivered'] as const
const NOW = ['exceptions', 'held'] as const

/** What happened since midnight, and what stands still at this moment. Orders lead to their list; parcels have none. */
export function TodayStrip({ figures }: { figures: TodayFigures | undefined }) {
  const t = useT('dashboards')
  const mayList = useCan(LISTED.perm)
  const today = dayIn(browserZone())
  const lists: Partial<Record<keyof TodayFigures, Drill>> = {
    added: drill.added(today),
    exceptions: drill.exceptions(),
    held: drill.held(),
  }
  const figure = (key: keyof TodayFigures, alarming: boolean) => {
    const filters = mayList ? lists[key] : undefined
    const count = figures ? formatNumber(figures[key]) : '–'
    return (
      <div key={key} data-bad={(alarming && Boolean(figures?.[key])) || undefined}>
        <dt>{t(`today.${key}`)}</dt>
        <dd className="py-num">
          {filters && figures ? (
            <Link to={listPath(filters)} aria-label={`${t(`today.${key}`)}: ${count}`}>
              {count}
            </Link>
          ) : (
            count
          )}
        </dd>
      </div>
    )
  }
  return (
    <section className="dash-today" aria-label={t('today')}>
      <h2>{t('today')}</h2>
      <dl>{SINCE_MIDNIGHT.map((key) => figure(key, false))}</dl>
      <h2>{t('now')}</h2>
      <dl>{NOW.map((key) => figure(key, true))}</dl>
    </section>
  )
}
