import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { useNavigate } from 'react-router'
import { formatNumber } from '../../text/formats.ts'
import { clipOf, geometryOf, nearestDay, type Geometry } from './geometry.ts'
import './chart.css'

/** Of a day that is not over. */
const UNFINISHED = '2 4'
const DAY_LENGTH = '2026-01-01'.length
const END_PX = 36
/** Before the width is known. */
const FIRST_WIDTH = 480

/** Lines are known apart by colour and by their dashes. */
export interface ChartLine<K extends string> {
  key: K
  name: string
  colour: string
  dash: string
}

interface LineChartProps<K extends string> {
  lines: readonly ChartLine<K>[]
  days: readonly ({ day: string } & { [key in K]?: number | string | null })[]
  height: number
  /** Room for the figures of the scale. */
  left: number
  label?: string
  /** The last day, where it is not over, and how it is called. */
  today: string | null
  unfinished: (day: string) => string
  /** Cuts a few peaks off and writes their number above. */
  clip?: boolean
  /** Where a figure of a day leads; null for those who have no list of it. */
  pathOf: (key: K, day: string) => string | null
  /** Whether a click anywhere opens the day, not only one on a dot. */
  whole?: boolean
}

/**
 * Lines by day; the pointer shows a day's figures and opens their list. The keyboard has a table
 * of the same figures next to it.
 */
export function LineChart<K extends string>(props: LineChartProps<K>) {
  const { lines, days, height, left, label, today, clip = false, pathOf, whole = false } = props
  const navigate = useNavigate()
  const { box, width } = useWidth()
  const [pointed, setPointed] = useState<string | null>(null)
  const values = lines.flatMap(({ key }) => days.map((day) => Number(day[key] ?? 0)))
  const top = clip ? clipOf(values) : null
  const names = days.map(({ day }) => day)
  const geometry = geometryOf({ width, height, left }, names, values, top)
  const shown = days.find(({ day }) => day === pointed)
  const open = (key: K, day: string) => {
    const path = pathOf(key, day)
    if (path) void navigate(path)
  }
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const from = event.currentTarget.getBoundingClientRect()
    setPointed(nearestDay(names, geometry, event.clientX - from.left))
  }
  const first = lines[0]?.key
  const opens = whole && shown && first !== undefined && pathOf(first, shown.day) !== null
  return (
    <div className="py-chart" ref={box} onPointerLeave={() => setPointed(null)}>
      <svg
        width={width}
        height={height}
        role={label ? 'img' : undefined}
        aria-label={label}
        data-opens={opens || undefined}
        onPointerMove={point}
        onPointerDown={point}
        onClick={() => opens && open(first, shown.day)}
      >
        <Axes geometry={geometry} />
        {lines.map((line) => (
          <Line key={line.key} line={line} days={days} today={today} top={top} at={geometry} />
        ))}
        {shown && (
          <g className="py-chart-pointed">
            <line
              x1={geometry.x(shown.day)}
              x2={geometry.x(shown.day)}
              y1={geometry.top}
              y2={geometry.bottom}
              stroke="#bfbfbf"
            />
            {lines.map(({ key, colour }) => (
              <circle
                key={key}
                cx={geometry.x(shown.day)}
                cy={geometry.y(Number(shown[key] ?? 0))}
                r={5}
                fill={colour}
                stroke="#ffffff"
                data-opens={pathOf(key, shown.day) !== null || undefined}
                onClick={() => !whole && open(key, shown.day)}
              />
            ))}
          </g>
        )}
      </svg>
      {shown && (
        <div className="py-chart-tip" style={besides(geometry.x(shown.day), width)}>
          <div>{shown.day === today ? props.unfinished(shown.day) : shown.day}</div>
          {lines.map(({ key, colour, name }) => (
            <div key={key} style={{ color: colour }}>
              {name}: {formatNumber(shown[key])}
            </div>
          ))}
        </div>
      )}
      {lines.length > 1 && <Legend lines={lines} />}
    </div>
  )
}

/** On the side with more room. */
const besides = (x: number, width: number) =>
  x > width / 2 ? { right: width - x + 12 } : { left: x + 12 }

function Line<K extends string>({
  line: { key, colour, dash },
  days,
  today,
  top,
  at: { x, y, top: edge },
}: Pick<LineChartProps<K>, 'days' | 'today'> & {
  line: ChartLine<K>
  top: number | null
  at: Geometry
}) {
  const valueOf = (day: (typeof days)[number]) => Number(day[key] ?? 0)
  const points = (some: typeof days) =>
    some.map((day) => `${x(day.day)},${y(valueOf(day))}`).join(' ')
  const finished = today === null ? days : days.slice(0, -1)
  const [only] = finished.length === 1 ? finished : []
  return (
    <g fill="none" stroke={colour} strokeWidth={2}>
      <polyline points={points(finished)} strokeDasharray={dash} />
      {only && <circle cx={x(only.day)} cy={y(valueOf(only))} r={1} />}
      {today !== null && (
        <polyline
          points={points(days.slice(-2))}
          strokeDasharray={UNFINISHED}
          strokeOpacity={0.7}
        />
      )}
      {top !== null &&
        days
          .filter((day) => valueOf(day) > top)
          .map((day) => (
            <text
              key={day.day}
              x={x(day.day)}
              y={edge - 6}
              textAnchor="middle"
              fontSize={11}
              fill={colour}
              stroke="none"
            >
              ↑ {formatNumber(valueOf(day))}
            </text>
          ))}
    </g>
  )
}

function Axes({ geometry: { x, y, left, right, bottom, ticks, named } }: { geometry: Geometry }) {
  return (
    <g fontSize={12} fill="#595959">
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={left}
            x2={right}
            y1={y(tick)}
            y2={y(tick)}
            stroke={tick === 0 ? '#8c8c8c' : '#e8e8e8'}
          />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {named.map((day) => (
        <text
          key={day}
          x={x(day)}
          y={bottom + 18}
          // A moment is longer than a day: the last one would end outside.
          textAnchor={day.length > DAY_LENGTH && x(day) > right - END_PX ? 'end' : 'middle'}
        >
          {day.slice(5)}
        </text>
      ))}
    </g>
  )
}

function Legend<K extends string>({ lines }: Pick<LineChartProps<K>, 'lines'>) {
  return (
    <div className="py-chart-legend">
      {lines.map(({ key, name, colour, dash }) => (
        <span key={key}>
          <svg width={28} height={8} aria-hidden>
            <line x2={28} y1={4} y2={4} stroke={colour} strokeWidth={2} strokeDasharray={dash} />
          </svg>
          {name}
        </span>
      ))}
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
      // A page in the background has no width, and keeps its drawing.
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  return { box, width }
}
