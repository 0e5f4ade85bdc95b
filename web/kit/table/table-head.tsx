import { useEffect, useRef, type PointerEvent } from 'react'
import { clampWidth, resized } from '../list/column-state.ts'
import { useT } from '../text/i18n.ts'
import { ColumnsIcon } from '../platform/icons/list-icons.tsx'
import type { Sort } from '../list/list-state.ts'
import { isPinned, type PinnedColumns } from './pinned-columns.ts'
import type { Column, ColumnTools, TableParts } from './table-types.ts'
import { useMaskedFields } from '../session/permissions.tsx'
import type { Identified } from '../list/use-selection.ts'

export function TableHead<R extends Identified>({
  columns,
  rows,
  sort = null,
  onSort,
  selection,
  actions,
  tools,
  places,
  onChoose,
}: TableParts<R> & { places: PinnedColumns; onChoose: () => void }) {
  const t = useT()
  const masked = useMaskedFields()
  return (
    <thead>
      <tr>
        {selection && (
          <th className="py-pick" scope="col">
            <PickAll
              ids={rows.map((row) => row.id)}
              chosen={selection.ids}
              set={() => selection.toggleAll(rows)}
              label={t('table.selectAll')}
            />
          </th>
        )}
        {columns.map((column, at) => {
          const sorted = sort?.column === column.key ? sort.order : null
          return (
            <th
              key={column.key}
              scope="col"
              data-align={column.align}
              data-sum={column.sum ? '' : undefined}
              data-whole={column.whole || column.align === 'right' ? '' : undefined}
              {...isPinned(places[at])}
              {...(sorted
                ? ({ 'aria-sort': sorted === 'asc' ? 'ascending' : 'descending' } as const)
                : {})}
            >
              {column.sort && onSort && !masked(column.key) ? (
                <button
                  type="button"
                  className="py-sort"
                  onClick={() => onSort(nextSort(column, sort))}
                  data-sorted={sorted}
                >
                  <span className="py-head-text">{column.title}</span>
                  <SortMark order={sorted} />
                </button>
              ) : (
                <span className="py-head-text">{column.title}</span>
              )}
              {tools && <Edge column={column} tools={tools} />}
            </th>
          )
        })}
        {(actions || tools) && (
          <th className="py-row-actions" scope="col">
            {actions && <span className="py-hidden">{t('table.actions')}</span>}
            {tools && (
              <button
                type="button"
                className="py-tool"
                onClick={onChoose}
                aria-label={t('columns.title')}
                title={t('columns.title')}
              >
                <ColumnsIcon />
              </button>
            )}
          </th>
        )}
      </tr>
    </thead>
  )
}

/**
 * The right edge of a header: dragging it sets the column's width, a double click gives it back.
 * Keys: in the choice of columns.
 */
function Edge<R>({ column, tools }: { column: Column<R>; tools: ColumnTools }) {
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    const head = event.currentTarget.closest('th')
    const table = head?.closest('table')
    const col = table?.querySelector<HTMLElement>(`col[data-col="${CSS.escape(column.key)}"]`)
    if (!head || !table || !col || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const before = column.width ?? 140
    const [start, drawn, whole] = [
      event.clientX,
      head.getBoundingClientRect().width,
      Number.parseFloat(table.style.minWidth) || 0,
    ]
    // A wide window stretches columns: what is drawn is more than what is meant.
    const widthAt = (x: number) => clampWidth((drawn + x - start) * (before / drawn))
    const move = (moved: globalThis.PointerEvent) => {
      const width = widthAt(moved.clientX)
      col.style.width = `${width}px`
      table.style.minWidth = `${whole + width - before}px`
    }
    const end = (last: globalThis.PointerEvent) => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', end)
      handle.removeEventListener('pointercancel', end)
      if (Math.abs(last.clientX - start) > 2)
        tools.change((now) => resized(now, column.key, widthAt(last.clientX)))
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', end)
    handle.addEventListener('pointercancel', end)
  }
  return (
    <span
      className="py-edge"
      aria-hidden
      onPointerDown={drag}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => tools.change((now) => resized(now, column.key, null))}
    />
  )
}

/** ascending → descending → the list's usual order. */
function nextSort<R>(column: Column<R>, sort: Sort | null): Sort | null {
  if (sort?.column !== column.key) return { column: column.key, order: 'asc' }
  return sort.order === 'asc' ? { column: column.key, order: 'desc' } : null
}

function SortMark({ order }: { order: 'asc' | 'desc' | null }) {
  return (
    <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden>
      <path d="M4 1 7 5H1z" className={order === 'asc' ? 'on' : ''} />
      <path d="M4 11 1 7h6z" className={order === 'desc' ? 'on' : ''} />
    </svg>
  )
}

function PickAll({
  ids,
  chosen,
  set,
  label,
}: {
  ids: readonly string[]
  chosen: ReadonlySet<string>
  set: () => void
  label: string
}) {
  const box = useRef<HTMLInputElement>(null)
  const count = ids.filter((id) => chosen.has(id)).length
  const all = count > 0 && count === ids.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !all
  }, [count, all])
  return (
    <label className="py-pick-box">
      <input ref={box} type="checkbox" checked={all} onChange={set} aria-label={label} />
    </label>
  )
}
