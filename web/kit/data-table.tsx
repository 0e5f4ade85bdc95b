import { useRef } from 'react'
import { useT } from './i18n.ts'
import { TableBody } from './table-body.tsx'
import { TableCards } from './table-cards.tsx'
import { TableHead } from './table-head.tsx'
import type { DataTableProps, Identified } from './table-types.ts'
import { useActiveRow } from './use-active-row.ts'
import { useLate, usePhone } from './use-late.ts'

export { PLAIN_ROWS, type Column, type DataTableProps, type Identified } from './table-types.ts'

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
