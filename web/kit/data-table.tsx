import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { arrange } from './column-state.ts'
import { useT } from './i18n.ts'
import { TableBody } from './table-body.tsx'
import { TableCards } from './table-cards.tsx'
import { TableHead } from './table-head.tsx'
import { placesOf } from './table-places.ts'
import { SumRow } from './table-sums.tsx'
import type { DataTableProps, Identified, TableParts } from './table-types.ts'
import { useActiveRow } from './use-active-row.ts'
import { useLate, usePhone } from './use-late.ts'
import type { List } from './use-list.ts'
import { useViews } from './use-views.ts'

export { PLAIN_ROWS, type Column, type DataTableProps, type Identified } from './table-types.ts'

const ColumnPanel = lazy(() => import('./column-panel.tsx'))
const NO_ROWS: readonly never[] = []

/** The list grammar's table: sticky header and first column, sort, selection, keys, columns to choose; cards on a phone. */
export function DataTable<R extends Identified>(props: DataTableProps<R>) {
  const { list } = props
  if (!list) return <Table {...props} columns={props.columns.filter((column) => !column.optional)} rows={props.rows ?? NO_ROWS} tools={null} />
  return <ChosenTable {...props} list={list} rows={props.rows ?? list.rows} loading={props.loading ?? list.loading} stale={props.stale ?? list.stale} sort={list.state.sort} onSort={list.setSort} tools={null} />
}

/** With the columns the person chose for this list. */
function ChosenTable<R extends Identified>(props: TableParts<R> & { list: List<R> }) {
  const { columns, list } = props
  const views = useViews(list)
  const arranged = arrange(columns, views.columns)
  return <Table {...props} columns={arranged.filter((column) => !column.hidden)} tools={{ all: arranged, choice: views.columns, change: views.setColumns, reset: views.resetColumns }} />
}

function Table<R extends Identified>(props: TableParts<R>) {
  const { columns, rows, loading = false, selection, actions, keys = true, tools, openId } = props
  const t = useT()
  const phone = usePhone()
  const scroller = useRef<HTMLDivElement>(null)
  const [choosing, setChoosing] = useState(false)
  const active = useActiveRow(rows, scroller, { enabled: keys, ...(props.onOpen ? { onOpen: props.onOpen } : {}), ...(selection ? { onSelect: selection.toggle } : {}) })
  const skeleton = useLate(loading)
  // Leafing through rows in the drawer, the list follows.
  useEffect(() => {
    if (openId) scroller.current?.querySelector(`tr[data-row-key="${CSS.escape(openId)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [openId])

  const panel = choosing && tools && <Suspense><ColumnPanel tools={tools} onClose={() => setChoosing(false)} /></Suspense>
  if (!loading && rows.length === 0) return <div className="py-table-wrap">{props.empty}{panel}</div>
  if (phone) return <TableCards {...props} skeleton={loading && skeleton} />

  const end = actions ? (props.actionsWidth ?? 88) : tools ? 40 : 0
  const width = columns.reduce((sum, column) => sum + (column.width ?? 140), 0) + (selection ? 36 : 0) + end
  const places = placesOf(columns, selection ? 36 : 0)
  const parts = { ...props, places }
  return (
    <div className={props.stale ? 'py-table-wrap py-stale' : 'py-table-wrap'} ref={scroller} aria-busy={loading || props.stale} role="region" aria-label={props.label} tabIndex={-1}>
      <table className="py-table" style={{ minWidth: width }}>
        <caption className="py-hidden">{props.label}</caption>
        <colgroup>
          {selection && <col style={{ width: 36 }} />}
          {columns.map((column) => <col key={column.key} data-col={column.key} style={{ width: column.width ?? 140 }} />)}
          {end > 0 && <col style={{ width: end }} />}
        </colgroup>
        <TableHead {...parts} onChoose={() => setChoosing(true)} />
        {loading
          ? <tbody>{skeleton && Array.from({ length: 8 }, (_, at) => <tr key={at}>{cells(columns.length + (selection ? 1 : 0) + (end > 0 ? 1 : 0))}</tr>)}</tbody>
          : <TableBody {...parts} active={active} scroller={scroller} />}
        {props.footer ? <tfoot>{props.footer}</tfoot> : !loading && <SumRow columns={columns} rows={rows} places={places} before={selection ? 1 : 0} after={end > 0 ? 1 : 0} />}
      </table>
      {loading && skeleton && <span className="py-hidden" role="status">{t('state.loading')}</span>}
      {panel}
    </div>
  )
}

const cells = (count: number) => Array.from({ length: count }, (_, at) => <td key={at}><span className="py-skeleton" /></td>)
