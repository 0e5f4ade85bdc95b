import type { TodayFigures } from '#contracts/dashboards.ts'
import { formatNumber } from '../../kit/formats.ts'
import { useT } from '../../kit/i18n.ts'

const SINCE_MIDNIGHT = ['added', 'received', 'outbound', 'delivered'] as const
const NOW = ['exceptions', 'held'] as const

/** What happened since midnight, and what stands still at this moment. */
export function TodayStrip({ figures }: { figures: TodayFigures | undefined }) {
  const t = useT('dashboards')
  const figure = (key: keyof TodayFigures, alarming: boolean) => (
    <div key={key} data-bad={(alarming && Boolean(figures?.[key])) || undefined}>
      <dt>{t(`today.${key}`)}</dt>
      <dd className="py-num">{figures ? formatNumber(figures[key]) : '–'}</dd>
    </div>
  )
  return (
    <section className="dash-today" aria-label={t('today')}>
      <h2>{t('today')}</h2>
      <dl>{SINCE_MIDNIGHT.map((key) => figure(key, false))}</dl>
      <h2>{t('now')}</h2>
      <dl>{NOW.map((key) => figure(key, true))}</dl>
    </section>
  )
}
