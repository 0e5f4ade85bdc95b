import { sql } from 'kysely'
import { kindOf, kindsThat } from '#contracts/orders/kinds/kinds.ts'
import { PARCEL, type ParcelState } from '#contracts/orders/shipments.states.ts'
import {
  refusePicked,
  releaseStock,
  reserveStock,
  shipStock,
  skuIdsOf,
  stockStates,
  unshipStock,
} from '#server/features/orders/stock/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import type { LockedOrder } from './lock-order.ts'
import { setStockStates } from './stock-state.ts'

interface Piece {
  shipmentId: string
  parcelId: string
  sku: string
  quantity: number
}

/** What orders that take from stock have in their parcels. */
async function piecesOf(tx: Tx, shipmentIds: readonly string[]): Promise<Piece[]> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<Piece>`select p.shipment_id, p.id as parcel_id, r.sku,
      sum(r.quantity)::int as quantity
    from ${tenant.rows('parcel').as('p')}
      join parcel_product r on r.tenant_id = p.tenant_id and r.parcel_id = p.id
    where p.shipment_id = any(${shipmentIds}::bigint[]) and r.sku is not null
    group by p.shipment_id, p.id, r.sku order by p.shipment_id, p.id, r.sku`.execute(tx.db)
  return found.rows
}

/**
 * Locks what orders have or want of the stock, all of it in one order: where a bulk call works on
 * several orders in one transaction, no other waits for it while it waits for that other. After the
 * orders and their parcels.
 */
export async function lockOrderStock(tx: Tx, shipmentIds: readonly string[]): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  await sql`select 1 from stock_balance as b where ${tenant.rows('stockBalance').where('b')}
      and (b.customer_id, b.depot_id, b.sku_id) in (
        select s.customer_id, s.depot_id, k.id
        from ${tenant.rows('shipment').as('s')}
          join parcel p on p.tenant_id = s.tenant_id and p.shipment_id = s.id
          join parcel_product r on r.tenant_id = p.tenant_id and r.parcel_id = p.id
          join stock_sku k on k.tenant_id = s.tenant_id and k.customer_id = s.customer_id
            and k.sku = r.sku
        where s.id = any(${shipmentIds}::bigint[])
          and s.shipment_resource = any(${kindsThat('usesStock')}::text[]))
    order by b.id for update of b`.execute(tx.db)
}

/**
 * Reserves what an order takes from stock, for it is being confirmed. A shortage refuses it, or it
 * waits where its customer lets orders wait.
 */
export async function reserveForOrder(tx: Tx, order: LockedOrder): Promise<void> {
  if (!kindOf(order.kind).can.usesStock) return
  const tenant = asSystem(tx, tx.principal.tenantId)
  const pieces = await piecesOf(tx, [order.id])
  const ids = await skuIdsOf(tenant, order.customerId, [...new Set(pieces.map(({ sku }) => sku))])
  const setting = await sql<{ mayWait: boolean; createBy: string | null }>`select
      c.back_order as may_wait, s.create_by
    from ${tenant.rows('shipment').as('s')}
      join customer c on c.tenant_id = s.tenant_id and c.id = s.customer_id
    where s.id = ${order.id}`.execute(tx.db)
  const state = await reserveStock(
    tx,
    {
      orderId: order.id,
      orderNo: order.serialNumber,
      customerId: order.customerId,
      depotId: order.depotId,
      createBy: setting.rows[0]?.createBy ?? null,
    },
    pieces.map(({ sku, quantity }) => ({ skuId: ids.get(sku)!, quantity })),
    setting.rows[0]?.mayWait ?? false,
  )
  await setStockStates(tx, new Map([[order.id, state]]))
}

/**
 * Refuses to take an order back whose pieces are picked. A customer does not call pieces back from
 * a wave either; staff may, and a picked order of theirs is put back by the depot.
 */
export async function requireUnpicked(
  tx: Tx,
  order: LockedOrder,
  action: 'withdraw' | 'cancel',
): Promise<void> {
  if (!kindOf(order.kind).can.usesStock) return
  const customer = tx.principal.customerId !== null
  if (customer || action === 'withdraw') await refusePicked(tx, order.id, { picking: customer })
}

const BEFORE_STOCK: readonly number[] = [
  PARCEL.DRAFT,
  PARCEL.PREDICTED,
  PARCEL.CANCELLED,
  PARCEL.REVOKED,
]

/**
 * Brings the stock of locked orders along when their parcels move: what goes out is booked out, and
 * an order none of whose parcels is confirmed any more gives its pieces back.
 */
export async function moveOrderStock(
  tx: Tx,
  parcels: readonly { id: string; shipmentId: string }[],
  to: ParcelState,
): Promise<void> {
  if (to !== PARCEL.OUTBOUND && !BEFORE_STOCK.includes(to)) return
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<{
    id: string
    none: boolean
  }>`select s.id, not exists (select 1 from parcel p
        where p.tenant_id = s.tenant_id and p.shipment_id = s.id
          and p.parcel_status <> all(${BEFORE_STOCK}::smallint[])) as none
    from ${tenant.rows('shipment').as('s')}
    where s.id = any(${[...new Set(parcels.map((one) => one.shipmentId))]}::bigint[])
      and s.shipment_resource = any(${kindsThat('usesStock')}::text[])
      and exists (select 1 from stock_order_line l
        where l.tenant_id = s.tenant_id and l.order_id = s.id)
    order by s.id`.execute(tx.db)
  const orders = to === PARCEL.OUTBOUND ? found.rows : found.rows.filter((order) => order.none)
  if (orders.length === 0) return
  const ids = orders.map((order) => order.id)
  await lockOrderStock(tx, ids)
  if (to === PARCEL.OUTBOUND) await shipParcels(tx, ids, new Set(parcels.map(({ id }) => id)))
  else for (const id of ids) await releaseStock(tx, id, 'end')
  await setStockStates(tx, await stockStates(tx, ids))
}

async function shipParcels(
  tx: Tx,
  orderIds: readonly string[],
  parcelIds: ReadonlySet<string>,
): Promise<void> {
  const all = await piecesOf(tx, orderIds)
  for (const id of orderIds)
    await shipStock(
      tx,
      id,
      all.filter((one) => one.shipmentId === id && parcelIds.has(one.parcelId)),
    )
}

/**
 * Takes back that locked parcels left: what was booked out of stock for them is picked for their
 * orders again. Others take nothing from stock.
 */
export async function takeBackStock(
  tx: Tx,
  parcelIds: readonly string[],
  reason: string,
): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ id: string }>`select distinct s.id
    from ${tenant.rows('parcel').as('p')}
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
    where p.id = any(${parcelIds}::bigint[])
      and s.shipment_resource = any(${kindsThat('usesStock')}::text[])
    order by s.id`.execute(tx.db)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await lockOrderStock(tx, ids)
  const moved = new Set(parcelIds)
  const all = await piecesOf(tx, ids)
  for (const id of ids)
    await unshipStock(
      tx,
      id,
      all.filter((one) => one.shipmentId === id && moved.has(one.parcelId)),
      reason,
    )
  await setStockStates(tx, await stockStates(tx, ids))
}
