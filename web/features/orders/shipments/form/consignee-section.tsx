import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../../kit/text/i18n.ts'
import type { Entry } from '../../../../kit/form/use-entry.tsx'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { AddressFields } from './address-fields.tsx'
import { blankAddress, type Draft } from './draft.ts'
import { PartyPicker } from './party-picker.tsx'
import { PasteAddress } from './paste-address.tsx'

/** Who receives: typed, chosen from the address book, or pasted as one text. */
export function ConsigneeSection({
  entry,
  customerId,
}: {
  entry: Entry<Draft>
  customerId: string
}) {
  const t = useT('shipments')
  const { form, edit } = entry
  const mayPick = useCan('base:consignee:list')
  const [pasting, setPasting] = useState(false)
  return (
    <section className="order-section">
      <h2>
        {t('form.section.consignee')}
        <span className="order-section-tools">
          {mayPick && (
            <PartyPicker
              of="consignees"
              customerId={customerId}
              placeholder={t('form.pickConsignee')}
              onPick={(party) =>
                edit((now) => ({ ...now, consignee: blankAddress(party) }), 'consignee')
              }
            />
          )}
          <Button size="small" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
            {t('form.paste')}
          </Button>
        </span>
      </h2>
      {pasting && (
        <PasteAddress
          country={form.getFieldsValue(true).consignee.country}
          onAddress={(found, whole) => {
            setPasting(!whole)
            edit((now) => ({ ...now, consignee: { ...now.consignee, ...found } }), 'consignee')
          }}
        />
      )}
      <AddressFields of="consignee" />
    </section>
  )
}
