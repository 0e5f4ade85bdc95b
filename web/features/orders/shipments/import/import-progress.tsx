import { Progress } from 'antd'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import type { ImportDetail } from './use-import.ts'

/** How far the work is; it goes on in the background. */
export function ImportProgress({ state, late }: { state: ImportDetail; late: boolean }) {
  const t = useT('shipment-imports')
  const { done, total } = state
  const phase =
    state.status === 'queued'
      ? 'queued'
      : total === 0
        ? 'reading'
        : state.dryRun
          ? 'checking'
          : 'importing'
  return (
    <div className="import-progress">
      <p role="status">
        {t(`phase.${phase}`, { done: formatNumber(done), total: formatNumber(total) })}
      </p>
      <Progress
        percent={total > 0 ? Math.floor((done * 100) / total) : 0}
        status="active"
        aria-label={t('title')}
      />
      <p className="order-help">{late ? t('late') : t('leave')}</p>
    </div>
  )
}
