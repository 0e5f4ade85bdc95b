import { sql } from 'kysely'
import { TRIAL_DAYS } from '#contracts/orders/price-trials.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'

schedule('priceTrials.sweep', '35 3 * * *', sweepTrials)

/** Trials kept long enough, with their parts and sums. */
async function sweepTrials(ctx: Ctx): Promise<void> {
  const tenants = await sql<{ id: string }>`select t.id from tenant t order by t.id`.execute(ctx.db)
  for (const { id } of tenants.rows) {
    const inside = asSystem(ctx, id)
    await sql`delete from price_trial as k where ${inside.rows('priceTrial').where('k')}
      and k.create_time < now() - ${TRIAL_DAYS} * interval '1 day'`.execute(ctx.db)
  }
}
