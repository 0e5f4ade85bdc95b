import type { DataTableProps, Identified } from './table-types.ts'
import { useT } from './i18n.ts'
import { cellOf, isControl } from './table-body.tsx'

/** A list on a phone: one card per row, its title first, targets of 44 px. */
export function TableCards<R extends Identified>({ columns, rows, selection, onOpen, openId, actions, rowTone, stale, label, skeleton }: DataTableProps<R> & { skeleton: boolean }) {
  const t = useT()
  const head = columns.find((column) => column.card === 'title') ?? columns[0]
  const rest = columns.filter((column) => column !== head && column.card !== 'hidden')
  if (skeleton) return <ul className="py-cards" aria-busy>{Array.from({ length: 4 }, (_, at) => <li key={at} className="py-card"><span className="py-skeleton" /><span className="py-skeleton" /></li>)}</ul>
  return (
    <ul className={stale ? 'py-cards py-stale' : 'py-cards'} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className="py-card" data-row-key={row.id} data-open={openId === row.id || undefined} data-tone={rowTone?.(row)} onClick={(event) => !isControl(event.target) && onOpen?.(row)}>
          <div className="py-card-head">
            {selection && <label className="py-pick-box"><input type="checkbox" checked={selection.ids.has(row.id)} aria-label={t('table.selectRow')} onChange={() => selection.toggle(row)} /></label>}
            {head && (onOpen ? <button type="button" className="py-card-title" onClick={() => onOpen(row)}>{cellOf(row, head)}</button> : <span className="py-card-title">{cellOf(row, head)}</span>)}
            {actions && <span className="py-card-actions">{actions(row)}</span>}
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
  )
}
