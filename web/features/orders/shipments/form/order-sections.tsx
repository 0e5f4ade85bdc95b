import { Form } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import type { Entry } from '../../../../kit/form/use-entry.tsx'
import { useValue } from '../../../../kit/form/form-values.ts'
import { ConsigneeSection } from './consignee-section.tsx'
import type { Draft } from './draft.ts'
import { HeadSection } from './head-section.tsx'
import { ParcelsSection } from './parcels-section.tsx'
import { PricePanel } from './price-panel.tsx'
import { SenderSection } from './sender-section.tsx'
import { useDefaultShipper } from './use-default-shipper.ts'
import { useOrderChoices } from './use-order-choices.ts'

interface OrderSectionsProps {
  entry: Entry<Draft>
  /** The order that is changed or copied. */
  from: OrderDetail | null
  editing: boolean
  staff: boolean
}

/** What the form holds, and what it proposes for a new order. */
export function OrderSections({ entry, from, editing, staff }: OrderSectionsProps) {
  const { form, propose, jump } = entry
  const chosen = useValue(form, 'customerId')
  const customerId = staff && typeof chosen === 'string' ? chosen : ''
  const choices = useOrderChoices(customerId, propose, !editing)
  useDefaultShipper(customerId, propose, { enabled: from === null, staff })
  const focusFirst = useEffectEvent(() => {
    // Where someone has gone to a field already, they stay there.
    if (document.activeElement?.closest('.order-form')) return
    // The first field; a customer of the last order is already there.
    const asked = staff && !editing && !form.getFieldValue('customerId')
    jump(asked ? 'customerId' : 'reference')
  })
  useEffect(() => {
    const timer = setTimeout(() => focusFirst(), 150)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <div className="order-form-main">
        {entry.notes}
        <HeadSection from={from} staff={staff} editing={editing} choices={choices} />
        <SenderSection entry={entry} customerId={customerId} />
        <ConsigneeSection entry={entry} customerId={customerId} />
        <Form.Item name="parcels" noStyle>
          <ParcelsSection entry={entry} />
        </Form.Item>
      </div>
      <PricePanel form={form} limit={choices?.limit} />
    </>
  )
}
