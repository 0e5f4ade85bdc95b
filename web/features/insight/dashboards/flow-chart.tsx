import { Button } from 'antd'
import { startTransition, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { FlowDay } from '#contracts/insight/dashboards.ts'
import { formatNumber } from '../../../kit/form/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { saveChart } from './picture.ts'
import { PictureButton } from './picture-button.tsx'

/** Far enough apart for weak colour sight, and told apart by their dashes too. */
const LINES = [
  { key: 'orders', colour: '#0b5cad', dash: '' },
  { key: 'received', colour: '#8a5a00', dash: '6 3' },
  { key: 'outbound', colour: '#722ed1', dash: '2 3' },
  { key: 'delivered', colour: '#237804', dash: '10 3 2 3' },
] as const
const HEIGHT = 260

interface FlowChartProps {
  days: readonly FlowDay[]
  /** What the picture is called and of when it is. */
  title: string
  note: string
  /** The orders of one day; null for those who have no list. */
  pathOf: (day: string) => string | null
}

/** Four counts by day as lines, to be saved as a picture, or as the table behind them. */
export default function FlowChart({ days, title, note, pathOf }: FlowChartProps) {
  const t = useT('dashboards')
  const [table, setTable] = useState(false)
  const drawing = useRef<HTMLDivElement>(null)
  const draw = async () => {
    // The legend has drawings of its own.
    const svg = drawing.current?.querySelector<SVGSVGElement>(
      'svg.recharts-surface:not(.recharts-legend-wrapper *)',
    )
    if (!svg) throw new Error('no chart')
    await saveChart(
      svg,
      {
        title,
        note,
        legend: LINES.map(({ key, colour, dash }) => ({ name: t(`flow.${key}`), colour, dash })),
      },
      `${title} ${note}.png`,
    )
  }
  return (
    <div className="dash-chart">
      <div className="dash-tools">
        <Button type="link" size="small" onClick={() => setTable(!table)}>
          {t(table ? 'chart.lines' : 'chart.table')}
        </Button>
        <PictureButton name={title} draw={draw} blocked={table ? t('png.table') : null} />
      </div>
      {table ? (
        <div className="dash-chart-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('day')}</th>
                {LINES.map(({ key }) => (
                  <th key={key} scope="col">
                    {t(`flow.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.day}>
                  <th scope="row">{day.day}</th>
                  {LINES.map(({ key }) => (
                    <td key={key} className="py-num">
                      {key === 'orders' ? (
                        <Orders
                          path={day.orders > 0 ? pathOf(day.day) : null}
                          count={formatNumber(day.orders)}
                          label={`${day.day} ${t('flow.orders')}: ${day.orders}`}
                        />
                      ) : (
                        formatNumber(day[key])
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div role="img" aria-label={t('chart.label')} ref={drawing} style={{ minHeight: HEIGHT }}>
          <Lines days={days} />
        </div>
      )}
    </div>
  )
}

/**
 * A page that comes back makes its charts anew, whatever they show: so they come after the page
 * itself, in slices. Without movement: it would be played at every return.
 */
function Lines({ days }: { days: readonly FlowDay[] }) {
  const t = useT('dashboards')
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    startTransition(() => setDrawn(true))
    return () => setDrawn(false)
  }, [])
  return (
    drawn && (
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <LineChart
          data={days}
          margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="#e8e8e8" vertical={false} />
          <XAxis
            dataKey="day"
            tickFormatter={(day: string) => day.slice(5)}
            tick={{ fontSize: 12, fill: '#595959' }}
            tickLine={false}
            minTickGap={24}
          />
          <YAxis
            allowDecimals={false}
            width={48}
            tick={{ fontSize: 12, fill: '#595959' }}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip />
          <Legend itemSorter={null} />
          {LINES.map(({ key, colour, dash }) => (
            <Line
              key={key}
              type="linear"
              dataKey={key}
              name={t(`flow.${key}`)}
              stroke={colour}
              strokeDasharray={dash}
              strokeWidth={2}
              dot={false}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    )
  )
}

function Orders({ path, count, label }: { path: string | null; count: string; label: string }) {
  return path ? (
    <Link to={path} aria-label={label}>
      {count}
    </Link>
  ) : (
    <>{count}</>
  )
}
