import { sql } from 'kysely'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'

/** Orders of shippers that became one name the one that remains; answers how many. */
export async function moveShipper(tx: Tx, from: readonly string[], to: string): Promise<number> {
  // A merge of shippers moves all orders that name them, beyond the own reach too.
  const tenant = asSystem(tx, tx.principal.tenantId)
  const done = await sql`update shipment as s set shipper_id = ${to}
    where ${tenant.rows('shipment').where('s')} and s.shipper_id = any(${from}::bigint[])`.execute(
    tx.db,
  )
  return Number(done.numAffectedRows ?? 0)
}
