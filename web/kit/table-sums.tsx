import { formatNumber } from './formats.ts'
import { useT } from './i18n.ts'
import { sumsOf, type Sum } from './sums.ts'
import { placed, type Places } from './table-places.ts'
import type { Column } from './table-types.ts'

export function Sums({ sums }: { sums: readonly Sum[] }) {
  return <>{sums.map(({ unit, total }) => <span key={unit} className="py-num py-sum">{formatNumber(total)}{unit && <small> {unit}</small>}</span>)}</>
}

/** Beneath the rows: what the columns that can be added up come to on this page. */
export function SumRow<R>({ columns, rows, places, before, after }: { columns: readonly Column<R>[]; rows: readonly R[]; places: Places; before: number; after: number }) {
  const t = useT()
  if (rows.length < 2 || !columns.some((column) => column.sum)) return null
  return (
    <tfoot>
      <tr>
        {before > 0 && <td className="py-pick" />}
        {columns.map((column, at) => (
          <td key={column.key} data-align={column.align} {...placed(places[at])}>
            {column.sum ? <Sums sums={sumsOf(rows, column)} /> : at === 0 && t('table.pageSum')}
          </td>
        ))}
        {after > 0 && <td className="py-row-actions" />}
      </tr>
    </tfoot>
  )
}
