import { sql } from 'kysely'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { lockBalances, post, type Movement } from './ledger.ts'
import { lockLines } from './order-lines.ts'
import { addToLines } from './pick.ts'

interface Back {
  lineId: string
  balanceId: string
  quantity: number
}

/**
 * Takes back that pieces of a locked order were booked out: they are picked for it again, on the
 * balances they came from, the last booked out first. What was not booked out stays as it is.
 */
export async function unshipStock(
  tx: Tx,
  orderId: string,
  pieces: readonly { sku: string; quantity: number }[],
  reason: string,
): Promise<void> {
  const lines = await lockLines(tx, [orderId])
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{
    balanceId: string
    skuId: string
    quantity: number
  }>`select e.balance_id, e.sku_id, -sum(e.quantity)::int as quantity
    from ${tenant.rows('stockEntry').as('e')}
    where e.ref_kind = 'order' and e.ref_id = ${orderId} and e.kind = 'out'
    group by e.balance_id, e.sku_id having sum(e.quantity) < 0
    order by max(e.id) desc`.execute(tx.db)
  const left = new Map(rows.map((row) => [row.balanceId, row.quantity]))
  const back: Back[] = []
  for (const { sku, quantity } of pieces) {
    const line = lines.find((one) => one.sku === sku)
    let wanted = quantity
    for (const { balanceId } of rows.filter(({ skuId }) => skuId === line?.skuId)) {
      const taken = Math.min(wanted, left.get(balanceId)!)
      if (taken === 0) continue
      left.set(balanceId, left.get(balanceId)! - taken)
      wanted -= taken
      back.push({ lineId: line!.id, balanceId, quantity: taken })
    }
  }
  if (back.length === 0) return
  await lockBalances(tx, [...new Set(back.map(({ balanceId }) => balanceId))])
  await post(
    tx,
    back.flatMap(({ balanceId, quantity }): Movement[] => [
      { balanceId, kind: 'out', quantity },
      { balanceId, kind: 'picked', quantity },
    ]),
    { kind: 'order', id: orderId, no: lines[0]!.orderNo },
    reason,
  )
  await sql`insert into stock_reservation as r (tenant_id, line_id, order_id, balance_id, quantity,
      picked)
    select ${tx.principal.tenantId}::bigint, x.line_id, ${orderId}::bigint, x.balance_id,
      sum(x.quantity)::int, sum(x.quantity)::int
    from unnest(${back.map(({ lineId }) => lineId)}::bigint[],
      ${back.map(({ balanceId }) => balanceId)}::bigint[],
      ${back.map(({ quantity }) => quantity)}::int[]) as x(line_id, balance_id, quantity)
    group by x.line_id, x.balance_id order by x.line_id, x.balance_id
    on conflict (tenant_id, line_id, balance_id) do update
      set quantity = r.quantity + excluded.quantity, picked = r.picked + excluded.picked`.execute(
    tx.db,
  )
  await addToLines(
    tx,
    back.map(({ lineId, quantity }) => ({
      lineId,
      reserved: 0,
      picked: quantity,
      shipped: -quantity,
    })),
  )
}
