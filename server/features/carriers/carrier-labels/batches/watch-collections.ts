import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { isoAfter } from '#server/kit/runtime/clock.ts'

/** Longer than any call to a carrier lasts: who asked has ended without noting the answer. */
const LOST_AFTER = 15 * 60_000
const AT_ONCE = 200

schedule('carriers.collections', '*/5 * * * *', (ctx) =>
  inEachTenant(ctx, 'collections without an answer not marked', markLostCollections),
)

/**
 * A collection whose process ended while the carrier was asked may have been ordered or not: it
 * becomes unknown, to be cleared by hand, and is never ordered a second time by itself.
 */
export async function markLostCollections(ctx: Ctx): Promise<void> {
  const before = isoAfter(-LOST_AFTER)
  const { rows } = await sql<{ id: string }>`select b.id from ${ctx.rows('carrierBatch').as('b')}
    where b.collection_state = 'sent' and b.update_time < ${before}
    order by b.id limit ${AT_ONCE}`.execute(ctx.db)
  for (const { id } of rows)
    await inTx(ctx, async (tx) => {
      // Where the answer came meanwhile it stays as it is.
      const [row] = await tx
        .rows('carrierBatch')
        .select()
        .select(['id', 'collectionState'])
        .where('id', '=', id)
        .forUpdate()
        .execute()
      if (row?.collectionState === 'sent')
        await change(tx, 'carrierBatch', id, { collectionState: 'unknown' })
    })
}
