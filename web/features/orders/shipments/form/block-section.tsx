import { Button, DatePicker, Form, Input } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import type { Capability } from '#contracts/orders/kinds/kinds.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { DictSelect, type ChoiceProps } from '../../../../kit/form/choices/dict-select.tsx'
import { useValue } from '../../../../kit/form/form-values.ts'
import { fieldId } from '../../../../kit/form/paths.ts'
import type { Entry } from '../../../../kit/form/use-entry.tsx'
import { useApi } from '../../../../kit/http/query.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import {
  BLOCK_FIELDS,
  blankBlock,
  isEmptyBlock,
  type BlockField,
  type FieldBlock,
} from './draft/block-fields.ts'
import { customerOf } from './draft/draft.ts'
import { FieldFindings } from '../../customs/index.ts'
import { CHOICE } from './choice-select.tsx'
import { WarehouseSelect } from '../../../../pickers/warehouse-select.tsx'
import { toWarehouse } from './address/warehouse-address.ts'
import type { Draft } from './draft/draft.ts'
import { ORDER } from './field-labels.ts'

/**
 * A block of an order as a section: open where the kind asks for something in it or it holds
 * something, otherwise one button.
 */
export function BlockSection({
  entry,
  block,
  required,
  first,
  can,
}: {
  entry: Entry<Draft>
  block: FieldBlock
  required: readonly string[]
  /** Open from the start: orders of the kind nearly always fill something in here. */
  first: boolean
  can: Readonly<Record<Capability, boolean>>
}) {
  const t = useT('shipments')
  const value = useValue(entry.form, block)
  const held = blankBlock(block, value)
  // What the kind cannot do is shown where it holds something, so that it can be taken out.
  const fields = BLOCK_FIELDS[block].filter(
    ({ name, needs }) => !needs || can[needs] || (held[name] ?? '') !== '',
  )
  const wrong = Object.keys(entry.issues).some((path) => path.startsWith(`${block}.`))
  const [opened, setOpened] = useState(first)
  const open = opened || wrong || required.length > 0 || !isEmptyBlock(held)
  if (!open)
    return (
      <Button
        type="link"
        className="order-add-block"
        // What is asked of a block that is closed leads here.
        id={fieldId(ORDER, block)}
        onClick={() => {
          setOpened(true)
          // Its fields are drawn by then: the first is where the user goes on.
          const [field] = fields
          if (field) setTimeout(() => entry.jump(`${block}.${field.name}`))
        }}
      >
        {t(`form.add.${block}`)}
      </Button>
    )
  return (
    <section className="order-section">
      <h2>{t(`form.section.${block}`)}</h2>
      <div className="order-grid">
        {fields.map((field) => (
          <BlockItem
            key={field.name}
            entry={entry}
            block={block}
            field={field}
            required={required.includes(`${block}.${field.name}`)}
          />
        ))}
      </div>
    </section>
  )
}

function BlockItem({
  entry,
  block,
  field,
  required,
}: {
  entry: Entry<Draft>
  block: FieldBlock
  field: BlockField
  required: boolean
}) {
  const t = useT('shipments')
  const bound = field.many
    ? { getValueProps: (value: unknown) => ({ value }), normalize: (value: unknown) => value ?? [] }
    : field.moment
      ? MOMENT
      : field.dict
        ? CHOICE
        : {}
  return (
    <Form.Item
      name={[block, field.name]}
      label={t(`${block}.${field.name}`)}
      required={required}
      extra={block === 'customs' ? <FieldFindings path={`customs.${field.name}`} /> : undefined}
      {...bound}
    >
      {field.warehouse ? (
        <WarehouseSelect
          onPick={(warehouse) => entry.edit((now) => toWarehouse(now, warehouse), 'consignee')}
        />
      ) : block === 'attributes' && field.name === 'services' ? (
        <ValueAdded entry={entry} />
      ) : field.dict ? (
        <DictSelect code={field.dict} many={field.many ?? false} />
      ) : field.moment ? (
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
      ) : (
        <Input
          maxLength={field.max}
          autoComplete="off"
          {...(field.numeric ? { inputMode: 'decimal' as const } : {})}
        />
      )}
    </Form.Item>
  )
}

/** The value-added services the chosen service can do. */
function ValueAdded({ entry, ...bound }: { entry: Entry<Draft> } & ChoiceProps) {
  const serviceId = useValue(entry.form, 'serviceId')
  const customerId = customerOf(useValue(entry.form, 'customerId'))
  const { data } = useApi(shipments.choices, customerId ? { customerId } : {}, { quiet: true })
  return (
    <DictSelect
      {...bound}
      code="value_added_service"
      many
      only={data?.valueAdded[String(serviceId)]}
    />
  )
}

/** Moments travel as text with their offset; the picker shows the user's own clock. */
const MOMENT = {
  getValueProps: (value: unknown) => ({
    value: typeof value === 'string' && value !== '' ? dayjs(value) : null,
  }),
  normalize: (value: unknown) => (dayjs.isDayjs(value) ? value.second(0).format() : ''),
}
