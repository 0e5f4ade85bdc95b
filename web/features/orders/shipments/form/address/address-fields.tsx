import { Form, Input } from 'antd'
import { fieldOrder } from '#contracts/parties/address-formats.ts'
import { useValue } from '../../../../../kit/form/form-values.ts'
import { DictSelect } from '../../../../../kit/form/choices/dict-select.tsx'
import { useT } from '../../../../../kit/text/i18n.ts'
import { CHOICE } from '../choice-select.tsx'
import type { AddressField } from '../draft/draft.ts'

interface FieldOf {
  name: AddressField
  max: number
  required?: true
  inputMode?: 'tel' | 'email'
}
/** Widths as the contract cuts them; the place is asked for in the order of its country. */
const FIELDS: readonly FieldOf[] = [
  { name: 'name', max: 100, required: true },
  { name: 'company', max: 100 },
  { name: 'phone', max: 40, inputMode: 'tel' },
  { name: 'country', max: 2, required: true },
  { name: 'postalCode', max: 16 },
  { name: 'city', max: 80, required: true },
  { name: 'state', max: 80 },
  { name: 'street', max: 120, required: true },
  { name: 'house', max: 20 },
  { name: 'address1', max: 120 },
  { name: 'address2', max: 120 },
  { name: 'email', max: 120, inputMode: 'email' },
  { name: 'taxNumber', max: 40 },
]

function fieldsOf(country: string): FieldOf[] {
  const placed = fieldOrder(country)
  const isPlaced = ({ name }: FieldOf) => (placed as readonly string[]).includes(name)
  const from = FIELDS.findIndex(isPlaced)
  return [
    ...FIELDS.slice(0, from),
    ...placed.flatMap((name) => FIELDS.filter((field) => field.name === name)),
    ...FIELDS.slice(from).filter((field) => !isPlaced(field)),
  ]
}

/** The fields of a sender or a consignee. */
export function AddressFields({
  of,
  required: needed = [],
  fixed = [],
}: {
  of: 'sender' | 'consignee'
  /** Paths the kind of order asks for in addition. */
  required?: readonly string[]
  /** Fields that another choice of the order fills in. */
  fixed?: readonly AddressField[]
}) {
  const t = useT('shipments')
  const country = useValue(Form.useFormInstance(), `${of}.country`)
  return (
    <div className="order-grid">
      {fieldsOf(typeof country === 'string' ? country : '').map(
        ({ name, max, required = false, inputMode }) => (
          <Form.Item
            key={name}
            name={[of, name]}
            label={t(name === 'name' ? 'field.name' : name)}
            required={!fixed.includes(name) && (required || needed.includes(`${of}.${name}`))}
            {...(name === 'country' ? CHOICE : {})}
          >
            {name === 'country' ? (
              <DictSelect code="country" disabled={fixed.includes(name)} />
            ) : (
              <Input
                maxLength={max}
                autoComplete="off"
                readOnly={fixed.includes(name)}
                {...(inputMode ? { inputMode } : {})}
              />
            )}
          </Form.Item>
        ),
      )}
      {of === 'consignee' && (
        <Form.Item name={[of, 'remark']} label={t('consigneeRemark')}>
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      )}
    </div>
  )
}
