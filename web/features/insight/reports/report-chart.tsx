import type { Out } from '#contracts/kit/endpoint.ts'
import type { reports } from '#contracts/insight/reports.ts'
import { LineChart } from '../../../kit/table/chart/line-chart.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'

type Described = Out<typeof reports.getRpColumns>
type Chart = NonNullable<Described['chart']>
const BARS_MAX = 30

/** The rows on the page as bars, or by day as a line. */
export default function ReportChart({
  chart: { kind, x, y },
  records,
  label,
  words,
}: {
  chart: Chart
  records: readonly Record<string, unknown>[]
  label: string
  words: (name: string, value: unknown) => string
}) {
  const points = records
    .map((row) => ({ key: String(row[x] ?? ''), value: Number(row[y] ?? 0) }))
    .filter(({ value }) => Number.isFinite(value))
  if (kind === 'line')
    return (
      <LineChart
        lines={[{ key: 'value', name: label, colour: 'var(--py-accent-strong)', dash: '' }]}
        days={byDay(points)}
        height={240}
        left={72}
        label={label}
        today={null}
        unfinished={() => ''}
        pathOf={() => null}
      />
    )
  const most = Math.max(1, ...points.map(({ value }) => Math.abs(value)))
  return (
    <ul className="rep-bars" aria-label={label}>
      {points.slice(0, BARS_MAX).map(({ key, value }, at) => (
        <li key={at}>
          <span title={words(x, key)}>{words(x, key)}</span>
          <i style={{ inlineSize: `${(Math.abs(value) / most) * 100}%` }} />
          <span className="py-num">{formatNumber(String(value))}</span>
        </li>
      ))}
    </ul>
  )
}

/** Several rows of a day are added up, as where a report has one for each service. */
function byDay(points: readonly { key: string; value: number }[]) {
  const days = new Map<string, number>()
  for (const { key, value } of points) {
    const day = key.slice(0, 10)
    days.set(day, (days.get(day) ?? 0) + value)
  }
  return [...days]
    .map(([day, value]) => ({ day, value }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
