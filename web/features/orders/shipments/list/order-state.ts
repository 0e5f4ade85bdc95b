import type { RowOf } from '#contracts/kit/entity.ts'
import {
  ENDED,
  FLAG,
  isRevoking,
  PARCEL,
  whyNot,
  type OrderAction,
} from '#contracts/orders/shipments.states.ts'
import { DEFAULT_KIND, kindOf, type OrderKind } from '#contracts/orders/kinds/kinds.ts'
import type { OrderDetail, shipmentList } from '#contracts/orders/shipments.ts'
import { isDelayed } from '../../../../kit/platform/undo/undo.ts'
import type { T } from '../../../../kit/text/i18n.ts'

export type OrderRow = RowOf<typeof shipmentList>

/** What an action needs to know of an order, from the list or from its own page. */
export interface OrderState {
  id: string
  serialNumber: string
  /** Null: the company's own. */
  customerId: string | null
  kind: OrderKind
  status: number
  statusText: string
  flags: number
}
export const stateOf = (row: OrderRow): OrderState => ({
  id: row.id,
  serialNumber: row.serialNumber ?? '',
  customerId: row.customerId,
  kind: kindOf(row.shipmentResource ?? DEFAULT_KIND),
  status: Number(row.shipmentStatus),
  statusText: row.shipmentStatus_dictText ?? '',
  flags: row.flags ?? 0,
})

export const stateOfDetail = (order: OrderDetail): OrderState => ({
  id: order.id,
  serialNumber: order.serialNumber,
  customerId: order.customerId,
  kind: kindOf(order.shipmentResource),
  status: order.shipmentStatus,
  statusText: order.shipmentStatus_dictText,
  flags: order.flags,
})

/** Keys of orders whose change of service can still be undone. */
export const CHANGING = 'orderService'
const isChanging = ({ id }: OrderState) => isDelayed(`${CHANGING}:${id}`)

/** Until a change of service is sent or undone its order is open for nothing else: a label would be of the old one. */
export const isOpen = (action: OrderAction | 'remark', order: OrderState): boolean =>
  !isChanging(order) && (action === 'remark' || whyNot(action, order.status, order.flags) === null)

/** Why an action is grey, in words; null where it is open. */
export function blockedBy(action: OrderAction | 'remark', order: OrderState, t: T): string | null {
  if (isOpen(action, order)) return null
  if (action === 'remark' || isChanging(order)) return t('blocked.changing')
  if (isRevoking(action, order.flags)) return t('blocked.revoking')
  const ended =
    action === 'print' && (ENDED.includes(order.status) || order.status >= PARCEL.OUTBOUND)
  return t(`blocked.${ended ? 'printEnded' : action}`, { status: order.statusText })
}

/** What an order's status does not show, as keys of `flag.*`, the urgent first. */
export function marksOf(
  row: Pick<OrderRow, 'flags' | 'shipmentStatus'>,
): { key: string; bad: boolean }[] {
  const flags = row.flags ?? 0
  return [
    // Shown once: the status itself is an exception.
    ...(Number(row.shipmentStatus) === PARCEL.EXCEPTION ? [] : [FLAG.hasException]),
    FLAG.revoking,
    FLAG.needConfirm,
    FLAG.partReceived,
    FLAG.partOutbound,
    FLAG.partDelivered,
  ]
    .filter((flag) => (flags & flag) !== 0)
    .map((flag) => ({ key: String(flag), bad: flag === FLAG.hasException }))
}

/** The colour of an order's row: that of its most urgent mark. */
export const toneOf = (row: OrderRow): 'bad' | 'warning' | undefined => {
  const status = Number(row.shipmentStatus)
  if (status === PARCEL.HELD || status === PARCEL.EXCEPTION) return 'bad'
  const [mark] = marksOf(row)
  return mark?.bad ? 'bad' : mark?.key === String(FLAG.needConfirm) ? 'warning' : undefined
}
