import { memo } from 'react'
import { DictSelect } from '../../../../kit/form/dict-select.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import type { AddressDraft, AddressField } from './draft.ts'
import { fieldId } from './field-labels.ts'
import { Frame, TextField, type Issues, type SetField } from './form-field.tsx'

/** In the order an address is read out; widths as the contract cuts them. */
const FIELDS: readonly {
  name: AddressField
  max: number
  required?: true
  inputMode?: 'tel' | 'email'
}[] = [
  { name: 'name', max: 100, required: true },
  { name: 'company', max: 100 },
  { name: 'phone', max: 40, inputMode: 'tel' },
  { name: 'country', max: 2, required: true },
  { name: 'postalCode', max: 16 },
  { name: 'city', max: 80, required: true },
  { name: 'state', max: 80 },
  { name: 'street', max: 120, required: true },
  { name: 'house', max: 20 },
  { name: 'address2', max: 120 },
  { name: 'email', max: 120, inputMode: 'email' },
  { name: 'taxNumber', max: 40 },
]

/** The fields of a sender or a consignee. */
export const AddressFields = memo(function AddressFields({
  prefix,
  address,
  issues,
  set,
}: {
  prefix: 'sender' | 'consignee'
  address: AddressDraft
  issues: Issues
  set: SetField
}) {
  const t = useT('shipments')
  return (
    <div className="order-grid">
      {FIELDS.map(({ name, max, required = false, inputMode }) => {
        const path = `${prefix}.${name}`
        if (name !== 'country')
          return (
            <TextField
              key={name}
              path={path}
              label={t(name === 'name' ? 'field.name' : name)}
              value={address[name]}
              set={set}
              issue={issues[path]}
              required={required}
              max={max}
              {...(inputMode ? { inputMode } : {})}
            />
          )
        return (
          <Frame key={name} path={path} label={t(name)} issue={issues[path]} required>
            <DictSelect
              id={fieldId(path)}
              code="country"
              value={address.country || null}
              onChange={(next) => set(path, typeof next === 'string' ? next : '')}
            />
          </Frame>
        )
      })}
    </div>
  )
})
