import { Suspense, type ReactNode } from 'react'
import { QUOTED_FOR } from '#contracts/platform/access/price-permission.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { CopyText, Weight } from '../../../../kit/platform/cells.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { DictTag } from '../../../../kit/platform/status-tag.tsx'
import { useCan, useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { useSession } from '../../../../kit/session/session.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { charging } from '#contracts/orders/charging.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { AddEventsButton, OrderTimeline } from '../../../tracking/tracking/index.ts'
import { OrderCharges, TaxedTotal } from '../../charging/index.ts'
import { OrderStock } from '../../stock/index.ts'
import { OrderDocuments } from '../../customs/index.ts'
import { OrderDepot } from './order-depot.tsx'
import { OrderFiles } from './order-files.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderBlocks } from './order-blocks.tsx'
import { AddressText } from './address-text.tsx'
import { trackPath } from '../list/order-links.ts'
import { OrderParcels } from '../list/order-parcels.tsx'
import { TaxNote } from '../form/price/tax-note.tsx'
import { PriceExplanation } from '../form/price/price-explanation.tsx'

/** An order whole, as it is read: who to, what in it, what it costs and why, who did what when. */
export function OrderBody({
  order,
  onCorrect,
}: {
  order: OrderDetail
  /** Corrects its customs data; null where that is not open. */
  onCorrect: (() => void) | null
}) {
  const t = useT('shipments')
  const stock = useT('order-stock')
  const staff = useSession().user?.customerId === null
  const charges = useT('charging')
  const tracks = useT('tracking')
  const may = useRightsCheck()
  const seesPrices = useCan(QUOTED_FOR)
  const numbers = order.parcels.flatMap((parcel) => parcel.trackNo ?? [])
  const fields: [string, ReactNode][] = [
    [
      'shipmentResource',
      <DictTag key="k" code="shipment_resource" value={order.shipmentResource} />,
    ],
    ['reference', <CopyText key="r" text={order.reference} />],
    ...copied('poCode', order.poCode),
    ...copied('fbaCode', order.fbaCode),
    ...(staff ? [['customerId', order.customerId_dictText] satisfies [string, ReactNode]] : []),
    ['serviceId', order.serviceId_dictText],
    ['depotId', order.depotId_dictText],
    ...copied('userDepotId', order.userDepotId_dictText),
    ...(order.locationStatus === 0 ? [] : copied('locationStatus', order.locationStatus_dictText)),
    ['shipmentWeight', <Weight key="w" kg={order.shipmentWeightKg} unit />],
    [
      'chargeableWeight',
      order.chargeableWeightKg && <Weight key="c" kg={order.chargeableWeightKg} unit />,
    ],
    ['orderMethod', <DictTag key="m" code="order_method" value={order.orderMethod} />],
    ...(order.remark ? [['remark', order.remark] satisfies [string, ReactNode]] : []),
  ]
  return (
    <div className="order-body">
      <dl className="py-fields order-head">
        {fields.map(([key, content]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{content || <span className="py-none">–</span>}</dd>
          </div>
        ))}
      </dl>
      <div className="order-pair">
        <Block title={t('detail.consignee')}>
          <AddressText address={order.consignee} />
          {order.consignee.remark && <p className="py-none">{order.consignee.remark}</p>}
        </Block>
        <Block title={t('detail.sender')}>
          {order.sender ? (
            <AddressText address={order.sender} />
          ) : (
            <span className="py-none">{t('detail.senderNone')}</span>
          )}
        </Block>
      </div>
      <OrderDepot order={order} />
      <OrderBlocks order={order} />
      <Block
        title={t('detail.parcels', { count: order.parcels.length })}
        aside={
          numbers.length > 1 && (
            <a href={trackPath(numbers)} target="_blank" rel="noreferrer">
              {t('detail.trackAll')}
            </a>
          )
        }
      >
        <OrderParcels order={order} />
      </Block>
      {order.confirmTime !== null && may(tracking.events) && (
        <Block
          title={tracks('timeline.title')}
          aside={<AddEventsButton target={{ kind: 'orders', ids: [order.id] }} />}
        >
          <Suspense>
            <OrderTimeline
              parcels={order.parcels.map(({ id, seq, trackNo, serialNumber }) => ({
                id,
                seq,
                no: trackNo ?? serialNumber,
              }))}
            />
          </Suspense>
        </Block>
      )}
      {kindOf(order.shipmentResource).can.usesStock && (
        <Block title={stock('title')}>
          <OrderStock id={order.id} />
        </Block>
      )}
      {seesPrices && (
        <Block title={t('price.title')}>
          {order.quote ? (
            <PriceExplanation quote={order.quote} />
          ) : order.amount === null ? (
            <span className="py-none">{t('price.none')}</span>
          ) : (
            <span className="py-none">{t('price.unexplained')}</span>
          )}
          {order.amount !== null && (
            <>
              <p>
                <TaxedTotal
                  total={order.amount}
                  currency={order.currency ?? ''}
                  customerId={order.customerId}
                  country={order.consignee.country}
                />
              </p>
              <TaxNote customerId={order.customerId} country={order.consignee.country} />
            </>
          )}
        </Block>
      )}
      {seesPrices && order.confirmTime !== null && may(charging.ofOrder) && (
        <Block title={charges('order.title')}>
          <OrderCharges id={order.id} />
        </Block>
      )}
      <OrderDocuments order={order} onCorrect={onCorrect} />
      <OrderFiles order={order} />
      <Block title={t('detail.history')}>
        <OrderHistory order={order} />
      </Block>
    </div>
  )
}

const copied = (key: string, text: string | null): [string, ReactNode][] =>
  text ? [[key, <CopyText key={key} text={text} />]] : []

export function Block({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="order-block">
      <h2>
        {title}
        {aside && <span>{aside}</span>}
      </h2>
      {children}
    </section>
  )
}
