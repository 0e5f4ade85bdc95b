import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { DEFAULT_KIND, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { blankConsignee, blankDraft, fromDetail } from './draft/draft.ts'
import { readDefaults } from './order-defaults.ts'
import type { Party } from './address/party-picker.tsx'
import { OrderSections } from './order-sections.tsx'
import { useOwnKinds } from './use-own-kinds.ts'
import { useOrderForm, type AfterSave } from './use-order-form.ts'

interface OrderFormProps {
  formId: string
  /** The kind a new order begins as; null: what was written last. */
  kind: KindCode | null
  /** The kind the order becomes. */
  convertTo: KindCode | null
  order: OrderDetail | null
  copy: OrderDetail | null
  /** Who a new order goes to, where that was chosen before. */
  receiver: Party | null
  /** What it is sent by, where that was chosen before. */
  serviceId: string | null
  userId: string
  staff: boolean
  /** What saving leads to: set by the button that was pressed. */
  after: () => AfterSave
  /** Enter in a field: saving and nothing more. */
  onEnter: () => void
  onStatus: (status: { busy: boolean; changed: boolean }) => void
  onSaved: (id: string, after: AfterSave) => void
  onUnconfirmed: (order: OrderDetail) => void
}

/** The order form: service, sender, consignee, parcels; the price next to it. */
export function OrderForm({
  formId,
  kind,
  convertTo,
  order,
  copy,
  receiver,
  serviceId,
  userId,
  staff,
  after,
  onEnter,
  onStatus,
  onSaved,
  onUnconfirmed,
}: OrderFormProps) {
  const kinds = useOwnKinds('add')
  // What the form begins with is settled when it opens.
  const [start] = useState(() => {
    if (order) {
      const draft = fromDetail(order)
      return convertTo ? { ...draft, shipmentResource: convertTo } : draft
    }
    if (copy) return fromDetail(copy, true)
    const { currency, shipmentResource, ...head } = readDefaults(userId)
    const usual = kinds.find(({ code }) => code === shipmentResource) ?? kinds[0]
    const draft = blankDraft(
      {
        ...head,
        ...(serviceId === null ? {} : { serviceId }),
        shipmentResource: kind ?? usual?.code ?? DEFAULT_KIND,
        ...(staff ? { customerId: receiver?.customerId ?? '' } : {}),
      },
      currency,
    )
    return receiver ? { ...draft, consignee: blankConsignee(receiver) } : draft
  })
  const entry = useOrderForm({
    start,
    staff,
    order,
    userId,
    draft: `orders:${order?.id ?? (copy ? `copy-${copy.id}` : `new-${start.shipmentResource}${serviceId === null ? '' : `-by-${serviceId}`}`)}`,
    after,
    onSaved,
    onUnconfirmed,
  })
  const { busy, changed, stored } = entry
  useEffect(() => onStatus({ busy, changed }), [busy, changed, onStatus])
  return (
    <Form
      {...entry.props}
      id={formId}
      className="order-form"
      onValuesChange={(some, all) => {
        entry.props.onValuesChange?.(some, all)
        // Another customer's senders and addresses are not for this one.
        if ('customerId' in some) entry.edit((now) => ({ ...now, shipperId: '', sender: null }))
      }}
    >
      {/* Enter presses the first button of a form; the drawer's own name what they lead to. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} onClick={onEnter} />
      <OrderSections entry={entry} from={stored ?? copy} editing={stored !== null} staff={staff} />
    </Form>
  )
}
