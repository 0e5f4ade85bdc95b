import { Link } from 'react-router'
import { DRAFTS_BY_AGE } from '#contracts/insight/dashboards.measures.ts'
import { WAIT_BUCKETS } from '#contracts/insight/dashboards.ts'
import { linkOf, type Look } from '#contracts/kit/measure.ts'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'

type Waiting = Record<(typeof WAIT_BUCKETS)[number], number>

/**
 * Unconfirmed orders, by the days they wait; the longer, the redder. The stage before the depot
 * counts the same ones.
 */
export function WaitingCard({
  waiting,
  look,
  mayList,
}: {
  waiting: Waiting
  look: Look
  mayList: boolean
}) {
  const t = useT('dashboards')
  const total = WAIT_BUCKETS.reduce((sum, bucket) => sum + waiting[bucket], 0)
  return (
    <section className="dash-stage" data-stage="waiting" aria-label={t('waiting')}>
      <h2>
        {t('waiting')}
        <span className="py-num">{formatNumber(total)}</span>
      </h2>
      <p>{t('waiting.note', { stage: t('stage.before') })}</p>
      <ul>
        {WAIT_BUCKETS.map((bucket, at) => {
          const count = waiting[bucket]
          const path = mayList ? linkOf(DRAFTS_BY_AGE[bucket], look) : null
          const inside = (
            <>
              <span>{t(`waiting.${bucket}`)}</span>
              <strong className="py-num">{formatNumber(count)}</strong>
              {count > 0 && (
                <i
                  aria-hidden
                  style={{ width: `calc((100% - 28px) * ${Math.max(0.01, count / total)})` }}
                />
              )}
            </>
          )
          return (
            <li
              key={bucket}
              data-none={count === 0 || undefined}
              data-late={(at > 1 && count > 0) || undefined}
            >
              {path ? <Link to={path}>{inside}</Link> : <span>{inside}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
