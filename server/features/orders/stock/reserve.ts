import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import type { StockState } from '#contracts/orders/stock/stock.states.ts'
import { stockArrived } from '#contracts/orders/stock/stock.events.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { post, type Movement } from './ledger.ts'
import { deriveStockState, lockLines, type OrderLine } from './order-lines.ts'
import { announcePutBack } from './put-back.ts'
import { lockReservations } from './reservations.ts'

export interface StockOrder {
  orderId: string
  orderNo: string
  customerId: string
  depotId: string
  /** Who made the order: a sub-account sees the shortages of its own orders only. */
  createBy: string | null
}
export interface Shortage {
  sku: string
  missing: number
}

/**
 * Gives a locked order the pieces of its lines. Where some are missing it waits for them, or is
 * refused with every SKU and its missing quantity.
 */
export async function reserveStock(
  tx: Tx,
  order: StockOrder,
  wanted: readonly { skuId: string; quantity: number }[],
  mayWait: boolean,
): Promise<StockState> {
  const bySku = new Map<string, number>()
  for (const { skuId, quantity } of wanted) bySku.set(skuId, (bySku.get(skuId) ?? 0) + quantity)
  const skuIds = [...bySku.keys()].toSorted((a, b) => Number(a) - Number(b))
  await sql`insert into stock_order_line (tenant_id, order_id, order_no, customer_id, depot_id,
      sku_id, quantity, waiting, create_by)
    select ${tx.principal.tenantId}::bigint, ${order.orderId}::bigint, ${order.orderNo},
      ${order.customerId}::bigint, ${order.depotId}::bigint, x.sku_id, x.quantity, true,
      ${order.createBy}
    from unnest(${skuIds}::bigint[], ${skuIds.map((id) => bySku.get(id)!)}::int[])
      as x(sku_id, quantity)`.execute(tx.db)
  const shortages = await allocateStock(tx, order.orderId)
  if (shortages.length > 0 && !mayWait)
    fail('stock.short', { label: order.orderNo, ...shortageWords(shortages) })
  return stateOf(tx, order.orderId)
}

/** `SKU-1 × 3, SKU-2 × 1`. */
export const shortageWords = (shortages: readonly Shortage[]) => ({
  list: shortages.map(({ sku, missing }) => `${sku} × ${missing}`).join(', '),
})

/** What was picked for an order lies in a bin or a parcel: only the depot can put it back. */
export async function refusePicked(
  tx: Tx,
  orderId: string,
  { picking }: { picking: boolean },
): Promise<void> {
  const lines = await lockLines(tx, [orderId])
  if (lines.some((line) => line.picked > 0 || (picking && line.picking)))
    fail('stock.picked', { label: lines[0]!.orderNo })
}

async function stateOf(tx: Tx, orderId: string): Promise<StockState> {
  return deriveStockState(await lockLines(tx, [orderId]))
}

interface Free {
  id: string
  skuId: string
  available: number
  expiryDate: string | null
  firstIn: string
}

/**
 * Reserves what the lines of a locked order are missing: what expires first, then what came first.
 * Expired goods, blocked places and places to be counted are left out. Answers what is missing
 * still.
 */
export async function allocateStock(tx: Tx, orderId: string): Promise<Shortage[]> {
  const lines = await lockLines(tx, [orderId])
  const wanting = lines.filter((line) => line.missing > 0)
  if (wanting.length === 0) return []
  const free = await freeBalances(tx, wanting)
  const taken = takeInOrder(wanting, free)
  await storeReservations(tx, orderId, taken)
  await post(
    tx,
    taken.map(({ balanceId, quantity }): Movement => ({ balanceId, kind: 'reserved', quantity })),
    { kind: 'order', id: orderId, no: wanting[0]!.orderNo },
  )
  const got = Map.groupBy(taken, ({ lineId }) => lineId)
  const gotOf = (line: OrderLine) =>
    (got.get(line.id) ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
  await sql`update stock_order_line as l set reserved = l.reserved + x.quantity, waiting = true,
      version = l.version + 1, update_by = ${tx.principal.username}, update_time = now()
    from unnest(${wanting.map(({ id }) => id)}::bigint[], ${wanting.map(gotOf)}::int[])
      as x(id, quantity)
    where ${asSystem(tx, tx.principal.tenantId).rows('stockOrderLine').where('l')}
      and l.id = x.id`.execute(tx.db)
  return wanting.flatMap((line) => {
    const missing = line.missing - gotOf(line)
    return missing > 0 ? [{ sku: line.sku, missing }] : []
  })
}

interface Taken {
  lineId: string
  balanceId: string
  quantity: number
}

/** First expiring first, then first in, first out; what never expires comes last. */
export function takeInOrder(
  wanting: readonly Pick<OrderLine, 'id' | 'skuId' | 'missing'>[],
  free: readonly Free[],
): Taken[] {
  const taken: Taken[] = []
  const bySku = Map.groupBy(free, ({ skuId }) => skuId)
  for (const line of wanting) {
    let missing = line.missing
    const inOrder = (bySku.get(line.skuId) ?? []).toSorted(
      (a, b) =>
        (a.expiryDate ?? '9999').localeCompare(b.expiryDate ?? '9999') ||
        a.firstIn.localeCompare(b.firstIn) ||
        Number(a.id) - Number(b.id),
    )
    for (const balance of inOrder) {
      const quantity = Math.min(missing, balance.available)
      if (quantity <= 0) continue
      taken.push({ lineId: line.id, balanceId: balance.id, quantity })
      missing -= quantity
    }
  }
  return taken
}

async function freeBalances(tx: Tx, wanting: readonly OrderLine[]): Promise<Free[]> {
  const { customerId, depotId } = wanting[0]!
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<Free>`select b.id, b.sku_id, b.available, b.expiry_date, b.first_in
    from stock_balance as b join stock_place p on p.tenant_id = b.tenant_id and p.id = b.place_id
    where ${tenant.rows('stockBalance').where('b')} and b.customer_id = ${customerId}
      and b.depot_id = ${depotId} and b.sku_id = any(${wanting.map((line) => line.skuId)}::bigint[])
      and b.on_hand > 0 and not p.blocked and not b.to_count
      and (b.expiry_date is null or b.expiry_date >= ${await businessDay(tx)}::date)
    order by b.id for update of b`.execute(tx.db)
  return found.rows
}

async function storeReservations(tx: Tx, orderId: string, taken: readonly Taken[]): Promise<void> {
  if (taken.length === 0) return
  await sql`insert into stock_reservation (tenant_id, line_id, order_id, balance_id, quantity)
    select ${tx.principal.tenantId}::bigint, x.line_id, ${orderId}::bigint, x.balance_id, x.quantity
    from unnest(${taken.map((one) => one.lineId)}::bigint[],
      ${taken.map((one) => one.balanceId)}::bigint[], ${taken.map((one) => one.quantity)}::int[])
      as x(line_id, balance_id, quantity)
    on conflict (tenant_id, line_id, balance_id)
      do update set quantity = stock_reservation.quantity + excluded.quantity`.execute(tx.db)
}

/**
 * Takes the pieces of a locked order back. `end`: the order is withdrawn or cancelled, its lines
 * go, and what was picked for it is announced to the depot, for it lies on no shelf; `release`: it
 * keeps its lines and waits for none; `wait`: it waits for others.
 */
export async function releaseStock(
  tx: Tx,
  orderId: string,
  how: 'end' | 'release' | 'wait',
): Promise<StockState> {
  const lines = await lockLines(tx, [orderId])
  if (lines.length === 0) return 'none'
  if (how !== 'end' && lines.some((line) => line.picking || line.picked > 0))
    fail('stock.inWave', { label: lines[0]!.orderNo })
  const reservations = await lockReservations(tx, [orderId])
  await sql`delete from stock_reservation as r
    where ${asSystem(tx, tx.principal.tenantId).rows('stockReservation').where('r')}
      and r.order_id = ${orderId}`.execute(tx.db)
  await post(
    tx,
    reservations.flatMap((one): Movement[] => [
      { balanceId: one.balanceId, kind: 'reserved', quantity: one.picked - one.quantity },
      { balanceId: one.balanceId, kind: 'picked', quantity: -one.picked },
      { balanceId: one.balanceId, kind: 'adjusted', quantity: -one.picked },
    ]),
    { kind: 'order', id: orderId, no: lines[0]!.orderNo },
    reservations.some((one) => one.picked > 0)
      ? translate(tx.lang, 'stock', 'putBack.remark', { no: lines[0]!.orderNo })
      : null,
  )
  const picked = reservations.filter((one) => one.picked > 0)
  if (picked.length > 0) await announcePutBack(tx, lines[0]!, picked)
  const free = reservations.filter((one) => one.picked < one.quantity)
  if (how === 'end' && free.length > 0)
    await tx.emit(stockArrived, {
      customerId: lines[0]!.customerId,
      depotId: lines[0]!.depotId,
      skuIds: [...new Set(free.map((one) => one.skuId))],
    })
  await endLines(tx, orderId, how)
  return stateOf(tx, orderId)
}

/** What was shipped stays on record. */
async function endLines(tx: Tx, orderId: string, how: 'end' | 'release' | 'wait'): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  if (how === 'end')
    await sql`delete from stock_order_line as l where ${tenant.rows('stockOrderLine').where('l')}
      and l.order_id = ${orderId} and l.shipped = 0`.execute(tx.db)
  await sql`update stock_order_line as l set reserved = 0, picked = 0, picking = false,
      waiting = ${how === 'wait'}, version = l.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tenant.rows('stockOrderLine').where('l')} and l.order_id = ${orderId}`.execute(tx.db)
}
