import { sql } from 'kysely'
import { allocateTrackingNumbers } from '#server/features/commercial/numbers/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { asSystemTx } from '#server/kit/db/tx.ts'

/**
 * Numbers for locked parcels, in their order. A pool may give a number out again that a cancelled
 * order had: its parcel bears it no longer, so that a scan finds one parcel.
 */
export async function takeNumbers(
  tx: Tx,
  { id, courierCode }: { id: string; courierCode: string | null },
  customerId: string,
  parcelIds: readonly string[],
): Promise<string[]> {
  const owners = parcelIds.map((parcelId) => ({ parcelId, courierCode }))
  const numbers = await allocateTrackingNumbers(tx, id, customerId, owners)
  await sql`update parcel as p set track_no = null
    where ${asSystemTx(tx, tx.principal.tenantId).rows('parcel').where('p')}
      and p.track_no = any(${numbers}::text[])`.execute(tx.db)
  return numbers
}
