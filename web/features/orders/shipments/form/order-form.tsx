import { Form } from 'antd'
import { useEffect, useState } from 'react'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { blankDraft, fromDetail } from './draft.ts'
import { readDefaults } from './order-defaults.ts'
import { OrderSections } from './order-sections.tsx'
import { useOrderForm, type AfterSave } from './use-order-form.ts'

interface OrderFormProps {
  formId: string
  order: OrderDetail | null
  copy: OrderDetail | null
  userId: string
  staff: boolean
  /** What saving leads to: set by the button that was pressed. */
  after: () => AfterSave
  /** Enter in a field: saving and nothing more. */
  onEnter: () => void
  onStatus: (status: { busy: boolean; changed: boolean }) => void
  onSaved: (id: string, after: AfterSave) => void
}

/** The order form: service, sender, consignee, parcels; the price beside it. */
export function OrderForm({
  formId,
  order,
  copy,
  userId,
  staff,
  after,
  onEnter,
  onStatus,
  onSaved,
}: OrderFormProps) {
  // What the form begins with is settled when it opens.
  const [start] = useState(() => {
    if (order) return fromDetail(order)
    if (copy) return fromDetail(copy, true)
    const { currency, customerId, ...head } = readDefaults(userId)
    return blankDraft({ ...head, ...(staff ? { customerId } : {}) }, currency)
  })
  const entry = useOrderForm({
    start,
    order,
    userId,
    draft: `orders:${order?.id ?? (copy ? `copy-${copy.id}` : 'new')}`,
    after,
    onSaved,
  })
  const { busy, changed } = entry
  useEffect(() => onStatus({ busy, changed }), [busy, changed, onStatus])
  return (
    <Form
      {...entry.props}
      id={formId}
      className="order-form"
      onValuesChange={(some, all) => {
        entry.props.onValuesChange?.(some, all)
        // Another customer's senders and addresses are not this one's.
        if ('customerId' in some) entry.edit((now) => ({ ...now, shipperId: '', sender: null }))
      }}
    >
      {/* Enter presses the first button of a form; the drawer's own say what they lead to. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} onClick={onEnter} />
      <OrderSections entry={entry} from={order ?? copy} editing={order !== null} staff={staff} />
    </Form>
  )
}
