import { lazy, memo, Suspense, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useT } from './i18n.ts'
import { placed, type Places } from './table-places.ts'
import { PLAIN_ROWS, type Column, type Identified, type TableParts } from './table-types.ts'
import type { ActiveRow } from './use-active-row.ts'

// Its library is as heavy as the table itself; few lists are that long.
const WindowedBody = lazy(() => import('./windowed-body.tsx'))

export type BodyProps<R extends Identified> = TableParts<R> & { places: Places; active: ActiveRow; scroller: RefObject<HTMLDivElement | null> }

export function TableBody<R extends Identified>(props: BodyProps<R>) {
  const line = (row: R, at: number) => <Line key={row.id} row={row} at={at} {...props} />
  if (props.rows.length <= PLAIN_ROWS) return <tbody>{props.rows.map(line)}</tbody>
  return <Suspense fallback={<tbody />}><WindowedBody rows={props.rows.length} scroller={props.scroller} line={(at) => { const row = props.rows[at]; return row && line(row, at) }} /></Suspense>
}

function Line<R extends Identified>({ row, at, columns, selection, onOpen, openId, actions, rowTone, active, places, tools }: BodyProps<R> & { row: R; at: number }) {
  const t = useT()
  const picked = selection?.ids.has(row.id) ?? false
  const open = (event: MouseEvent<HTMLElement>) => {
    if (!onOpen || isControl(event.target) || window.getSelection()?.toString()) return
    active.set(at)
    onOpen(row)
  }
  return (
    <tr
      data-row-key={row.id} data-active={active.at === at || undefined} data-open={openId === row.id || undefined} data-tone={rowTone?.(row)}
      aria-selected={selection ? picked : undefined} tabIndex={active.at === at || (active.at < 0 && at === 0) ? 0 : -1}
      onFocus={() => active.set(at)} onClick={open} className={onOpen ? 'py-openable' : undefined}
    >
      {selection && (
        <td className="py-pick">
          <label className="py-pick-box">
            <input type="checkbox" checked={picked} aria-label={t('table.selectRow')} onChange={() => undefined} onClick={(event) => (event.shiftKey ? selection.rangeTo(row) : selection.toggle(row))} tabIndex={-1} />
          </label>
        </td>
      )}
      {columns.map((column, at) => <td key={column.key} data-align={column.align} {...placed(places[at])}><Cell row={row} column={column} /></td>)}
      {(actions || tools) && <td className="py-row-actions">{actions?.(row)}</td>}
    </tr>
  )
}

function CellOf<R>({ row, column }: { row: R; column: Column<R> }) {
  return <>{cellOf(row, column)}</>
}
const Cell = memo(CellOf) as typeof CellOf

/** The content of a cell: the column's own, else the plain value. */
export function cellOf<R>(row: R, column: Column<R>): ReactNode {
  if (column.render) return column.render(row)
  const value = typeof row === 'object' && row !== null ? Reflect.get(row, column.key) : null
  return value === null || value === undefined || typeof value === 'object' ? null : String(value)
}

export const isControl = (target: EventTarget): boolean => target instanceof Element && target.closest('button, a, input, label, select, textarea, .ant-dropdown') !== null
