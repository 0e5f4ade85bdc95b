import { sql } from 'kysely'
import type { StockState } from '#contracts/orders/stock/stock.states.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'

/** Notes with locked orders how they are off for stock, for lists and filters. */
export async function setStockStates(
  tx: Tx,
  states: ReadonlyMap<string, StockState>,
): Promise<void> {
  const ids = [...states.keys()]
  const tenant = asSystem(tx, tx.principal.tenantId)
  await sql`update shipment as s set stock_state = x.state
    from unnest(${ids}::bigint[], ${ids.map((id) => states.get(id)!)}::text[]) as x(id, state)
    where ${tenant.rows('shipment').where('s')} and s.id = x.id
      and s.stock_state <> x.state`.execute(tx.db)
}
