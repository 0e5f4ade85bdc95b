import { useId } from 'react'
import { useT } from './i18n.ts'
import { OpenIcon } from './list-icons.tsx'
import { cellOf, isControl } from './table-body.tsx'
import { Sums } from './table-sums.tsx'
import { sumsOf } from './sums.ts'
import type { Identified, TableParts } from './table-types.ts'

/** A list on a phone: one card per row, its title first, targets of 44 px. */
export function TableCards<R extends Identified>({ columns, rows, selection, onOpen, openId, actions, rowTone, stale, label, skeleton }: TableParts<R> & { skeleton: boolean }) {
  const t = useT()
  const id = useId()
  const head = columns.find((column) => column.card === 'title') ?? columns[0]
  const rest = columns.filter((column) => column !== head && column.card !== 'hidden')
  const summed = rows.length > 1 ? columns.filter((column) => column.sum) : []
  if (skeleton) return <ul className="py-cards" aria-busy>{Array.from({ length: 4 }, (_, at) => <li key={at} className="py-card"><span className="py-skeleton" /><span className="py-skeleton" /></li>)}</ul>
  return (
    <>
      <ul className={stale ? 'py-cards py-stale' : 'py-cards'} aria-label={label}>
        {rows.map((row) => (
          <li key={row.id} className="py-card" data-row-key={row.id} data-open={openId === row.id || undefined} data-tone={rowTone?.(row)} onClick={(event) => !isControl(event.target) && onOpen?.(row)}>
            <div className="py-card-head">
              {selection && <label className="py-pick-box"><input type="checkbox" checked={selection.ids.has(row.id)} aria-label={t('table.selectRow')} onChange={() => selection.toggle(row)} /></label>}
              {head && <span className="py-card-title" id={`${id}${row.id}`}>{cellOf(row, head)}</span>}
              {actions && <span className="py-card-actions">{actions(row)}</span>}
              {onOpen && <button type="button" className="py-card-open" onClick={() => onOpen(row)} id={`${id}${row.id}o`} aria-label={t('table.open')} aria-labelledby={`${id}${row.id}o ${id}${row.id}`}><OpenIcon /></button>}
            </div>
            <dl>
              {rest.map((column) => {
                const content = cellOf(row, column)
                return content === null || content === '' ? null : <div key={column.key}><dt>{column.title}</dt><dd>{content}</dd></div>
              })}
            </dl>
          </li>
        ))}
      </ul>
      {summed.length > 0 && <dl className="py-card-sums"><div><dt>{t('table.pageSum')}</dt></div>{summed.map((column) => <div key={column.key}><dt>{column.title}</dt><dd><Sums sums={sumsOf(rows, column)} /></dd></div>)}</dl>}
    </>
  )
}
