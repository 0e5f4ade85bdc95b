import { CloseCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { TemplateButtons } from '../list/template-buttons.tsx'
import type { ImportDetail } from './use-import.ts'

/** The file as a whole could not be taken: why, and what to do about it. */
export function ImportFailure({
  state,
  onAnother,
  onRetried,
}: {
  state: ImportDetail
  onAnother: () => void
  onRetried: () => void
}) {
  const t = useT('shipment-imports')
  const again = useAction(shipmentImports.retry, {
    success: false,
    onDone: onRetried,
  })
  const hint = `failure.hint.${state.failure?.code ?? ''}`
  if (state.failure?.retryable)
    return (
      <div className="import-failure" role="alert">
        <CloseCircleFilled aria-hidden />
        <div>
          <h3>{t('failure.broken.title', { name: state.fileName })}</h3>
          <p>{state.failure.message}</p>
          <p>{t('failure.broken.done', { done: state.done, total: state.total })}</p>
          <p className="order-line">
            <Button
              type="primary"
              loading={again.busy}
              onClick={() => void again.run({ id: state.id })}
            >
              {t('failure.retry')}
            </Button>
          </p>
        </div>
      </div>
    )
  return (
    <div className="import-failure" role="alert">
      <CloseCircleFilled aria-hidden />
      <div>
        <h3>{t('failure.title', { name: state.fileName })}</h3>
        <p>{state.failure?.message}</p>
        <p>
          <strong>{t('failure.next')}</strong> {t(t.has(hint) ? hint : 'failure.hint')}
        </p>
        <p className="order-line">
          <Button type="primary" onClick={onAnother}>
            {t('another')}
          </Button>
          <TemplateButtons />
        </p>
      </div>
    </div>
  )
}
