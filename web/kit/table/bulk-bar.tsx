import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { formatNumber, formatTotal } from '../text/formats.ts'
import { useT } from '../text/i18n.ts'
import { matchingRows, SELECT_MAX } from './matching-rows.ts'
import { useNotify } from '../http/notify.tsx'
import { sumsOf } from './sums.ts'
import { Sums } from './table-sums.tsx'
import type { Column } from './table-types.ts'
import type { Identified } from '../list/use-selection.ts'
import { useKeys } from '../platform/use-keys.ts'
import type { List } from '../list/list.ts'
import type { Selection } from '../list/use-selection.ts'

/** All rows that match the filters as one choice, without their ids. */
export interface Matching {
  chosen: boolean
  choose(): void
  leave(): void
}

interface BulkBarProps<R extends Identified> {
  selection: Selection<R>
  /**
   * With its list, all rows the filter matches can be chosen, and the bar shows how many of the
   * chosen are elsewhere.
   */
  list?: List<R>
  /** Those that can be added up are, over the chosen rows. */
  columns?: readonly Column<R>[]
  totals?: ReactNode
  /** Where actions can be done with all rows that match, however many they are. */
  matching?: Matching
  children: ReactNode
}

/** What can be done with the chosen rows; stays while the choice stays, over pages. */
export function BulkBar<R extends Identified>({
  selection,
  list,
  columns = [],
  totals,
  matching,
  children,
}: BulkBarProps<R>) {
  const t = useT()
  const notify = useNotify()
  const [gathering, setGathering] = useState<number | null>(null)
  const count = selection.ids.size
  const clear = () => {
    matching?.leave()
    selection.clear()
  }
  useKeys({ Escape: clear }, { enabled: count > 0 })
  if (count === 0) return null
  if (matching?.chosen && list)
    return (
      <div className="py-bulk" role="toolbar" aria-label={t('bulk.label')}>
        <strong aria-live="polite">
          {t('bulk.allMatching', { count: formatTotal(list.total, list.capped) })}
        </strong>
        {children}
        <Button type="text" onClick={clear}>
          {t('bulk.clear')}
        </Button>
      </div>
    )
  const beyond = list ? list.capped || list.total > SELECT_MAX : false

  const elsewhere = list ? count - list.rows.filter((row) => selection.ids.has(row.id)).length : 0
  const summed = columns.filter((column) => column.sum)
  const all = async (from: List<R>) => {
    setGathering(0)
    try {
      const { rows, more } = await matchingRows(from, setGathering)
      selection.add(rows)
      if (more) notify.warning(t('bulk.capped', { max: formatNumber(SELECT_MAX) }))
    } catch (error) {
      notify.failed(error)
    } finally {
      setGathering(null)
    }
  }
  return (
    <div className="py-bulk" role="toolbar" aria-label={t('bulk.label')}>
      <strong aria-live="polite">{t('bulk.count', { count, shown: formatNumber(count) })}</strong>
      {elsewhere > 0 && (
        <span className="py-bulk-totals">
          {t('bulk.elsewhere', { count: elsewhere, shown: formatNumber(elsewhere) })}
        </span>
      )}
      {(summed.length > 0 || totals) && (
        <span
          className="py-bulk-sums"
          onPointerEnter={({ currentTarget }) => {
            // What does not fit is read by pointing at it.
            currentTarget.title = currentTarget.textContent
          }}
        >
          {summed.map((column) => (
            <span key={column.key} className="py-bulk-totals">
              {column.title} <Sums sums={sumsOf(selection.rows, column)} />
            </span>
          ))}
          {totals && <span className="py-bulk-totals">{totals}</span>}
        </span>
      )}
      {list && matching && beyond && !list.stale && (
        <Button type="link" onClick={matching.choose}>
          {t('bulk.selectAll', { count: formatTotal(list.total, list.capped) })}
        </Button>
      )}
      {list && !(matching && beyond) && !list.stale && list.total > count && count < SELECT_MAX && (
        <Button type="link" loading={gathering !== null} onClick={() => void all(list)}>
          {gathering
            ? t('bulk.gathering', { count: formatNumber(gathering) })
            : t(list.total > SELECT_MAX ? 'bulk.selectFirst' : 'bulk.selectAll', {
                count: formatNumber(Math.min(list.total, SELECT_MAX)),
              })}
        </Button>
      )}
      {children}
      <Button type="text" onClick={clear}>
        {t('bulk.clear')}
      </Button>
    </div>
  )
}
