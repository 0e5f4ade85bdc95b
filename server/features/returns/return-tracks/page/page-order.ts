import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { CLOSED_MIXED, PARCEL } from '#contracts/orders/shipments.states.ts'
import { goodsName } from '#contracts/returns/predicted-returns.ts'
import type { returnPage } from '#contracts/returns/return-page.ts'
import { dailyLimit } from '#server/features/tracking/tracking/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { fail } from '#server/kit/http/errors.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import { goodsLines } from '../predicted/goods-lines.ts'

/** As often a day an address may ask: enough for a family, too few to guess postcodes. */
const PER_DAY = 100
const asked = perApp(() => dailyLimit(PER_DAY))
/** As many postcodes a day do not fit an order; from then on none does until the day ends. */
const MISSES = 20

/** Orders that have left: what never went out cannot come back. */
export const SENT = [
  PARCEL.OUTBOUND,
  PARCEL.IN_TRANSIT,
  PARCEL.EXCEPTION,
  PARCEL.RETURNING,
  PARCEL.DELIVERED,
  CLOSED_MIXED,
]

export interface SoldOrder {
  tenantId: string
  customerId: string
  shop: string
  depotId: string
  shipmentId: string
  orderNo: string
  serialNumber: string
  name: string
  street: string
  postalCode: string | null
  city: string
  country: string
}

/**
 * The order of an open page with this number and postcode: the shop's number, ours only where it has
 * none, since ours can be counted through. A page that is not there or closed, an
 * unknown order, one that has not left and a wrong postcode are one statement and one answer. Each
 * postcode that does not fit is counted with the order, from however many addresses they come.
 */
export async function soldOrder(
  ctx: Ctx,
  { page, orderNo, postcode }: In<typeof returnPage.order>,
): Promise<SoldOrder> {
  const { rows } = await sql<
    SoldOrder & { fits: boolean }
  >`select k.tenant_id, k.customer_id, c.name as shop,
      k.depot_id, s.id as shipment_id, s.reference as order_no, s.serial_number,
      s.consignee_name as name, concat_ws(' ', s.street, s.house) as street, s.postal_code, s.city,
      s.country, upper(regexp_replace(s.postal_code, '[^[:alnum:]]', '', 'g'))
        = ${postcode.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')} as fits
    from return_config k
      join customer c on c.tenant_id = k.tenant_id and c.id = k.customer_id and c.status = 1
      join depot d on d.tenant_id = k.tenant_id and d.id = k.depot_id and d.enabled
      join tenant n on n.id = k.tenant_id and n.status = 1
      join shipment s on s.tenant_id = k.tenant_id and s.customer_id = k.customer_id
        and upper(coalesce(s.reference, s.serial_number)) = ${orderNo.toUpperCase()}
    where k.page_key = ${page} and k.page_open
      and s.shipment_status = any(${SENT}::smallint[])
    order by fits desc, s.id desc limit 1`.execute(ctx.db)
  // Counted once the question was answered: an outage of ours is no guess of theirs.
  if (ctx.http && ctx.deps.env.rateLimits) asked.of(ctx.deps).spend(ctx.http.ip)
  const [order] = rows
  // Counted before it is answered: of many guesses at once no more than these are.
  if (order && (await countMiss(ctx, order, 1)) && order.fits) {
    await countMiss(ctx, order, -1)
    return order
  }
  ctx.log.info({ page }, 'no such order on a return page')
  return fail('returns.pageUnknown')
}

/** Whether the order may be asked for once more today. */
async function countMiss(
  ctx: Ctx,
  { tenantId, shipmentId }: SoldOrder,
  by: 1 | -1,
): Promise<boolean> {
  const tenant = asSystem(ctx, tenantId)
  const { rows } = await sql`insert into return_page_miss as m (tenant_id, shipment_id, day, misses)
    values (${tenantId}, ${shipmentId}, ${await businessDay(tenant)}, 1)
    on conflict (tenant_id, shipment_id, day) do update set misses = m.misses + ${by}
      where m.misses < ${MISSES} or ${by} < 0
    returning 1`.execute(tenant.db)
  return rows.length > 0
}

export const inside = (ctx: Ctx, order: SoldOrder): Ctx => asSystem(ctx, order.tenantId)

export interface SoldLine {
  sku: string
  name: string
  quantity: number
  left: number
}

/** Codes a line of an announcement can carry; goods without one are known by their place. */
const CODE = /^[^\s*×;[\]]{1,64}$/

type SoldIn = Pick<SoldOrder, 'shipmentId' | 'customerId' | 'orderNo' | 'serialNumber'>

/** What the order sent out, and how much of each was not announced yet. */
export async function soldLines(ctx: Ctx, order: SoldIn): Promise<SoldLine[]> {
  const { rows } = await sql<{ sku: string | null; name: string; quantity: number }>`
    select k.sku, coalesce(k.name_en, k.name_cn, k.sku) as name, l.shipped as quantity
    from ${ctx.rows('stockOrderLine').as('l')}
      join ${ctx.rows('stockSku').as('k')} on k.id = l.sku_id
    where l.order_id = ${order.shipmentId} and l.shipped > 0
    union all
    select p.sku, coalesce(p.name_en, p.name_cn, p.sku, '') as name, sum(p.quantity)::int
    from ${ctx.rows('parcel').as('b')}
      join ${ctx.rows('parcelProduct').as('p')} on p.parcel_id = b.id
    where b.shipment_id = ${order.shipmentId} and b.parcel_status = any(${SENT}::smallint[])
      and not exists (
      select 1 from ${ctx.rows('stockOrderLine').as('l')} where l.order_id = ${order.shipmentId})
    group by p.sku, coalesce(p.name_en, p.name_cn, p.sku, '')
    order by 2, 1 limit 200`.execute(ctx.db)
  const announced = await announcedOf(ctx, order)
  const sold = new Map<string, Omit<SoldLine, 'left'>>()
  for (const [at, { sku, name, quantity }] of rows.entries()) {
    const code = sku !== null && CODE.test(sku) ? sku : `#${at + 1}`
    sold.set(code, { sku: code, name, quantity: quantity + (sold.get(code)?.quantity ?? 0) })
  }
  return [...sold.values()].map((one) => {
    // Goods without a code may be announced by their name, each piece of them once.
    const name = one.sku.startsWith('#') ? nameKey(goodsName(one.name)) : ''
    const byName = Math.min(one.quantity, announced.get(name) ?? 0)
    announced.set(name, (announced.get(name) ?? 0) - byName)
    return {
      ...one,
      left: Math.max(0, one.quantity - byName - (announced.get(one.sku) ?? 0)),
    }
  })
}

const nameKey = (name: string) => `"${name}"`

/** How many of each code, and of each name, announcements of the order have. */
async function announcedOf(ctx: Ctx, order: SoldIn): Promise<Map<string, number>> {
  const { rows } = await sql<{ goods: string | null }>`select p.goods
    from ${ctx.rows('predictedReturn').as('p')}
    where p.customer_id = ${order.customerId} and p.state <> '9'
      and upper(p.order_no) in (upper(${order.orderNo}), upper(${order.serialNumber}))`.execute(
    ctx.db,
  )
  const found = new Map<string, number>()
  for (const { sku, named, quantity } of rows.flatMap(
    ({ goods }) => goodsLines(goods ?? '') ?? [],
  )) {
    const key = named ? nameKey(sku) : sku
    found.set(key, quantity + (found.get(key) ?? 0))
  }
  return found
}
