import { lazy, memo, Suspense, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useCommon } from '../text/i18n.ts'
import { useRowState, type RowStateStore } from './row-state-store.ts'
import { isPinned, type PinnedColumns } from './pinned-columns.ts'
import { PLAIN_ROWS, type Column, type TableParts } from './table-types.ts'
import type { Identified } from '../list/use-selection.ts'
import type { Selection } from '../list/use-selection.ts'
import { isAccountField } from '#contracts/kit/names.ts'
import { nameOfAccount } from '../session/account-names.ts'

// Its library is as heavy as the table itself; few lists are that long.
const WindowedBody = lazy(() => import('./windowed-body.tsx'))

/** What rows do when they are touched, as it is at that moment. */
export interface RowHands<R> {
  selection: Selection<R> | undefined
  onOpen: ((row: R) => void) | undefined
  step: (at: number) => void
}
/** What rows are drawn from; the same object as long as nothing of it changed. */
export interface BodyParts<R extends Identified> extends Pick<
  TableParts<R>,
  'columns' | 'rows' | 'actions' | 'rowTone'
> {
  places: PinnedColumns
  picks: boolean
  opens: boolean
  /** A last cell even without actions, below the choice of columns. */
  end: boolean
}
interface Around<R> {
  marks: RowStateStore
  hands: RefObject<RowHands<R>>
}
type BodyProps<R extends Identified> = Around<R> & {
  parts: BodyParts<R>
  scroller: RefObject<HTMLDivElement | null>
}

function Body<R extends Identified>({ parts, scroller, ...around }: BodyProps<R>) {
  const { rows } = parts
  const line = (row: R, at: number) => (
    <Line key={row.id} row={row} at={at} parts={parts} {...around} />
  )
  if (rows.length <= PLAIN_ROWS) return <tbody>{rows.map(line)}</tbody>
  return (
    <Suspense fallback={<tbody />}>
      <WindowedBody
        rows={rows.length}
        scroller={scroller}
        line={(at) => {
          const row = rows[at]
          return row && line(row, at)
        }}
      />
    </Suspense>
  )
}
export const TableBody = memo(Body) as typeof Body

function LineOf<R extends Identified>({
  row,
  at,
  parts,
  marks,
  hands,
}: Around<R> & { row: R; at: number; parts: BodyParts<R> }) {
  const t = useCommon()
  const { columns, places, picks, opens, actions, end } = parts
  const picked = useRowState(marks, ({ selected }) => selected.has(row.id))
  const active = useRowState(marks, (now) => now.active === at)
  const open = useRowState(marks, (now) => now.open === row.id)
  const stop = useRowState(marks, (now) => now.active === at || (now.active < 0 && at === 0))
  const press = (event: MouseEvent<HTMLElement>) => {
    const { onOpen, step } = hands.current
    if (!onOpen || isControl(event.target) || window.getSelection()?.toString()) return
    step(at)
    onOpen(row)
  }
  const pick = (event: MouseEvent) => {
    const { selection } = hands.current
    if (event.shiftKey) selection?.rangeTo(row)
    else selection?.toggle(row)
  }
  return (
    <tr
      data-row-key={row.id}
      data-active={active || undefined}
      data-open={open || undefined}
      data-tone={parts.rowTone?.(row)}
      aria-selected={picks ? picked : undefined}
      tabIndex={stop ? 0 : -1}
      onFocus={() => hands.current.step(at)}
      onClick={press}
      className={opens ? 'py-openable' : undefined}
    >
      {picks && (
        <td className="py-pick">
          <label className="py-pick-box">
            <input
              type="checkbox"
              checked={picked}
              aria-label={t('table.selectRow')}
              onChange={() => undefined}
              onClick={pick}
              tabIndex={-1}
            />
          </label>
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.key} data-align={column.align} {...isPinned(places[index])}>
          <Cell row={row} column={column} />
        </td>
      ))}
      {end && (
        <td className="py-row-actions">
          <Actions row={row} actions={actions} />
        </td>
      )}
    </tr>
  )
}
const Line = memo(LineOf) as typeof LineOf

function CellOf<R>({ row, column }: { row: R; column: Column<R> }) {
  return <>{cellOf(row, column)}</>
}
const Cell = memo(CellOf) as typeof CellOf
function ActionsOf<R>({ row, actions }: { row: R; actions: ((row: R) => ReactNode) | undefined }) {
  return <>{actions?.(row)}</>
}
const Actions = memo(ActionsOf) as typeof ActionsOf

/** The content of a cell: the column's own, else the plain value. */
export function cellOf<R>(row: R, column: Column<R>): ReactNode {
  if (column.render) return column.render(row)
  const value = typeof row === 'object' && row !== null ? Reflect.get(row, column.key) : null
  return value === null || value === undefined || typeof value === 'object'
    ? null
    : isAccountField(column.key)
      ? nameOfAccount(value)
      : String(value)
}

export const isControl = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('button, a, input, label, select, textarea, .ant-dropdown') !== null
