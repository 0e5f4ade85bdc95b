import { sql } from 'kysely'
import { PODS_AWAITED } from '#contracts/billing/pods.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { askCarriers } from './ask-carrier.ts'
import { lockPod, lockPods, movePod } from './lock-pods.ts'

/** Proofs that become missing in one transaction. */
const AT_ONCE = 200

schedule('pods.missing', '40 * * * *', watchPods)

/** What has not come in its days is missing; what was asked for is written about. */
function watchPods(ctx: Ctx): Promise<void> {
  return inEachTenant(ctx, 'proofs of delivery not watched', async (tenant) => {
    await markMissing(tenant)
    await askCarriers(tenant)
  })
}

export async function markMissing(ctx: Ctx): Promise<void> {
  for (let due = AT_ONCE; due === AT_ONCE;)
    due = await inTx(ctx, async (tx) => {
      const { rows } = await sql<{ id: string }>`select p.id from ${tx.rows('pod').as('p')}
        where p.state = any(${PODS_AWAITED}::text[]) and p.due_at < now()
        order by p.id limit ${AT_ONCE}`.execute(tx.db)
      const ids = rows.map(({ id }) => id)
      await lockPods(tx, ids)
      for (const id of ids) {
        const row = await lockPod(tx, id, () => undefined)
        if (PODS_AWAITED.includes(row.state)) await movePod(tx, row, 'miss', {})
      }
      return ids.length
    })
}
