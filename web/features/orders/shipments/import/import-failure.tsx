import { CloseCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useT } from '../../../../kit/text/i18n.ts'
import { TemplateButtons } from '../list/template-buttons.tsx'
import type { ImportDetail } from './use-import.ts'

/** The file as a whole could not be taken: why, and what to do about it. */
export function ImportFailure({
  state,
  onAnother,
}: {
  state: ImportDetail
  onAnother: () => void
}) {
  const t = useT('shipment-imports')
  const hint = `failure.hint.${state.failure?.code ?? ''}`
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
