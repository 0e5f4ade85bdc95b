import { Alert } from 'antd'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { stateOfDetail } from '../list/order-state.ts'
import { PrintButton } from './print-button.tsx'
import type { LabelPrinting } from './use-print-labels.tsx'

/** Labels that were made and not printed since, as after a correction of the address. */
export function UnprintedLabel({
  order,
  printing,
}: {
  order: OrderDetail
  printing: LabelPrinting
}) {
  const t = useT('shipments')
  const count = order.parcels.filter(
    ({ parcelStatus, labelCopies }) => parcelStatus === PARCEL.LABELLED && labelCopies === 0,
  ).length
  if (count === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('detail.unprinted', { count })}
      action={
        <PrintButton orders={[stateOfDetail(order)]} printing={printing}>
          {t('action.print')}
        </PrintButton>
      }
    />
  )
}
