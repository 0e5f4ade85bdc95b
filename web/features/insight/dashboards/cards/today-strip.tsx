import { Link } from 'react-router'
import { LISTED, TODAY } from '#contracts/insight/dashboards.measures.ts'
import type { TodayFigures } from '#contracts/insight/dashboards.ts'
import { linkOf } from '#contracts/kit/measure.ts'
import { PARCELS_LISTED } from '#contracts/orders/parcels.measures.ts'
import type { Perm } from '#contracts/perms.ts'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { companyZone } from '../../../../kit/session/company-zone.ts'
import { FigureName } from '../../../../kit/platform/figure-name.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { dayIn } from '../flow/spans.ts'

const NEEDED = new Map<string | null, Perm | readonly Perm[]>([
  [LISTED.path, LISTED.perm],
  [PARCELS_LISTED.path, PARCELS_LISTED.perm],
])
const SINCE_MIDNIGHT = ['added', 'received', 'outbound', 'delivered'] as const
const NOW = ['exceptions', 'held'] as const

/** What happened since midnight, and what is held up now; each leads to its list. */
export function TodayStrip({ figures }: { figures: TodayFigures | undefined }) {
  const t = useT('dashboards')
  const figureText = useT('figures')
  const may = useRightsCheck()
  const look = { today: dayIn(companyZone()) }
  const figure = (key: keyof TodayFigures, alarming: boolean) => {
    const needed = NEEDED.get(TODAY[key].screen)
    const path = needed && may(needed) ? linkOf(TODAY[key], look) : null
    const count = figures ? formatNumber(figures[key]) : '–'
    return (
      <div key={key} data-bad={(alarming && Boolean(figures?.[key])) || undefined}>
        <dt>
          <FigureName of={key} />
        </dt>
        <dd className="py-num">
          {path && figures ? (
            <Link to={path} aria-label={`${figureText(key)}: ${count}`}>
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
