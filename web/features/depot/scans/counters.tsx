import { Link } from 'react-router'
import type { FigureKey } from '#contracts/insight/figures.ts'
import { FigureName } from '../../../kit/platform/figure-name.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'

/** Big figures a glance is enough for. */
export function Counters({
  figures,
}: {
  figures: readonly {
    label: string
    /** The figure of the boards it is, which is named with its tip. */
    of?: FigureKey
    value: string | number | null
    tone?: 'bad' | undefined
    /** The list of what is counted. */
    to?: string | null
  }[]
}) {
  return (
    <dl className="wh-counters">
      {figures.map(({ label, of, value, tone, to }) => {
        const shown = value === null ? '–' : typeof value === 'number' ? formatNumber(value) : value
        return (
          <div key={label} data-tone={tone}>
            <dt>{of ? <FigureName of={of} /> : label}</dt>
            <dd className="py-num">
              {to && value !== null ? (
                <Link to={to} aria-label={`${label}: ${shown}`}>
                  {shown}
                </Link>
              ) : (
                shown
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
