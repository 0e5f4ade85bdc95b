import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { formatMoment } from '../../../../kit/text/formats.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import type { ImportDetail } from './use-import.ts'
import { nameOfAccount } from '../../../../kit/session/account-names.ts'

/** Gives up what is left of a file, and shows that it was given up with the way back. */
export function ImportDismiss({
  state: { id, dryRun, refused, status, takenAs, dismissedAt, dismissedBy },
  onChanged,
  children,
}: {
  state: ImportDetail
  onChanged: () => void
  /** What else is done with the file as a whole. */
  children: ReactNode
}) {
  const t = useT('shipment-imports')
  const send = useAction(shipmentImports.dismiss, { success: false, onDone: onChanged })
  if (dismissedAt !== null)
    return (
      <Alert
        type="info"
        showIcon
        title={t('dismissed', {
          by: nameOfAccount(dismissedBy) || '–',
          at: formatMoment(dismissedAt),
        })}
        action={
          <Button loading={send.busy} onClick={() => void send.run({ id, dismissed: false })}>
            {t('dismissed.undo')}
          </Button>
        }
      />
    )
  if (takenAs !== null || (!dryRun && refused === 0 && status !== 'failed')) return null
  return (
    <p className="order-line">
      {children}
      <Button loading={send.busy} onClick={() => void send.run({ id, dismissed: true })}>
        {dryRun || status === 'failed' ? t('dismiss.file') : t('dismiss', { count: refused })}
      </Button>
      <span className="order-help">{t('dismiss.hint')}</span>
    </p>
  )
}
