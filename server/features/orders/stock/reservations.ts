import { sql } from 'kysely'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { lockBalances } from './ledger.ts'

export interface Reservation {
  id: string
  lineId: string
  orderId: string
  skuId: string
  balanceId: string
  quantity: number
  picked: number
}

/** The pieces locked orders have, with their balances locked. */
export async function lockReservations(
  tx: Tx,
  orderIds: readonly string[],
): Promise<Reservation[]> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<Reservation>`select r.id, r.line_id, r.order_id, l.sku_id, r.balance_id,
      r.quantity, r.picked
    from ${tenant.rows('stockReservation').as('r')}
      join stock_order_line l on l.tenant_id = r.tenant_id and l.id = r.line_id
    where r.order_id = any(${orderIds}::bigint[]) order by r.id`.execute(tx.db)
  await lockBalances(tx, [...new Set(found.rows.map(({ balanceId }) => balanceId))])
  return found.rows
}
