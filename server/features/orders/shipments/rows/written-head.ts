import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { quoteToWire } from '#server/features/commercial/rating/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { blocksOf, type Blocks } from '../checks/blocks.ts'
import type { Head } from './order-rows.ts'
import type { OrderRows, StoreOptions } from '../parcels/store-orders.ts'
import type { ValidatedOrder } from '../checks/validated-order.ts'

/** The rows of a new order as the database will hold them, its own defaults among them. */
export function headOf(
  { lang, principal }: Pick<Ctx, 'lang' | 'principal'>,
  order: ValidatedOrder,
  {
    sender,
    rows,
    options,
  }: {
    sender: { customerCode: string; customerName: string }
    rows: OrderRows
    options: Pick<StoreOptions, 'orderMethod' | 'createBy'>
  },
): Head {
  const { consignee, quote, service, depot, userDepot } = order
  const name = (of: { name: string; nameEn: string | null }) =>
    lang === 'en_US' ? (of.nameEn ?? of.name) : of.name
  return {
    id: rows.id,
    version: 1,
    serialNumber: rows.serial,
    reference: order.reference,
    shipmentResource: order.kind.code,
    orderMethod: options.orderMethod,
    customerId: order.customerId,
    customerName: sender.customerName,
    customerCode: sender.customerCode,
    poCode: order.poCode,
    fbaCode: order.fbaCode,
    serviceId: service.id,
    serviceName: name(service),
    serviceCode: service.code,
    depotId: depot.id,
    depotName: name(depot),
    depotCode: depot.code,
    userDepotId: userDepot?.id ?? null,
    userDepotCode: userDepot?.code ?? null,
    shipperId: order.shipperId,
    // Checked as far as its wire form goes: name, country, city and street are there.
    sender: order.sender as Head['sender'],
    consigneeName: consignee.name,
    company: consignee.company,
    phone: consignee.phone,
    email: consignee.email,
    taxNumber: consignee.taxNumber,
    country: consignee.country,
    state: consignee.state,
    city: consignee.city,
    postalCode: consignee.postalCode,
    street: consignee.street,
    house: consignee.house,
    address1: consignee.address1,
    address2: consignee.address2,
    consigneeRemark: consignee.remark,
    shipmentStatus: PARCEL.DRAFT,
    locationStatus: 0,
    flags: 0,
    currency: quote.currency,
    amount: quote.total.toString(),
    quote: quoteToWire(quote),
    shipmentPieces: order.parcels.length,
    shipmentWeight: String(order.parcels.reduce((sum, { grams }) => sum + grams, 0)),
    chargeableWeight: String(quote.chargeableGrams),
    remark: order.remark,
    createBy: options.createBy ?? principal.username,
    createTime: rows.createTime,
    updateBy: null,
    updateTime: null,
    confirmBy: null,
    confirmTime: null,
    cancelBy: null,
    cancelTime: null,
    cancelReason: null,
    revokeBy: null,
    revokeTime: null,
    ...blocksOf(order.blocks as Blocks),
    customsLockedAt: null,
    parcels: order.parcels.map((parcel, at) => ({
      id: rows.parcelIds[at]!,
      seq: at + 1,
      serialNumber: `${rows.serial}-${at + 1}`,
      reference: parcel.reference,
      fbaCode: parcel.fbaCode,
      palletNo: parcel.palletNo,
      trackNo: null,
      parcelStatus: PARCEL.DRAFT,
      weight: parcel.grams,
      length: parcel.lengthMm,
      width: parcel.widthMm,
      height: parcel.heightMm,
      measuredWeight: null,
      volumeWeight: parcel.volumeGrams,
      chargeableWeight: parcel.chargeableGrams,
      labelCopies: 0,
      trackingStatus: 0,
      remark: parcel.remark,
      products: parcel.products.map(({ unitGrams, unitPrice, ...product }) => ({
        ...product,
        unitWeight: unitGrams,
        unitPrice: unitPrice.toString(),
      })),
    })),
  }
}
