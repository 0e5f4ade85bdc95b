import { sql } from 'kysely'
import { int } from '#contracts/kit/field.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { offerJob } from '#server/kit/jobs/job-types.ts'
import { inTx } from '#server/kit/db/tx.ts'

const BATCH = 500

/**
 * Puts the carriers' next look at parcels under way forward to now: before a report, or after a
 * carrier was silent. The daily plans of calls hold as ever.
 */
offerJob({
  name: 'tracking.refreshActive',
  reach: 'tenants',
  timeoutSeconds: 300,
  params: { maxAgeDays: int({ min: 1, max: 180, initial: 30 }) },
  run: async (ctx, { maxAgeDays }) => {
    let parcels = 0
    for (let after = '0'; ;) {
      const found = await sql<{
        id: string
      }>`select p.id
        from ${ctx.rows('parcel').as('p')} where p.id > ${after} and p.next_poll_at > ${nowIso()}::timestamptz
        and coalesce(p.polling_since,
          p.create_time) > ${nowIso()}::timestamptz - ${`${maxAgeDays} days`}::interval
          order by p.id limit ${BATCH}`.execute(ctx.db)
      const ids = found.rows.map(({ id }) => id)
      const last = ids.at(-1)
      if (last === undefined) return { parcels }
      parcels += await inTx(ctx, (tx) => askNow(tx, ids))
      after = last
    }
  },
})

async function askNow(tx: Tx, parcelIds: readonly string[]): Promise<number> {
  await lockParcels(tx, parcelIds)
  const moved = await sql`update parcel as p
      set next_poll_at = ${nowIso()} where ${tx.rows('parcel').where('p')} and p.id = any(${parcelIds}::bigint[])
        and p.next_poll_at > ${nowIso()}::timestamptz`.execute(tx.db)
  return Number(moved.numAffectedRows ?? 0n)
}
