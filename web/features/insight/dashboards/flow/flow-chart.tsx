import { Button } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { FlowDay } from '#contracts/insight/dashboards.ts'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { LineChart } from '../../../../kit/table/chart/line-chart.tsx'
import { FLOW_KEYS, PANELS, type FlowKey } from './flow-panels.ts'
import { saveChart } from './picture.ts'
import { PictureButton } from './picture-button.tsx'

/** In pixels, the legend apart. */
const HEIGHT = 190

interface FlowChartProps {
  days: readonly FlowDay[]
  /** The last day, where it is not over. */
  today: string | null
  /** Of when the pictures are. */
  note: string
  /** What a day's figure counts, as a list; null for those who have none. */
  pathOf: (key: FlowKey, day: string) => string | null
}

/** Orders and parcels by day, each on a scale of its own, or as the table behind them. */
export default function FlowChart({ days, today, note, pathOf }: FlowChartProps) {
  const t = useT('dashboards')
  const [table, setTable] = useState(false)
  return (
    <div className="dash-chart">
      <div className="dash-tools">
        <Button type="link" size="small" onClick={() => setTable(!table)}>
          {t(table ? 'chart.lines' : 'chart.table')}
        </Button>
      </div>
      {table ? (
        <FlowTable days={days} pathOf={pathOf} />
      ) : (
        PANELS.map((panel) => (
          <Panel
            key={panel.key}
            panel={panel}
            days={days}
            today={today}
            note={note}
            pathOf={pathOf}
          />
        ))
      )}
    </div>
  )
}

function Panel({
  panel: { key, lines },
  days,
  today,
  note,
  pathOf,
}: FlowChartProps & { panel: (typeof PANELS)[number] }) {
  const t = useT('dashboards')
  const figures = useT('figures')
  const named = lines.map((line) => ({ ...line, name: figures(line.key) }))
  const drawing = useRef<HTMLDivElement>(null)
  const title = t(`chart.${key}`)
  const draw = async () => {
    // The legend has drawings of its own.
    const svg = drawing.current?.querySelector<SVGSVGElement>('.py-chart > svg')
    if (!svg) throw new Error('no chart')
    await saveChart(svg, { title, note, legend: named }, `${title} ${note}.png`)
  }
  return (
    <figure className="dash-panel">
      <figcaption>
        {title}
        <PictureButton name={title} draw={draw} />
      </figcaption>
      <div
        role="img"
        aria-label={t('chart.label', { name: title })}
        ref={drawing}
        style={{ minHeight: HEIGHT }}
      >
        <LineChart
          lines={named}
          days={days}
          height={HEIGHT}
          left={48}
          today={today}
          unfinished={(day) => t('chart.unfinished', { day })}
          clip
          pathOf={pathOf}
        />
      </div>
    </figure>
  )
}

function FlowTable({ days, pathOf }: Pick<FlowChartProps, 'days' | 'pathOf'>) {
  const t = useT('dashboards')
  const figures = useT('figures')
  return (
    <div className="dash-chart-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            {FLOW_KEYS.map((key) => (
              <th key={key} scope="col">
                {figures(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              {FLOW_KEYS.map((key) => {
                const path = day[key] > 0 ? pathOf(key, day.day) : null
                const count = formatNumber(day[key])
                return (
                  <td key={key} className="py-num">
                    {path ? (
                      <Link to={path} aria-label={`${day.day} ${figures(key)}: ${count}`}>
                        {count}
                      </Link>
                    ) : (
                      count
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
