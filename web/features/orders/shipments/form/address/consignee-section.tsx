import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../../../kit/text/i18n.ts'
import type { Entry } from '../../../../../kit/form/use-entry.tsx'
import { useCan } from '../../../../../kit/session/permissions.tsx'
import { AddressFields } from './address-fields.tsx'
import { useValue } from '../../../../../kit/form/form-values.ts'
import { useWarehouses } from '../../../../../pickers/warehouse-select.tsx'
import { blankConsignee, type ConsigneeDraft, type Draft } from '../draft/draft.ts'
import { warnAt } from '../../../../../kit/form/form-values.ts'
import { isWarehouse, WAREHOUSE_FIELDS } from './warehouse-address.ts'
import { BlacklistNote } from './blacklist-note.tsx'
import { FindConsignee } from './find-consignee.tsx'
import { PartyPicker, type Party } from './party-picker.tsx'
import { PasteAddress, type AddressTexts } from '../../../../parties/addresses/index.ts'
import { PartyPostcode } from './party-postcode.tsx'

/** Where the cursor goes once an address is read: what is missing of it, else what comes next. */
function nextEmpty(address: AddressTexts): string {
  const needed = ['name', 'country', 'city', 'street'] as const
  const missing = needed.find((part) => address[part] === '')
  return missing ? `consignee.${missing}` : 'parcels.0.weightKg'
}

/** Where Alt+C goes: most orders go to a known consignee. */
export const CONSIGNEE_PICKER = 'order-consignee-picker'

/** Who receives: typed, chosen from the address book, or pasted as one text. */
export function ConsigneeSection({
  entry,
  customerId,
  required,
}: {
  entry: Entry<Draft>
  customerId: string
  required: readonly string[]
}) {
  const t = useT('shipments')
  const { form, edit, jump } = entry
  const mayPick = useCan('base:consignee:list')
  const [pasting, setPasting] = useState(false)
  const take = (party: Party) => {
    const consignee = blankConsignee(party)
    edit((now) => ({ ...now, consignee }), 'consignee')
    jump(nextEmpty(consignee))
  }
  const code = useValue(form, 'fba.warehouseCode')
  const consignee = useValue(form, 'consignee') as ConsigneeDraft | undefined
  const warehouses = useWarehouses(Boolean(code))
  const warehouse = code ? warehouses.find((one) => one.code === code) : undefined
  const fixed = consignee && isWarehouse(consignee, warehouse) ? WAREHOUSE_FIELDS : []
  return (
    <section className="order-section">
      <h2>
        {t('form.section.consignee')}
        <span className="order-section-tools">
          {mayPick && (
            <PartyPicker
              of="consignees"
              id={CONSIGNEE_PICKER}
              customerId={customerId}
              placeholder={t('form.pickConsignee')}
              onPick={take}
            />
          )}
          {mayPick && <FindConsignee customerId={customerId} onPick={take} />}
          <Button size="small" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
            {t('form.paste')}
          </Button>
        </span>
      </h2>
      {pasting && (
        <PasteAddress
          country={form.getFieldsValue(true).consignee.country}
          onAddress={(address, complete, toCheck) => {
            setPasting(!complete)
            edit((now) => ({ ...now, consignee: blankConsignee(address) }), 'consignee')
            const doubtful = toCheck.map((part) => `consignee.${part}`)
            warnAt(form, doubtful, t('form.checkField'))
            if (complete) jump(nextEmpty(address))
          }}
        />
      )}
      <BlacklistNote customerId={customerId} />
      {fixed.length > 0 && <p className="order-help">{t('fba.addressFixed')}</p>}
      <AddressFields of="consignee" required={required} fixed={fixed} />
      <PartyPostcode entry={entry} of="consignee" />
    </section>
  )
}
