import type { EarningsInCurrency } from '#contracts/insight/earnings.ts'
import { LineChart } from '../../../kit/table/chart/line-chart.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { chartName, linesOf } from './figures.ts'

interface EarningsChartProps {
  days: EarningsInCurrency['days']
  /** The last day, where it is not over. */
  today: string | null
  /** What a day's postings are as a list; null for those who have none. */
  pathOf: (day: string) => string | null
}

/** Revenue, cost and margin by day; a click opens the day's trade details. */
export default function EarningsChart({ days, today, pathOf }: EarningsChartProps) {
  const t = useT('earnings')
  const figures = useT('figures')
  return (
    <LineChart
      lines={linesOf(days[0]).map((line) => ({ ...line, name: figures(line.key) }))}
      days={days}
      height={240}
      left={72}
      label={chartName(t, days[0])}
      today={today}
      unfinished={(day) => t('chart.unfinished', { day })}
      pathOf={(_, day) => pathOf(day)}
      whole
    />
  )
}
