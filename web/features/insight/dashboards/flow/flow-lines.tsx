import { startTransition, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
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
import { formatNumber } from '../../../../kit/form/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { clipOf } from './clip.ts'
import type { FlowKey, FlowLine } from './flow-panels.ts'

export const HEIGHT = 190
/** Of a day that is not over. */
const UNFINISHED = '2 4'

interface LinesProps {
  lines: readonly FlowLine[]
  days: readonly FlowDay[]
  /** The last day, where it is not over. */
  today: string | null
  pathOf: (key: FlowKey, day: string) => string | null
}

/**
 * A page that comes back makes its charts again, for any content: so they come after the page
 * itself, in slices. Without movement: it would be played at every return. Peaks are cut off and
 * show their number.
 */
export function FlowLines({ lines, days, today, pathOf }: LinesProps) {
  const t = useT('dashboards')
  const navigate = useNavigate()
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    startTransition(() => setDrawn(true))
    return () => setDrawn(false)
  }, [])
  const top = clipOf(lines.flatMap(({ key }) => days.map((day) => day[key])))
  const height = (day: FlowDay, key: FlowKey) => (top === null ? day[key] : Math.min(day[key], top))
  const yesterday = days.at(-2)?.day
  const open = (key: FlowKey, day: string) => {
    const path = pathOf(key, day)
    if (path) void navigate(path)
  }
  return (
    drawn && (
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <LineChart
          data={days}
          margin={{ top: 18, right: 16, bottom: 0, left: 0 }}
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
            {...(top === null ? {} : { domain: [0, top] })}
            tick={{ fontSize: 12, fill: '#595959' }}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            labelFormatter={(day) =>
              day === today ? t('chart.unfinished', { day: String(day) }) : day
            }
            formatter={(_, name, item) => {
              const line = lines.find(({ key }) => t(`flow.${key}`) === name)
              return [formatNumber((item.payload as FlowDay)[line?.key ?? 'orders']), name]
            }}
          />
          {lines.length > 1 && <Legend itemSorter={null} />}
          {lines.map(({ key, colour, dash }) => (
            <Line
              key={key}
              type="linear"
              dataKey={(day: FlowDay) => (day.day === today ? null : height(day, key))}
              name={t(`flow.${key}`)}
              stroke={colour}
              strokeDasharray={dash}
              strokeWidth={2}
              dot={({ cx, cy, payload }: { cx?: number; cy?: number; payload: FlowDay }) => (
                <g key={payload.day}>
                  {top !== null && payload[key] > top && (
                    <text x={cx} y={(cy ?? 0) - 6} textAnchor="middle" fontSize={11} fill={colour}>
                      ↑ {formatNumber(payload[key])}
                    </text>
                  )}
                </g>
              )}
              activeDot={{
                r: 5,
                cursor: 'pointer',
                onClick: (_, dot) =>
                  open(key, (dot as unknown as { payload: FlowDay }).payload.day),
              }}
              isAnimationActive={false}
            />
          ))}
          {today !== null &&
            lines.map(({ key, colour }) => (
              <Line
                key={`${key} today`}
                type="linear"
                dataKey={(day: FlowDay) =>
                  day.day === today || day.day === yesterday ? height(day, key) : null
                }
                name={t(`flow.${key}`)}
                stroke={colour}
                strokeDasharray={UNFINISHED}
                strokeOpacity={0.7}
                legendType="none"
                {...(days.length > 1 ? {} : { strokeWidth: 2 })}
                tooltipType="none"
                dot={false}
                activeDot={{ r: 5, cursor: 'pointer', onClick: () => open(key, today) }}
                isAnimationActive={false}
              />
            ))}
        </LineChart>
      </ResponsiveContainer>
    )
  )
}
