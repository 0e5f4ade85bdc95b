import { Link } from 'react-router'
import type { EarningsInCurrency } from '#contracts/insight/earnings.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { chartName, linesOf, rateOf } from './figures.ts'

interface EarningDaysProps {
  days: EarningsInCurrency['days']
  pathOf: (day: string) => string | null
}

/** The chart as a table, the latest day first: the way for the keyboard and for screen readers. */
export function EarningDays({ days, pathOf }: EarningDaysProps) {
  const t = useT('earnings')
  const figures = useT('figures')
  const columns = linesOf(days[0])
  const rate = columns.some(({ key }) => key === 'margin')
  return (
    <div
      className="earn-scroll earn-days"
      tabIndex={0}
      role="group"
      aria-label={chartName(t, days[0])}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t('by.day')}</th>
            {columns.map(({ key }) => (
              <th key={key} scope="col">
                {figures(key)}
              </th>
            ))}
            {rate && <th scope="col">{t('rate')}</th>}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => {
            const path = pathOf(day.day)
            return (
              <tr key={day.day}>
                <th scope="row">
                  {path ? (
                    <Link to={path} aria-label={t('trades', { name: day.day })}>
                      {day.day}
                    </Link>
                  ) : (
                    day.day
                  )}
                </th>
                {columns.map(({ key }) => (
                  <td key={key} className="py-num">
                    {formatNumber(day[key])}
                  </td>
                ))}
                {rate && <td className="py-num">{rateOf(day)}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
