import { sql } from 'kysely'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import {
  ON_PARCELS,
  ORDER_ACTIONS,
  rightOf,
  whyNot,
  type OrderAction,
} from '#contracts/orders/shipments.states.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { QUOTED_FOR } from '#contracts/platform/access/price-permission.ts'
import { gramsToKg, mmToCm } from '#contracts/kit/units.ts'
import { seenQuote } from '#server/features/commercial/rating/index.ts'
import { blocksOf } from '../checks/blocks.ts'
import type { Head } from './order-rows.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'

/** Whether the caller sees what the orders they open or act on cost, one or several. */
export const seesPrice = (ctx: Ctx): boolean => QUOTED_FOR.some((perm) => ctx.can(perm))

/**
 * The order as the caller may see it: without what it costs for those who see no prices, for a
 * customer without our name of the price table.
 */
export function visibleOrder(ctx: Ctx, order: OrderDetail): OrderDetail {
  if (!seesPrice(ctx)) return { ...order, amount: null, quote: null }
  return order.quote ? { ...order, quote: seenQuote(ctx, order.quote) } : order
}

/**
 * An order whole, in one query: head, parcels and contents come as one JSON tree. What leaves the
 * server goes through `visibleOrder`.
 */
export async function readOrder(ctx: Ctx, id: string): Promise<OrderDetail> {
  const [order = failMissing()] = await readOrders(ctx, [id])
  return order
}

/** The same of several, the latest first; those the caller does not reach are left out. */
export async function readOrders(ctx: Ctx, ids: readonly string[]): Promise<OrderDetail[]> {
  const name = (alias: string) => nameIn(ctx.lang, `${alias}.name`)
  const found = await sql<Head>`select s.*, c.name as customer_name, c.code as customer_code,
      ${name('v')} as service_name,
        v.code as service_code, ${name('d')} as depot_name, d.code as depot_code,
      (select u.depot_code from user_depot u
        where u.tenant_id = s.tenant_id and u.id = s.user_depot_id) as user_depot_code,
      (select json_agg(json_build_object('id', p.id::text, 'seq', p.seq, 'serialNumber',
            p.serial_number, 'reference', p.reference, 'fbaCode', p.fba_code, 'palletNo', p.pallet_no,
            'trackNo', p.track_no, 'parcelStatus',
            p.parcel_status, 'weight', p.weight,
          'length', p.length, 'width', p.width, 'height', p.height, 'measuredWeight',
          p.measured_weight, 'volumeWeight', p.volume_weight, 'chargeableWeight', p.chargeable_weight, 'labelCopies', p.label_copies,
          'trackingStatus', p.tracking_status, 'remark', p.remark,
          'products', (select json_agg(json_build_object('sku', g.sku, 'hscodeCn', g.hscode_cn,
                'hscodeForeign', g.hscode_foreign, 'nameCn', g.name_cn, 'nameEn', g.name_en,
                'material', g.material, 'usage', g.usage, 'brand', g.brand, 'model', g.model,
                'origin', g.origin, 'shopUrl', g.shop_url, 'photoUrl', g.photo_url, 'unit', g.unit,
                'quantity', g.quantity, 'unitWeight', g.unit_weight,
            'unitPrice', g.unit_price::text, 'currency', g.currency, 'remark', g.remark)
            order by g.id) from parcel_product g
            where g.tenant_id = p.tenant_id and g.parcel_id = p.id)) order by p.seq)
        from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id) as parcels
    from ${ctx.rows('shipment').as('s')} join customer c on c.tenant_id = s.tenant_id
      and c.id = s.customer_id
      join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
      join depot d on d.tenant_id = s.tenant_id and d.id = s.depot_id
    where s.id = any(${ids}::bigint[]) order by s.id desc`.execute(ctx.db)
  return Promise.all(found.rows.map((row) => detailOf(ctx, row)))
}

/** What the wire carries of an order's rows. */
export async function detailOf(ctx: Ctx, row: Head): Promise<OrderDetail> {
  const texts = await dictTexts(ctx)
  const {
    company,
    phone,
    email,
    taxNumber,
    country,
    state,
    city,
    postalCode,
    street,
    house,
    address1,
    address2,
  } = row
  const parcels = row.parcels ?? []
  return {
    id: row.id,
    version: row.version,
    serialNumber: row.serialNumber,
    reference: row.reference,
    shipmentResource: row.shipmentResource,
    shipmentResource_dictText: texts('shipment_resource', row.shipmentResource),
    poCode: row.poCode,
    fbaCode: row.fbaCode,
    orderMethod: row.orderMethod,
    customerId: row.customerId,
    customerId_dictText: row.customerName,
    customerCode: row.customerCode,
    serviceId: row.serviceId,
    serviceId_dictText: row.serviceName,
    serviceCode: row.serviceCode,
    depotId: row.depotId,
    depotId_dictText: row.depotName,
    depotCode: row.depotCode,
    userDepotId: row.userDepotId,
    userDepotId_dictText: row.userDepotCode,
    shipperId: row.shipperId,
    sender: row.sender,
    consignee: {
      name: row.consigneeName,
      company,
      phone,
      email,
      taxNumber,
      country,
      state,
      city,
      postalCode,
      street,
      house,
      address1,
      address2,
      remark: row.consigneeRemark,
    },
    shipmentStatus: row.shipmentStatus,
    shipmentStatus_dictText: texts('shipment_status', String(row.shipmentStatus)),
    locationStatus: row.locationStatus,
    locationStatus_dictText: texts('location_status', String(row.locationStatus)),
    flags: row.flags,
    currency: row.currency,
    amount:
      row.amount === null
        ? null
        : formatMoney({ minor: BigInt(row.amount), currency: row.currency }),
    quote: row.quote,
    shipmentPieces: row.shipmentPieces,
    shipmentWeightKg: gramsToKg(Number(row.shipmentWeight)),
    chargeableWeightKg:
      row.chargeableWeight === null ? null : gramsToKg(Number(row.chargeableWeight)),
    remark: row.remark,
    createBy: row.createBy,
    createTime: row.createTime,
    updateBy: row.updateBy,
    updateTime: row.updateTime,
    confirmBy: row.confirmBy,
    confirmTime: row.confirmTime,
    cancelBy: row.cancelBy,
    cancelTime: row.cancelTime,
    cancelReason: row.cancelReason,
    revokeBy: row.revokeBy,
    revokeTime: row.revokeTime,
    ...blocksOf(row),
    customsLockedAt: row.customsLockedAt,
    parcels: parcels.map((parcel) => ({
      id: parcel.id,
      seq: parcel.seq,
      serialNumber: parcel.serialNumber,
      reference: parcel.reference,
      fbaCode: parcel.fbaCode,
      palletNo: parcel.palletNo,
      trackNo: parcel.trackNo,
      parcelStatus: parcel.parcelStatus,
      parcelStatus_dictText: texts('parcel_status', String(parcel.parcelStatus)),
      weightKg: gramsToKg(parcel.weight),
      lengthCm: cm(parcel.length),
      widthCm: cm(parcel.width),
      heightCm: cm(parcel.height),
      measuredWeightKg: kg(parcel.measuredWeight),
      volumeWeightKg: kg(parcel.volumeWeight),
      chargeableWeightKg: kg(parcel.chargeableWeight),
      labelCopies: parcel.labelCopies,
      trackingStatus: parcel.trackingStatus,
      remark: parcel.remark,
      products: (parcel.products ?? []).map(({ quantity, unitWeight, unitPrice, ...product }) => ({
        ...product,
        quanlity: quantity,
        unitWeightKg: gramsToKg(unitWeight),
        unitPrice: formatMoney({ minor: BigInt(unitPrice), currency: product.currency }),
      })),
    })),
    actions: actionsOf(
      ctx,
      row.shipmentResource,
      row.shipmentStatus,
      row.flags,
      parcels.map((parcel) => parcel.parcelStatus),
    ),
  }
}

/**
 * What the data log keeps of an order: the price's explanation stands with the order, and what its
 * reader may do now does not describe the order.
 */
export function auditedOrder({ quote: _quote, actions: _actions, ...order }: OrderDetail): object {
  return order
}

/**
 * What the caller may do with the order now; an order with parcels in several states follows its
 * least advanced one.
 */
function actionsOf(
  ctx: Ctx,
  kind: string,
  status: number,
  flags: number,
  states: readonly number[],
): Record<string, string | null> {
  return Object.fromEntries(
    (Object.keys(ORDER_ACTIONS) as OrderAction[]).map((action) => {
      const closed = ON_PARCELS.includes(action)
        ? states.every((state) => whyNot(action, state) !== null)
        : states.length === 0 || states.some((state) => whyNot(action, state, flags) !== null)
      const { can } = kindOf(kind)
      if ((action === 'split' || action === 'merge') && !can.splits) return [action, 'kind.noSplit']
      return [
        action,
        !ctx.can(action === 'print' ? 'ship:label:print' : orderPerm(kindOf(kind), rightOf(action)))
          ? 'access.denied'
          : closed
            ? (whyNot(action, status, flags) ?? `shipment.not.${action}`)
            : null,
      ]
    }),
  )
}

const kg = (grams: number | null) => (grams === null ? null : gramsToKg(grams))
const cm = (mm: number | null) => (mm === null ? null : mmToCm(mm))
