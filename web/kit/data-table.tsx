import { useRef, type ReactNode } from 'react'
import { useT } from './i18n.ts'
import type { Sort } from './list-state.ts'
import { TableBody } from './table-body.tsx'
import { TableCards } from './table-cards.tsx'
import { TableHead } from './table-head.tsx'
import { useActiveRow } from './use-active-row.ts'
import type { Selection } from './use-selection.ts'
import { useLate, usePhone } from './use-late.ts'

export interface Column<R> {
  key: string
  title: ReactNode
  /** Default: the row's value under `key`. */
  render?: (row: R) => ReactNode
  width?: number
  align?: 'left' | 'right' | 'center'
  sort?: boolean
  /** On a phone: `title` heads the card, `hidden` is left out. */
  card?: 'title' | 'hidden'
}
export interface Identified { id: string }

export interface DataTableProps<R extends Identified> {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  loading?: boolean
  /** Rows are of the question before: dimmed. */
  stale?: boolean
  sort?: Sort | null
  onSort?: (sort: Sort | null) => void
  selection?: Selection<R>
  onOpen?: (row: R) => void
  /** The row whose drawer is open. */
  openId?: string | null
  actions?: (row: R) => ReactNode
  actionsWidth?: number
  rowTone?: (row: R) => 'warning' | 'bad' | undefined
  empty?: ReactNode
  footer?: ReactNode
  /** j/k, Enter, Space. Off for a second table on the page. */
  keys?: boolean
}

/** Rows beyond this are drawn only where they are seen. */
export const PLAIN_ROWS = 100

/** The list grammar's table: sticky header and first column, sort, selection, keys; cards on a phone. */
export function DataTable<R extends Identified>(props: DataTableProps<R>) {
  const { columns, rows, loading = false, selection, actions, keys = true } = props
  const t = useT()
  const phone = usePhone()
  const scroller = useRef<HTMLDivElement>(null)
  const active = useActiveRow(rows, scroller, { enabled: keys, ...(props.onOpen ? { onOpen: props.onOpen } : {}), ...(selection ? { onSelect: selection.toggle } : {}) })
  const skeleton = useLate(loading)

  if (!loading && rows.length === 0) return <div className="py-table-wrap">{props.empty}</div>
  if (phone) return <TableCards {...props} skeleton={loading && skeleton} />

  const width = columns.reduce((sum, column) => sum + (column.width ?? 140), 0) + (selection ? 36 : 0) + (actions ? (props.actionsWidth ?? 88) : 0)
  return (
    <div className={props.stale ? 'py-table-wrap py-stale' : 'py-table-wrap'} ref={scroller} aria-busy={loading || props.stale} role="region" aria-label={props.label} tabIndex={-1}>
      <table className="py-table" style={{ minWidth: width }}>
        <caption className="py-hidden">{props.label}</caption>
        <colgroup>
          {selection && <col style={{ width: 36 }} />}
          {columns.map((column) => <col key={column.key} style={{ width: column.width ?? 140 }} />)}
          {actions && <col style={{ width: props.actionsWidth ?? 88 }} />}
        </colgroup>
        <TableHead {...props} />
        {loading
          ? <tbody>{skeleton && Array.from({ length: 8 }, (_, at) => <tr key={at}>{cells(columns.length + (selection ? 1 : 0) + (actions ? 1 : 0))}</tr>)}</tbody>
          : <TableBody {...props} active={active} scroller={scroller} />}
        {props.footer && <tfoot>{props.footer}</tfoot>}
      </table>
      {loading && skeleton && <span className="py-hidden" role="status">{t('state.loading')}</span>}
    </div>
  )
}

const cells = (count: number) => Array.from({ length: count }, (_, at) => <td key={at}><span className="py-skeleton" /></td>)
