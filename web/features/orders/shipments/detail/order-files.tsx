import { Segmented, Select } from 'antd'
import { useState } from 'react'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { RecordFiles } from '../../../../kit/files/record-files.tsx'
import { useT } from '../../../../kit/text/i18n.ts'

const KINDS = ['attachment', 'document', 'photo', 'pod'] as const

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
      {shown === 'photo' ? (
        <ParcelPhotos order={order} />
      ) : (
        <RecordFiles key={shown} ownerKind="shipment" ownerId={order.id} kind={shown} />
      )}
    </section>
  )
}

/** Photos are of one parcel: the depot takes them as it comes in. */
function ParcelPhotos({ order }: { order: OrderDetail }) {
  const t = useT('shipments')
  const [chosen, setChosen] = useState(order.parcels[0]?.id)
  const parcel = order.parcels.find(({ id }) => id === chosen) ?? order.parcels[0]
  if (!parcel) return null
  return (
    <>
      {order.parcels.length > 1 && (
        <Select
          aria-label={t('detail.files.parcel')}
          value={parcel.id}
          onChange={setChosen}
          options={order.parcels.map(({ id, trackNo, serialNumber }) => ({
            value: id,
            label: trackNo ?? serialNumber,
          }))}
        />
      )}
      <RecordFiles key={parcel.id} ownerKind="parcel" ownerId={parcel.id} kind="photo" />
    </>
  )
}
