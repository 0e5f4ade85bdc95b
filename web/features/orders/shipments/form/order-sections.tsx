import { Form } from 'antd'
import { Fragment, useEffect, useEffectEvent, type ReactNode } from 'react'
import { DEFAULT_KIND, isKind, kindOf, type Section } from '#contracts/orders/kinds/kinds.ts'
import { missingPaths } from '#contracts/orders/kinds/missing-paths.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import type { Entry } from '../../../../kit/form/use-entry.tsx'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { useValue, valuesIn } from '../../../../kit/form/form-values.ts'
import { CustomsPanel } from '../../customs/index.ts'
import type { FieldBlock } from './draft/block-fields.ts'
import { BlockSection } from './block-section.tsx'
import { PalletsSection } from './parcels/pallets-section.tsx'
import { ConsigneeSection } from './address/consignee-section.tsx'
import { customerOf, toWire, type Draft } from './draft/draft.ts'
import { HeadSection } from './head-section.tsx'
import { ParcelsSection } from './parcels/parcels-section.tsx'
import { MissingNote } from './missing-note.tsx'
import { PricePanel } from './price/price-panel.tsx'
import { SenderSection } from './address/sender-section.tsx'
import { useDefaultShipper } from './address/use-default-shipper.ts'
import { CustomsCheck } from './customs/customs-check.tsx'
import { useOrderChoices } from './use-order-choices.ts'

const FOCUS_MS = 150
const FOCUS_TRIES = 20

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
  const customerId = staff ? customerOf(chosen) : ''
  const code = useValue(form, 'shipmentResource')
  const kind = kindOf(typeof code === 'string' && isKind(code) ? code : DEFAULT_KIND)
  const choices = useOrderChoices(customerId, kind.code, propose, !editing)
  const may = useRightsCheck()
  const searches = may('ship:customs:check')
  useDefaultShipper(customerId, propose, { enabled: from === null, staff })
  const isInForm = () => document.activeElement?.closest('.order-form') != null
  const focusFirst = useEffectEvent(() => {
    // Where the user has gone to a field already, the focus stays there.
    if (isInForm()) return true
    // The first field; the customer of an address chosen before is already there.
    const asked = staff && !editing && !form.getFieldValue('customerId')
    const [first] = kind.required
    const converts = from !== null && from.shipmentResource !== kind.code
    const [missing] = converts ? missingPaths(toWire(valuesIn(form)), kind.required) : []
    if (missing) jump(missing)
    else if (kind.sections[0] === 'customs' && first) jump(first)
    else jump(asked ? 'customerId' : 'reference')
    return isInForm()
  })
  useEffect(() => {
    // While its texts load the form is hidden, and what is hidden takes no focus.
    let tries = 0
    const timer = setInterval(() => {
      tries += 1
      if (focusFirst() || tries === FOCUS_TRIES) clearInterval(timer)
    }, FOCUS_MS)
    return () => clearInterval(timer)
  }, [])
  const block = (name: FieldBlock) => (
    <BlockSection
      entry={entry}
      block={name}
      required={kind.required.filter((path) => path.startsWith(`${name}.`))}
      first={name === 'fba' && kind.can.hasCartons}
      can={kind.can}
    />
  )
  const sections: Record<Section, ReactNode> = {
    head: <HeadSection from={from} staff={staff} editing={editing} kind={kind} choices={choices} />,
    sender: (
      <SenderSection entry={entry} customerId={customerId} choices={choices} editing={editing} />
    ),
    consignee: <ConsigneeSection entry={entry} customerId={customerId} required={kind.required} />,
    delivery: block('delivery'),
    fba: block('fba'),
    customs: block('customs'),
    attributes: block('attributes'),
    pallets: (
      // The cells mark themselves: the list's own state would mark all of them.
      <Form.Item name="pallets" noStyle validateStatus="">
        <PalletsSection entry={entry} />
      </Form.Item>
    ),
    parcels: (
      <Form.Item name="parcels" noStyle validateStatus="">
        <ParcelsSection entry={entry} kind={kind} />
      </Form.Item>
    ),
  }
  return (
    <CustomsCheck
      form={form}
      customerId={customerId || null}
      enabled={searches}
      exists={from !== null}
      searches={searches}
      strict={kind.can.needsCustoms}
      remembers={searches && (!staff || customerId !== '')}
    >
      <div className="order-form-main">
        {entry.notes}
        {from && editing && kind.code !== from.shipmentResource && (
          <MissingNote kind={kind} form={form} />
        )}
        {kind.sections.map((section) => (
          <Fragment key={section}>{sections[section]}</Fragment>
        ))}
      </div>
      <div className="order-form-aside">
        {searches && <CustomsPanel jump={jump} />}
        <PricePanel form={form} limit={choices?.limit} />
      </div>
    </CustomsCheck>
  )
}
