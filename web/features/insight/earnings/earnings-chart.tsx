import { scaleLinear, scalePoint } from 'd3-scale'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { useNavigate } from 'react-router'
import type { EarningsInCurrency } from '#contracts/insight/earnings.ts'
import { formatNumber } from '../../../kit/form/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { LINES, linesOf, type Measured } from './figures.ts'

const HEIGHT = 240
const EDGE = { top: 16, right: 16, bottom: 26, left: 72 }
const TICKS = 5
/** Width of a day under the chart (`MM-DD`) with the gap after it. */
const DAY_WIDTH = 62
const FIRST_WIDTH = 480
/** Of a day that is not over. */
const UNFINISHED = '2 4'

type Day = EarningsInCurrency['days'][number]
interface EarningsChartProps {
  days: readonly Day[]
  /** The last day, where it is not over. */
  today: string | null
  /** What a day's postings are as a list; null for those who have none. */
  pathOf: (day: string) => string | null
}

/** For drawing only: how high an amount lies. */
const heightOf = (day: Day, key: Measured) => Number(day[key] ?? 0)

/** Revenue, cost and margin by day; the pointer shows a day, a click opens its trade details. */
export default function EarningsChart({ days, today, pathOf }: EarningsChartProps) {
  const t = useT('earnings')
  const navigate = useNavigate()
  const { box, width } = useWidth()
  const [pointed, setPointed] = useState<string | null>(null)
  const lines = linesOf(days[0])
  const right = Math.max(EDGE.left, width - EDGE.right)
  const bottom = HEIGHT - EDGE.bottom
  const heights = lines.flatMap(({ key }) => days.map((day) => heightOf(day, key)))
  const x = scalePoint(
    days.map(({ day }) => day),
    [EDGE.left, right],
  )
  const y = scaleLinear([Math.min(0, ...heights), Math.max(1, ...heights)], [bottom, EDGE.top])
  y.nice(TICKS)
  const at = (day: string) => x(day) ?? EDGE.left
  const points = (key: Measured, some: readonly Day[]) =>
    some.map((day) => `${at(day.day)},${y(heightOf(day, key))}`).join(' ')
  const finished = today === null ? days : days.slice(0, -1)
  const step = Math.max(1, Math.ceil((days.length * DAY_WIDTH) / Math.max(1, right - EDGE.left)))
  const shown = days.find(({ day }) => day === pointed)
  const path = shown ? pathOf(shown.day) : null
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const from = event.currentTarget.getBoundingClientRect().left
    const share = (event.clientX - from - EDGE.left) / Math.max(1, right - EDGE.left)
    const nearest = Math.min(days.length - 1, Math.max(0, Math.round(share * (days.length - 1))))
    setPointed(days[nearest]?.day ?? null)
  }
  return (
    <div className="earn-lines" ref={box} onPointerLeave={() => setPointed(null)}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={t('chart')}
        data-opens={path !== null || undefined}
        onPointerMove={point}
        onPointerDown={point}
        onClick={() => path && void navigate(path)}
      >
        <g fontSize={12} fill="#595959">
          {y.ticks(TICKS).map((tick) => (
            <g key={tick}>
              <line
                x1={EDGE.left}
                x2={right}
                y1={y(tick)}
                y2={y(tick)}
                stroke={tick === 0 ? '#8c8c8c' : '#e8e8e8'}
              />
              <text x={EDGE.left - 8} y={y(tick) + 4} textAnchor="end">
                {formatNumber(tick)}
              </text>
            </g>
          ))}
          {days
            .filter((_, index) => index % step === 0)
            .map(({ day }) => (
              <text key={day} x={at(day)} y={bottom + 18} textAnchor="middle">
                {day.slice(5)}
              </text>
            ))}
        </g>
        {lines.map(({ key, colour, dash }) => (
          <g key={key} fill="none" stroke={colour} strokeWidth={2}>
            <polyline points={points(key, finished)} strokeDasharray={dash} />
            {finished.length === 1 && (
              <circle cx={at(finished[0]!.day)} cy={y(heightOf(finished[0]!, key))} r={2} />
            )}
            {today !== null && (
              <polyline
                points={points(key, days.slice(-2))}
                strokeDasharray={UNFINISHED}
                strokeOpacity={0.7}
              />
            )}
            {shown && (
              <circle cx={at(shown.day)} cy={y(heightOf(shown, key))} r={4} fill={colour} />
            )}
          </g>
        ))}
      </svg>
      {shown && (
        <div
          className="earn-tip"
          style={
            at(shown.day) > width / 2
              ? { right: width - at(shown.day) + 12 }
              : { left: at(shown.day) + 12 }
          }
        >
          <div>{shown.day === today ? t('chart.unfinished', { day: shown.day }) : shown.day}</div>
          {lines.map(({ key, colour }) => (
            <div key={key} style={{ color: colour }}>
              {t(key)}: {formatNumber(shown[key])}
            </div>
          ))}
        </div>
      )}
      <div className="earn-legend">
        {LINES.filter(({ key }) => lines.some((line) => line.key === key)).map((line) => (
          <span key={line.key}>
            <svg width={28} height={8} aria-hidden>
              <line
                x2={28}
                y1={4}
                y2={4}
                stroke={line.colour}
                strokeWidth={2}
                strokeDasharray={line.dash}
              />
            </svg>
            {t(line.key)}
          </span>
        ))}
      </div>
    </div>
  )
}

/** How wide the element is that `box` is given to. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  useEffect(() => {
    if (!box.current || typeof ResizeObserver === 'undefined') return
    const watch = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  return { box, width }
}
