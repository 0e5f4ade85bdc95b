import { sql } from 'kysely'
import { COUNT } from '#contracts/orders/stock/stock.states.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { openCount } from './counts.ts'
import { lockBalances, post, type LockedBalance, type Movement } from './ledger.ts'
import { lockLines, type OrderLine } from './order-lines.ts'
import { lockReservations } from './reservations.ts'
import { allocateStock } from './reserve.ts'

/** Opens a count over places where pieces were not found; those on an open count stay with it. */
export async function openMissing(
  tx: Tx,
  depotId: string,
  balanceIds: readonly string[],
  remark: string,
): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const counted = await sql<{ balanceId: string }>`select l.balance_id
    from ${tenant.rows('stockCountLine').as('l')}
      join stock_count c on c.tenant_id = l.tenant_id and c.id = l.count_id
    where l.balance_id = any(${balanceIds}::bigint[]) and c.status = ${COUNT.counting}`.execute(
    tx.db,
  )
  const known = new Set(counted.rows.map((row) => row.balanceId))
  const open = balanceIds.filter((id) => !known.has(id))
  if (open.length > 0) await openCount(tx, depotId, { balanceIds: open, remark })
}

/** Orders that have pieces of these balances still to be picked, in no wave; by id. */
export async function ordersAt(ctx: Ctx, balanceIds: readonly string[]): Promise<string[]> {
  const found = await sql<{ orderId: string }>`select distinct r.order_id
    from ${ctx.rows('stockReservation').as('r')}
      join stock_order_line l on l.tenant_id = r.tenant_id and l.id = r.line_id
    where r.balance_id = any(${balanceIds}::bigint[]) and r.quantity > r.picked and not l.picking
    order by r.order_id`.execute(ctx.db)
  return found.rows.map(({ orderId }) => orderId)
}

/**
 * A locked order gives back what it has of balances to be counted and takes the same from other
 * places, as far as there is any. One in a wave stays as it is, one released by hand has nothing
 * new.
 */
export async function takeElsewhere(
  tx: Tx,
  orderId: string,
  balanceIds: readonly string[],
): Promise<void> {
  const lines = await lockLines(tx, [orderId])
  if (lines.length === 0 || lines.some((line) => line.picking)) return
  const tenant = asSystem(tx, tx.principal.tenantId)
  const toCount = new Set(
    (await lockBalancesOf(tx, lines))
      .filter((one) => one.toCount && balanceIds.includes(one.id))
      .map((one) => one.id),
  )
  const given = (await lockReservations(tx, [orderId]))
    .filter((one) => toCount.has(one.balanceId) && one.quantity > one.picked)
    .map((one) => ({ ...one, rest: one.quantity - one.picked }))
  await post(
    tx,
    given.map((one): Movement => ({
      balanceId: one.balanceId,
      kind: 'reserved',
      quantity: -one.rest,
    })),
    { kind: 'order', id: orderId, no: lines[0]!.orderNo },
  )
  await sql`update stock_reservation as r set quantity = r.picked
    where ${tenant.rows('stockReservation').where('r')} and r.picked > 0
      and r.id = any(${given.map((one) => one.id)}::bigint[])`.execute(tx.db)
  await sql`delete from stock_reservation as r
    where ${tenant.rows('stockReservation').where('r')} and r.picked = 0
      and r.id = any(${given.map((one) => one.id)}::bigint[])`.execute(tx.db)
  await sql`update stock_order_line as l set reserved = l.reserved - x.rest,
      version = l.version + 1, update_by = ${tx.principal.username}, update_time = now()
    from (select y.id, sum(y.rest)::int as rest
      from unnest(${given.map((one) => one.lineId)}::bigint[],
        ${given.map((one) => one.rest)}::int[]) as y(id, rest) group by y.id) as x
    where ${tenant.rows('stockOrderLine').where('l')} and l.id = x.id`.execute(tx.db)
  const waits = given.length > 0 || lines.some((line) => line.waiting && line.missing > 0)
  if (waits) await allocateStock(tx, orderId)
}

/** All balances the lines could take from, in one go: what follows locks none before them. */
async function lockBalancesOf(tx: Tx, lines: readonly OrderLine[]): Promise<LockedBalance[]> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<{ id: string }>`select b.id from ${tenant.rows('stockBalance').as('b')}
    where b.customer_id = ${lines[0]!.customerId} and b.depot_id = ${lines[0]!.depotId}
      and b.sku_id = any(${lines.map((line) => line.skuId)}::bigint[])`.execute(tx.db)
  return lockBalances(
    tx,
    found.rows.map((row) => row.id),
  )
}
