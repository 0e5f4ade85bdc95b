import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { wideEnough } from './amount-width.ts'
import { arrange } from '../list/column-state.ts'
import { useT } from '../text/i18n.ts'
import { TableBody, type BodyParts, type RowHands } from './table-body.tsx'
import { TableCards } from './table-cards.tsx'
import { TableHead } from './table-head.tsx'
import { useRowStateStore } from './row-state-store.ts'
import { pinnedColumnsOf } from './pinned-columns.ts'
import { SumRow } from './table-sums.tsx'
import type { DataTableProps, TableParts } from './table-types.ts'
import type { Identified } from '../list/use-selection.ts'
import { useActiveRow } from './use-active-row.ts'
import { useTableEdges } from './use-table-edges.ts'
import { useDelayedFlag, usePhone } from '../platform/use-timing.ts'
import type { List } from '../list/list.ts'
import { useViews } from '../list/views/use-views.ts'

export { PLAIN_ROWS, type Column, type DataTableProps } from './table-types.ts'
export type { Identified } from '../list/use-selection.ts'

const ColumnPanel = lazy(() => import('./column-panel.tsx'))
const NO_ROWS: readonly never[] = []
const NONE: ReadonlySet<string> = new Set()

/**
 * The list grammar's table: sticky header and first column, sort, selection, keys, columns to
 * choose; cards on a phone.
 */
export function DataTable<R extends Identified>(props: DataTableProps<R>) {
  const { list } = props
  if (!list)
    return (
      <Table
        {...props}
        columns={props.columns.filter((column) => !column.optional)}
        rows={props.rows ?? NO_ROWS}
        tools={null}
      />
    )
  return (
    <ChosenTable
      {...props}
      list={list}
      rows={props.rows ?? list.rows}
      loading={props.loading ?? list.loading}
      stale={props.stale ?? list.stale}
      sort={list.state.sort}
      onSort={list.setSort}
      tools={null}
    />
  )
}

/** With the columns the person chose for this list. */
function ChosenTable<R extends Identified>(props: TableParts<R> & { list: List<R> }) {
  const { columns, list } = props
  const views = useViews(list)
  const choice = views.columns
  const arranged = useMemo(() => arrange(columns, choice), [columns, choice])
  const shown = useMemo(() => arranged.filter((column) => !column.hidden), [arranged])
  return (
    <Table
      {...props}
      columns={shown}
      tools={{ all: arranged, choice, change: views.setColumns, reset: views.resetColumns }}
    />
  )
}

function Table<R extends Identified>(props: TableParts<R>) {
  const {
    columns: asked,
    rows,
    loading = false,
    selection,
    actions,
    keys = true,
    tools,
    openId = null,
    rowTone,
    onOpen,
  } = props
  const columns = useMemo(() => wideEnough(asked, rows), [asked, rows])
  const t = useT()
  const phone = usePhone()
  const scroller = useRef<HTMLDivElement>(null)
  const [choosing, setChoosing] = useState(false)
  const active = useActiveRow(rows, scroller, {
    enabled: keys,
    ...(onOpen ? { onOpen } : {}),
    ...(selection ? { onSelect: selection.toggle } : {}),
  })
  const skeleton = useDelayedFlag(loading)
  // Leafing through rows in the drawer, the list follows. A row that was pressed is in sight:
  // looking where it is would lay the page out once more.
  const pressed = useRef<string | undefined>(undefined)
  pressed.current = rows[active.at]?.id
  useEffect(() => {
    if (openId && pressed.current !== openId)
      scroller.current
        ?.querySelector(`[data-row-key="${CSS.escape(openId)}"]`)
        ?.scrollIntoView({ block: 'nearest' })
  }, [openId])

  const marks = useRowStateStore({
    selected: selection?.ids ?? NONE,
    active: active.at,
    open: openId,
  })
  const hands = useRef<RowHands<R>>({ selection, onOpen, step: active.set })
  hands.current = { selection, onOpen, step: active.set }
  const [picks, opens, end] = [
    selection !== undefined,
    onOpen !== undefined,
    Boolean(actions ?? tools),
  ]
  const parts = useMemo<BodyParts<R>>(
    () => ({
      columns,
      rows,
      actions,
      rowTone,
      places: pinnedColumnsOf(columns, picks ? 36 : 0),
      picks,
      opens,
      end,
    }),
    [columns, rows, actions, rowTone, picks, opens, end],
  )
  // A hundred rows take their time: what the person does meanwhile goes first.
  const before = useDeferredValue(parts)
  const drawn = before.rows.length === 0 ? parts : before
  const edges = useTableEdges(scroller, drawn)

  const panel = choosing && tools && (
    <Suspense>
      <ColumnPanel tools={tools} onClose={() => setChoosing(false)} />
    </Suspense>
  )
  if (!loading && rows.length === 0)
    return (
      <div className="py-table-wrap">
        {props.empty}
        {panel}
      </div>
    )
  if (phone)
    return loading ? (
      <CardSkeletons shown={skeleton} />
    ) : (
      <div className={props.stale ? 'py-stale' : undefined} aria-busy={props.stale}>
        <TableCards parts={drawn} label={props.label} marks={marks} hands={hands} />
      </div>
    )

  const last = actions ? (props.actionsWidth ?? 88) : tools ? 40 : 0
  const width =
    columns.reduce((sum, column) => sum + (column.width ?? 140), 0) + (picks ? 36 : 0) + last
  return (
    <div
      className={props.stale ? 'py-table-wrap py-stale' : 'py-table-wrap'}
      ref={scroller}
      data-edges={edges}
      aria-busy={loading || props.stale}
      role="region"
      aria-label={props.label}
      tabIndex={-1}
    >
      <table className="py-table" style={{ minWidth: width }}>
        <caption className="py-hidden">{props.label}</caption>
        <colgroup>
          {picks && <col style={{ width: 36 }} />}
          {drawn.columns.map((column) => (
            <col key={column.key} data-col={column.key} style={{ width: column.width ?? 140 }} />
          ))}
          {last > 0 && <col style={{ width: last }} />}
        </colgroup>
        <TableHead
          {...props}
          columns={drawn.columns}
          places={drawn.places}
          onChoose={() => setChoosing(true)}
        />
        {loading ? (
          <tbody>
            {skeleton &&
              Array.from({ length: 8 }, (_, at) => (
                <tr key={at}>{cells(columns.length + (picks ? 1 : 0) + (last > 0 ? 1 : 0))}</tr>
              ))}
          </tbody>
        ) : (
          <TableBody parts={drawn} marks={marks} hands={hands} scroller={scroller} />
        )}
        {props.footer ? <tfoot>{props.footer}</tfoot> : !loading && <SumRow parts={drawn} />}
      </table>
      {loading && skeleton && (
        <span className="py-hidden" role="status">
          {t('state.loading')}
        </span>
      )}
      {panel}
    </div>
  )
}

const CardSkeletons = ({ shown }: { shown: boolean }) => (
  <ul className="py-cards" aria-busy>
    {shown &&
      Array.from({ length: 4 }, (_, at) => (
        <li key={at} className="py-card">
          <span className="py-skeleton" />
          <span className="py-skeleton" />
        </li>
      ))}
  </ul>
)
const cells = (count: number) =>
  Array.from({ length: count }, (_, at) => (
    <td key={at}>
      <span className="py-skeleton" />
    </td>
  ))
