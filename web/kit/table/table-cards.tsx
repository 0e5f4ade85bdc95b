import { memo, useId, type RefObject } from 'react'
import { useT } from '../text/i18n.ts'
import { OpenIcon } from '../platform/icons/list-icons.tsx'
import { sumsOf } from './sums.ts'
import { cellOf, isControl, type BodyParts, type RowHands } from './table-body.tsx'
import { useRowState, type RowStateStore } from './row-state-store.ts'
import { Sums } from './table-sums.tsx'
import type { Identified } from '../list/use-selection.ts'

interface Around<R> {
  marks: RowStateStore
  hands: RefObject<RowHands<R>>
}

/** A list on a phone: one card per row, its title first, targets of 44 px. */
function Cards<R extends Identified>({
  parts,
  label,
  ...around
}: Around<R> & { parts: BodyParts<R>; label: string }) {
  const t = useT()
  const { columns, rows } = parts
  const summed = rows.length > 1 ? columns.filter((column) => column.sum) : []
  return (
    <>
      <ul className="py-cards" aria-label={label}>
        {rows.map((row) => (
          <Card key={row.id} row={row} parts={parts} {...around} />
        ))}
      </ul>
      {summed.length > 0 && (
        <dl className="py-card-sums">
          <div>
            <dt>{t('table.pageSum')}</dt>
          </div>
          {summed.map((column) => (
            <div key={column.key}>
              <dt>{column.title}</dt>
              <dd>
                <Sums sums={sumsOf(rows, column)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
export const TableCards = memo(Cards) as typeof Cards

function CardOf<R extends Identified>({
  row,
  parts,
  marks,
  hands,
}: Around<R> & { row: R; parts: BodyParts<R> }) {
  const t = useT()
  const id = useId()
  const { columns, picks, opens, actions } = parts
  const picked = useRowState(marks, ({ selected }) => selected.has(row.id))
  const open = useRowState(marks, (now) => now.open === row.id)
  const head = columns.find((column) => column.card === 'title') ?? columns[0]
  const rest = columns.filter((column) => column !== head && column.card !== 'hidden')
  return (
    <li
      className="py-card"
      data-row-key={row.id}
      data-open={open || undefined}
      data-tone={parts.rowTone?.(row)}
      onClick={(event) => !isControl(event.target) && hands.current.onOpen?.(row)}
    >
      <div className="py-card-head">
        {picks && (
          <label className="py-pick-box">
            <input
              type="checkbox"
              checked={picked}
              aria-label={t('table.selectRow')}
              onChange={() => hands.current.selection?.toggle(row)}
            />
          </label>
        )}
        {head && (
          <span className="py-card-title" id={id}>
            {cellOf(row, head)}
          </span>
        )}
        {actions && <span className="py-card-actions">{actions(row)}</span>}
        {opens && (
          <button
            type="button"
            className="py-card-open"
            onClick={() => hands.current.onOpen?.(row)}
            id={`${id}o`}
            aria-label={t('table.open')}
            aria-labelledby={`${id}o ${id}`}
          >
            <OpenIcon />
          </button>
        )}
      </div>
      <dl>
        {rest.map((column) => {
          const content = cellOf(row, column)
          return content === null || content === '' ? null : (
            <div key={column.key}>
              <dt>{column.title}</dt>
              <dd>{content}</dd>
            </div>
          )
        })}
      </dl>
    </li>
  )
}
const Card = memo(CardOf) as typeof CardOf
