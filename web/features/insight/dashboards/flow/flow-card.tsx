import { lazy, Suspense, useId } from 'react'
import { Link } from 'react-router'
import type { Analysis as Figures } from '#contracts/insight/dashboards.ts'
import { loadWhenIdle } from '../../../../kit/http/when-idle.ts'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { FigureName } from '../../../../kit/platform/figure-name.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { FLOW_KEYS, type Linked } from './flow-panels.ts'

// The figures first: what is drawn weighs more than all the rest of the page.
const FlowChart = lazy(loadWhenIdle(() => import('./flow-chart.tsx')))

export const noteOf = ({ from, to }: Figures): string => `${from} – ${to}`

/** The totals of a period, each leading to what it counts, and their days. */
export function FlowCard({
  data,
  stale,
  today,
  pathOf,
}: {
  data: Figures
  stale: boolean
  today: string | null
  pathOf: (key: Linked, from?: string, to?: string) => string | null
}) {
  const t = useT('dashboards')
  const title = useId()
  const figures = useT('figures')
  // The amount is the sum of the price of these orders, which the list adds up below its page.
  const priced = pathOf('orderValue')
  return (
    <section className="dash-box" aria-labelledby={title} data-stale={stale || undefined}>
      <h2 id={title}>
        {t('flow')}
        <small className="py-num">{noteOf(data)}</small>
      </h2>
      <dl className="dash-totals" data-figures>
        {FLOW_KEYS.map((key) => {
          const path = pathOf(key)
          const count = formatNumber(data.total[key])
          return (
            <div key={key} data-line={key}>
              <dt>
                <FigureName of={key} />
              </dt>
              <dd className="py-num">
                {path ? (
                  <Link to={path} aria-label={`${figures(key)}: ${count}`}>
                    {count}
                  </Link>
                ) : (
                  count
                )}
              </dd>
            </div>
          )
        })}
        {data.total.orderValue.map(({ currency, amount }) => {
          const sum = formatNumber(amount)
          const name = figures('inCurrency', { name: figures('orderValue'), currency })
          return (
            <div key={currency}>
              <dt>
                <FigureName of="orderValue" currency={currency} />
              </dt>
              <dd className="py-num">
                {priced ? (
                  <Link to={priced} aria-label={`${name}: ${sum}`}>
                    {sum}
                  </Link>
                ) : (
                  sum
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <Suspense fallback={<div className="dash-chart" aria-busy />}>
        <FlowChart
          days={data.days}
          today={today}
          note={noteOf(data)}
          pathOf={(key, day) => pathOf(key, day, day)}
        />
      </Suspense>
    </section>
  )
}
