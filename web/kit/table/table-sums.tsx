import { memo } from 'react'
import { formatNumber } from '../text/formats.ts'
import { useT } from '../text/i18n.ts'
import { sumsOf, type Sum } from './sums.ts'
import type { BodyParts } from './table-body.tsx'
import { isPinned } from './pinned-columns.ts'
import type { Identified } from '../list/use-selection.ts'

export function Sums({ sums }: { sums: readonly Sum[] }) {
  return (
    <>
      {sums.map(({ unit, total }) => (
        <span key={unit} className="py-num py-sum">
          {formatNumber(total)}
          {unit && <small> {unit}</small>}
        </span>
      ))}
    </>
  )
}

/** Below the rows: what the columns that can be added up come to on this page. */
function Row<R extends Identified>({
  parts: { columns, rows, places, picks, end },
}: {
  parts: BodyParts<R>
}) {
  const t = useT()
  if (rows.length < 2 || !columns.some((column) => column.sum)) return null
  return (
    <tfoot>
      <tr>
        {picks && <td className="py-pick" />}
        {columns.map((column, at) => (
          <td key={column.key} data-align={column.align} {...isPinned(places[at])}>
            {column.sum ? <Sums sums={sumsOf(rows, column)} /> : at === 0 && t('table.pageSum')}
          </td>
        ))}
        {end && <td className="py-row-actions" />}
      </tr>
    </tfoot>
  )
}
export const SumRow = memo(Row) as typeof Row
