import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { PLAIN_ROWS, type Column, type DataTableProps, type Identified } from './table-types.ts'
import { useT } from './i18n.ts'
import type { ActiveRow } from './use-active-row.ts'

type BodyProps<R extends Identified> = DataTableProps<R> & { active: ActiveRow; scroller: RefObject<HTMLDivElement | null> }
const ROW_PX = 29

export function TableBody<R extends Identified>(props: BodyProps<R>) {
  return props.rows.length > PLAIN_ROWS ? <WindowedBody {...props} /> : <tbody>{props.rows.map((row, at) => <Line key={row.id} row={row} at={at} {...props} />)}</tbody>
}

/** Only the rows in sight are in the document: a thousand plain ones hang a page for seconds. */
function WindowedBody<R extends Identified>(props: BodyProps<R>) {
  const { rows, scroller } = props
  const windowed = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW_PX, overscan: 12 })
  const seen = windowed.getVirtualItems()
  const [first, last] = [seen[0], seen.at(-1)]
  return (
    <tbody>
      {first && first.start > 0 && <tr aria-hidden style={{ height: first.start }} />}
      {seen.map(({ index }) => {
        const row = rows[index]
        return row && <Line key={row.id} row={row} at={index} {...props} />
      })}
      {last && <tr aria-hidden style={{ height: windowed.getTotalSize() - last.end }} />}
    </tbody>
  )
}

function Line<R extends Identified>({ row, at, columns, selection, onOpen, openId, actions, rowTone, active }: BodyProps<R> & { row: R; at: number }) {
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
      {columns.map((column) => <td key={column.key} data-align={column.align}><Cell row={row} column={column} /></td>)}
      {actions && <td className="py-row-actions">{actions(row)}</td>}
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
