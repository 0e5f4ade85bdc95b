import { Link } from 'react-router'
import { formatNumber } from '../../../kit/text/formats.ts'

/** Big figures a glance is enough for. */
export function Counters({
  figures,
}: {
  figures: readonly {
    label: string
    value: string | number | null
    tone?: 'bad' | undefined
    /** The list of what is counted. */
    to?: string | null
  }[]
}) {
  return (
    <dl className="wh-counters">
      {figures.map(({ label, value, tone, to }) => {
        const shown = value === null ? '–' : typeof value === 'number' ? formatNumber(value) : value
        return (
          <div key={label} data-tone={tone}>
            <dt>{label}</dt>
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
