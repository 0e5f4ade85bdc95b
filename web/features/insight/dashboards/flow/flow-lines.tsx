import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { useNavigate } from 'react-router'
import type { FlowDay } from '#contracts/insight/dashboards.ts'
import { formatNumber } from '../../../../kit/form/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { clipOf } from './clip.ts'
import { geometryOf, HEIGHT, nearestDay } from './flow-geometry.ts'
import type { FlowKey, FlowLine } from './flow-panels.ts'

/** Of a day that is not over. */
const UNFINISHED = '2 4'
/** Before the width is known. */
const FIRST_WIDTH = 480

interface LinesProps {
  lines: readonly FlowLine[]
  days: readonly FlowDay[]
  /** The last day, where it is not over. */
  today: string | null
  pathOf: (key: FlowKey, day: string) => string | null
}

/**
 * Lines by day; the pointer shows a day's figures and opens their list. Peaks are cut off and show
 * their number. The keyboard has the table.
 */
export function FlowLines({ lines, days, today, pathOf }: LinesProps) {
  const t = useT('dashboards')
  const navigate = useNavigate()
  const { box, width } = useWidth()
  const [pointed, setPointed] = useState<string | null>(null)
  const counts = lines.flatMap(({ key }) => days.map((day) => day[key]))
  const top = clipOf(counts)
  const names = days.map(({ day }) => day)
  const geometry = geometryOf(width, names, counts, top)
  const { x } = geometry
  const height = (day: FlowDay, key: FlowKey) =>
    geometry.y(top === null ? day[key] : Math.min(day[key], top))
  const points = (key: FlowKey, some: readonly FlowDay[]) =>
    some.map((day) => `${x(day.day)},${height(day, key)}`).join(' ')
  const finished = today === null ? days : days.slice(0, -1)
  const shown = days.find(({ day }) => day === pointed)

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const from = event.currentTarget.getBoundingClientRect()
    setPointed(nearestDay(names, geometry, event.clientX - from.left))
  }
  const open = (key: FlowKey, day: string) => {
    const path = pathOf(key, day)
    if (path) void navigate(path)
  }
  return (
    <div className="dash-lines" ref={box} onPointerLeave={() => setPointed(null)}>
      <svg width={width} height={HEIGHT} onPointerMove={point} onPointerDown={point}>
        <Axes geometry={geometry} />
        {lines.map(({ key, colour, dash }) => (
          <g key={key} fill="none" stroke={colour} strokeWidth={2}>
            <polyline points={points(key, finished)} strokeDasharray={dash} />
            {finished.length === 1 && (
              <circle cx={x(finished[0]!.day)} cy={height(finished[0]!, key)} r={1} />
            )}
            {today !== null && (
              <polyline
                points={points(key, days.slice(-2))}
                strokeDasharray={UNFINISHED}
                strokeOpacity={0.7}
              />
            )}
            {top !== null &&
              days.map(
                (day) =>
                  day[key] > top && (
                    <text
                      key={day.day}
                      x={x(day.day)}
                      y={geometry.top - 6}
                      textAnchor="middle"
                      fontSize={11}
                      fill={colour}
                      stroke="none"
                    >
                      ↑ {formatNumber(day[key])}
                    </text>
                  ),
              )}
          </g>
        ))}
        {shown && (
          <g className="dash-pointed">
            <line
              x1={x(shown.day)}
              x2={x(shown.day)}
              y1={geometry.top}
              y2={geometry.bottom}
              stroke="#bfbfbf"
            />
            {lines.map(({ key, colour }) => (
              <circle
                key={key}
                cx={x(shown.day)}
                cy={height(shown, key)}
                r={5}
                fill={colour}
                stroke="#ffffff"
                data-opens={pathOf(key, shown.day) !== null || undefined}
                onClick={() => open(key, shown.day)}
              />
            ))}
          </g>
        )}
      </svg>
      {shown && (
        <div
          className="dash-tip"
          style={
            x(shown.day) > width / 2
              ? { right: width - x(shown.day) + 12 }
              : { left: x(shown.day) + 12 }
          }
        >
          <div>{shown.day === today ? t('chart.unfinished', { day: shown.day }) : shown.day}</div>
          {lines.map(({ key, colour }) => (
            <div key={key} style={{ color: colour }}>
              {t(`flow.${key}`)}: {formatNumber(shown[key])}
            </div>
          ))}
        </div>
      )}
      {lines.length > 1 && <Legend lines={lines} />}
    </div>
  )
}

function Axes({
  geometry: { x, y, left, right, bottom, ticks, named },
}: {
  geometry: ReturnType<typeof geometryOf>
}) {
  return (
    <g fontSize={12} fill="#595959">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} stroke="#e8e8e8" />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke="#8c8c8c" />
      {named.map((day) => (
        <text key={day} x={x(day)} y={bottom + 18} textAnchor="middle">
          {day.slice(5)}
        </text>
      ))}
    </g>
  )
}

function Legend({ lines }: Pick<LinesProps, 'lines'>) {
  const t = useT('dashboards')
  return (
    <div className="dash-legend">
      {lines.map(({ key, colour, dash }) => (
        <span key={key}>
          <svg width={28} height={8}>
            <line x2={28} y1={4} y2={4} stroke={colour} strokeWidth={2} strokeDasharray={dash} />
          </svg>
          {t(`flow.${key}`)}
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
