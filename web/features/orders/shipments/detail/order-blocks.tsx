import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { DictTag } from '../../../../kit/platform/status-tag.tsx'
import { Moment } from '../../../../kit/platform/cells.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { BLOCK_FIELDS, FIELD_BLOCKS, type BlockField } from '../form/draft/block-fields.ts'

/** The blocks of an order that are filled in, each with its fields. */
export function OrderBlocks({ order }: { order: OrderDetail }) {
  const t = useT('shipments')
  return (
    <>
      {FIELD_BLOCKS.map((block) => {
        const stored = order[block]
        const fields = BLOCK_FIELDS[block].flatMap((field) => {
          const value: unknown = stored && Reflect.get(stored, field.name)
          return [value].flat().some(Boolean) ? [{ field, value }] : []
        })
        if (fields.length === 0) return null
        return (
          <section key={block} className="order-block">
            <h2>{t(`form.section.${block}`)}</h2>
            <dl className="py-fields order-head">
              {fields.map(({ field, value }) => (
                <div key={field.name}>
                  <dt>{t(`${block}.${field.name}`)}</dt>
                  <dd>
                    <BlockValue field={field} value={value} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )
      })}
      <Pallets pallets={order.pallets} />
    </>
  )
}

function BlockValue({ field, value }: { field: BlockField; value: unknown }) {
  const values = [value].flat().map(String)
  if (field.dict)
    return values.map((one) => <DictTag key={one} code={field.dict ?? ''} value={one} />)
  return field.moment ? <Moment at={values[0] ?? null} /> : values[0]
}

function Pallets({ pallets }: Pick<OrderDetail, 'pallets'>) {
  const t = useT('shipments')
  if (!pallets || pallets.length === 0) return null
  return (
    <section className="order-block">
      <h2>{t('form.section.pallets')}</h2>
      <ul className="order-pallets">
        {pallets.map((pallet) => (
          <li key={pallet.palletNo}>
            {t('pallet.line', {
              number: pallet.palletNo ?? '',
              sides: [pallet.lengthCm, pallet.widthCm, pallet.heightCm].filter(Boolean).join(' × '),
              weight: pallet.weightKg ?? '–',
            })}
            {pallet.stackable && ` · ${t('pallet.stackable')}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
