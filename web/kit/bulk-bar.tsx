import { Button } from 'antd'
import type { ReactNode } from 'react'
import { formatNumber } from './formats.ts'
import { useT } from './i18n.ts'
import { useKeys } from './use-keys.ts'
import type { Selection } from './use-selection.ts'

/** What can be done with the chosen rows; stays while the choice stays, over pages. `totals` sums what matters (weight, amounts). */
export function BulkBar<R>({ selection, totals, children }: { selection: Selection<R>; totals?: ReactNode; children: ReactNode }) {
  const t = useT()
  const count = selection.ids.size
  useKeys({ Escape: () => selection.clear() }, { enabled: count > 0 })
  if (count === 0) return null
  return (
    <div className="py-bulk" role="toolbar" aria-label={t('bulk.label')}>
      <strong aria-live="polite">{t('bulk.count', { count, shown: formatNumber(count) })}</strong>
      {totals && <span className="py-bulk-totals">{totals}</span>}
      {children}
      <Button type="text" onClick={selection.clear}>{t('bulk.clear')}</Button>
    </div>
  )
}
