import { useId, useState, type ReactNode } from 'react'
import type { Board, FigureChart, FigureTable } from '#contracts/insight/monitoring.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { LineChart } from '../../../kit/table/chart/line-chart.tsx'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { FigureValue } from './figure-value.tsx'
import './monitoring.css'

const EVERY_MS = 10_000
const MEGABYTE = 1_048_576
const SPANS = ['hour', 'day'] as const
type Span = (typeof SPANS)[number]
type BoardCall = Parameters<typeof useApi<{ span?: Span }, Board>>[0]

interface BoardViewProps {
  title: string
  call: BoardCall
  /** Buttons of the page. */
  actions?: (board: Board) => ReactNode
  /** A button in a table's row. */
  rowAction?: (row: FigureTable['rows'][number]) => ReactNode
}

/** Figures of one matter: read again every ten seconds, with their course below. */
export function BoardView({ title, call, actions, rowAction }: BoardViewProps) {
  const t = useT('monitoring')
  const [span, setSpan] = useState<Span>('hour')
  const found = useApi(call, { span }, { refetchInterval: EVERY_MS, keepPrevious: true })
  const board = found.data
  // What can be in alarm is looked at first.
  const watched = board?.tables.filter(({ rows }) => rows.some((row) => 'alarm' in row)) ?? []
  const drawn = (one: FigureTable) => (
    <Figures key={one.key} table={one} {...(rowAction ? { rowAction } : {})} />
  )
  return (
    <div className="mon">
      <PageHeader
        title={title}
        note={
          board &&
          t(board.node ? 'updated' : 'updated.all', {
            time: formatMoment(board.at).slice(11),
            node: board.node,
          })
        }
      >
        <Segments
          aria-label={t('span')}
          options={SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
          value={span}
          onChange={setSpan}
        />
        {board && actions?.(board)}
      </PageHeader>
      {found.error && !board && <ErrorNote error={found.error} retry={found.refetch} />}
      {board && (
        <>
          {board.facts.length > 0 && (
            <DetailList
              columns={4}
              items={board.facts.map(({ key, unit, value, alarm }) => ({
                key,
                label: t(`fact.${key}`),
                value: (
                  <>
                    <FigureValue value={value} unit={unit} />{' '}
                    {alarm && <StatusTag tone="bad">{t('alarm')}</StatusTag>}
                  </>
                ),
              }))}
            />
          )}
          {watched.map(drawn)}
          {board.charts.map((one) => (
            <Course key={one.key} chart={one} />
          ))}
          {board.tables.filter((one) => !watched.includes(one)).map(drawn)}
        </>
      )}
    </div>
  )
}

/** The course of one figure; bytes are drawn as megabytes. */
function Course({ chart: { key, unit, points } }: { chart: FigureChart }) {
  const t = useT('monitoring')
  if (points.length < 2) return null
  const by = unit === 'bytes' ? MEGABYTE : 1
  const shown = {
    bytes: 'MB',
    percent: '%',
    ms: 'ms',
    seconds: 's',
    count: '',
    text: '',
    moment: '',
  }
  const name = [t(`chart.${key}`), shown[unit]].filter((part) => part !== '').join(' · ')
  return (
    <section className="mon-box">
      <h2>{name}</h2>
      <LineChart
        lines={[{ key: 'value', name, colour: '#096dd9', dash: '' }]}
        days={points.map(({ at, value }) => ({
          day: formatMoment(at).slice(0, 16),
          value: Math.round((value / by) * 10) / 10,
        }))}
        height={180}
        left={64}
        label={name}
        today={null}
        unfinished={(at) => at}
        pathOf={() => null}
      />
    </section>
  )
}

/** A table of figures; rows with an alarm are marked in the first cell. */
export function Figures({
  table: { key, columns, rows },
  rowAction,
}: {
  table: FigureTable
  rowAction?: BoardViewProps['rowAction']
}) {
  const t = useT('monitoring')
  const id = useId()
  return (
    <section className="mon-box" aria-labelledby={id}>
      <h2 id={id}>{t(`table.${key}`)}</h2>
      {rows.length === 0 ? (
        <Empty kind="nothing" />
      ) : (
        <div className="mon-scroll" tabIndex={0} role="group" aria-labelledby={id}>
          <table>
            <thead>
              <tr>
                {columns.map((one) => (
                  <th key={one.key} scope="col" data-number={isNumber(one.unit) || undefined}>
                    {t(`column.${one.key}`)}
                  </th>
                ))}
                {rowAction && <th aria-label={t('actions')} />}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={at}>
                  {columns.map((one, place) => (
                    <td key={one.key} data-number={isNumber(one.unit) || undefined}>
                      {typeof row[one.key] === 'string' && t.has(`value.${key}.${row[one.key]}`) ? (
                        t(`value.${key}.${row[one.key]}`)
                      ) : (
                        <FigureValue value={row[one.key] ?? null} unit={one.unit} />
                      )}
                      {place === 0 && row.alarm === 1 && (
                        <>
                          {' '}
                          <StatusTag tone="bad">{t('alarm')}</StatusTag>
                        </>
                      )}
                    </td>
                  ))}
                  {rowAction && <td>{rowAction(row)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const isNumber = (unit: string): boolean => unit !== 'text' && unit !== 'moment'
