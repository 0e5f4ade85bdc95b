import { Segmented } from 'antd'
import { useState } from 'react'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { RecordFiles } from '../../../../kit/files/record-files.tsx'
import { useT } from '../../../../kit/text/i18n.ts'

const KINDS = ['attachment', 'document', 'pod'] as const

/**
 * Files kept with an order. Orders of cartons have their proof of delivery with the appointment of
 * their warehouse.
 */
export function OrderFiles({ order }: { order: OrderDetail }) {
  const t = useT('shipments')
  const [kind, setKind] = useState<(typeof KINDS)[number]>('attachment')
  const { hasCartons } = kindOf(order.shipmentResource).can
  const offered = KINDS.filter((one) => one !== 'pod' || !hasCartons)
  const shown = offered.includes(kind) ? kind : 'attachment'
  return (
    <section className="order-block" aria-labelledby="order-files">
      <h2 id="order-files">
        {t('detail.files')}
        <span>
          <Segmented
            aria-label={t('detail.files')}
            value={shown}
            options={offered.map((one) => ({ value: one, label: t(`detail.files.${one}`) }))}
            onChange={setKind}
          />
        </span>
      </h2>
      <RecordFiles key={shown} ownerKind="shipment" ownerId={order.id} kind={shown} />
    </section>
  )
}
