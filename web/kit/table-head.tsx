import { useEffect, useRef } from 'react'
import type { Column, DataTableProps, Identified } from './table-types.ts'
import { useT } from './i18n.ts'
import type { Sort } from './list-state.ts'

export function TableHead<R extends Identified>({ columns, rows, sort = null, onSort, selection, actions }: DataTableProps<R>) {
  const t = useT()
  return (
    <thead>
      <tr>
        {selection && <th className="py-pick" scope="col"><PickAll ids={rows.map((row) => row.id)} chosen={selection.ids} set={() => selection.toggleAll(rows)} label={t('table.selectAll')} /></th>}
        {columns.map((column) => {
          const sorted = sort?.column === column.key ? sort.order : null
          return (
            <th key={column.key} scope="col" data-align={column.align} {...(sorted ? { 'aria-sort': sorted === 'asc' ? 'ascending' : 'descending' } as const : {})}>
              {column.sort && onSort
                ? <button type="button" className="py-sort" onClick={() => onSort(nextSort(column, sort))} data-sorted={sorted}>{column.title}<SortMark order={sorted} /></button>
                : column.title}
            </th>
          )
        })}
        {actions && <th className="py-row-actions" scope="col"><span className="py-hidden">{t('table.actions')}</span></th>}
      </tr>
    </thead>
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

function PickAll({ ids, chosen, set, label }: { ids: readonly string[]; chosen: ReadonlySet<string>; set: () => void; label: string }) {
  const box = useRef<HTMLInputElement>(null)
  const count = ids.filter((id) => chosen.has(id)).length
  const all = count > 0 && count === ids.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !all
  }, [count, all])
  return <label className="py-pick-box"><input ref={box} type="checkbox" checked={all} onChange={set} aria-label={label} /></label>
}
