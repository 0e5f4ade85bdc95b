import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { CopyText, Money, Num, Weight } from '../../../../kit/platform/cells.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { DictTag } from '../../../../kit/platform/status-tag.tsx'
import { trackPath } from './order-links.ts'

type Parcel = OrderDetail['parcels'][number]
/** Beyond this many the contents of a parcel are folded away. */
const OPEN_PARCELS = 3

export function OrderParcels({ order }: { order: OrderDetail }) {
  return (
    <ol className="order-parcels">
      {order.parcels.map((parcel) => (
        <li key={parcel.id}>
          <ParcelCard parcel={parcel} open={order.parcels.length <= OPEN_PARCELS} />
        </li>
      ))}
    </ol>
  )
}

function ParcelCard({ parcel, open }: { parcel: Parcel; open: boolean }) {
  const t = useT('shipments')
  const size = [parcel.lengthCm, parcel.widthCm, parcel.heightCm]
  return (
    <article className="order-parcel">
      <header>
        <span className="py-num order-parcel-no">{parcel.seq}</span>
        {parcel.trackNo ? (
          <strong>
            <CopyText text={parcel.trackNo} />
          </strong>
        ) : (
          <span className="py-none">{t('detail.noTrackNo')}</span>
        )}
        <DictTag
          code="parcel_status"
          value={String(parcel.parcelStatus)}
          text={parcel.parcelStatus_dictText}
        />
        {parcel.trackNo && (
          <a href={trackPath([parcel.trackNo])} target="_blank" rel="noreferrer">
            {t('detail.track')}
          </a>
        )}
      </header>
      <p className="order-parcel-facts">
        <CopyText text={parcel.serialNumber} />
        {parcel.reference && <CopyText text={parcel.reference} />}
        <span>{t('detail.declared', { kg: parcel.weightKg })}</span>
        {parcel.measuredWeightKg && (
          <span>{t('detail.measured', { kg: parcel.measuredWeightKg })}</span>
        )}
        {parcel.chargeableWeightKg && (
          <span>{t('detail.chargeable', { kg: parcel.chargeableWeightKg })}</span>
        )}
        {size.every((side) => side !== null) && (
          <span className="py-num">{size.join(' × ')} cm</span>
        )}
        {parcel.labelCopies > 0 && <span>{t('detail.copies', { count: parcel.labelCopies })}</span>}
      </p>
      {parcel.products.length === 0 ? (
        <p className="py-none">{t('detail.noContents')}</p>
      ) : (
        <details open={open}>
          <summary>{t('detail.contents', { count: parcel.products.length })}</summary>
          <Contents parcel={parcel} />
        </details>
      )}
    </article>
  )
}

function Contents({ parcel }: { parcel: Parcel }) {
  const t = useT('shipments')
  return (
    <div className="order-scroll" tabIndex={0} role="region" aria-label={t('product.title')}>
      <table className="order-lines">
        <thead>
          <tr>
            <th scope="col">{t('field.sku')}</th>
            <th scope="col">{t('product.title')}</th>
            <th scope="col">{t('field.hscodeCn')}</th>
            <th scope="col">{t('field.hscodeForeign')}</th>
            <th scope="col">{t('product.origin')}</th>
            <th scope="col" data-align="right">
              {t('field.quanlity')}
            </th>
            <th scope="col" data-align="right">
              {t('field.unitWeightKg')}
            </th>
            <th scope="col" data-align="right">
              {t('field.unitPrice')}
            </th>
          </tr>
        </thead>
        <tbody>
          {parcel.products.map((product, at) => (
            <tr key={at}>
              <td>{product.sku && <CopyText text={product.sku} />}</td>
              <td>{[product.nameCn, product.nameEn].filter(Boolean).join(' / ')}</td>
              <td className="py-num">{product.hscodeCn}</td>
              <td className="py-num">{product.hscodeForeign}</td>
              <td>{product.origin}</td>
              <td data-align="right">
                <Num value={product.quanlity} />
              </td>
              <td data-align="right">
                <Weight kg={product.unitWeightKg} />
              </td>
              <td data-align="right">
                <Money amount={product.unitPrice} currency={product.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
