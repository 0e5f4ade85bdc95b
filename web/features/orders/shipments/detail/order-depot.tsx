import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { useSession } from '../../../../kit/session/session.ts'
import { DepotAddress } from '../../../parties/depots/index.ts'

/**
 * Where the boxes of this order go, for the customer who sends them: until the depot has received
 * the first. The mark has the customer's code and the order, so that the box is found without its label.
 */
export function OrderDepot({ order }: { order: OrderDetail }) {
  const staff = useSession().user?.customerId === null
  const toSend = order.parcels.some(({ parcelStatus }) => parcelStatus < PARCEL.RECEIVED)
  if (staff || !toSend || order.cancelTime || kindOf(order.shipmentResource).can.usesStock)
    return null
  const code = order.userDepotId_dictText ?? order.customerCode
  return <DepotAddress depotId={order.depotId} mark={`${code} / ${order.serialNumber}`} />
}
