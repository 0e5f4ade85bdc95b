import { sql } from 'kysely'
import { z } from 'zod'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { idText } from '#contracts/kit/envelope.ts'
import type { priceTrials } from '#contracts/orders/price-trials.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { readTable, readVersion } from '#server/features/commercial/prices/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failDenied, failFields } from '#server/kit/http/errors.ts'
import { job } from '#server/kit/jobs/job.ts'
import { lockOwnTrial } from './read-trial.ts'
import { storeOrders } from './trial-orders.ts'

export const priceOrders = job('priceTrial.run', z.object({ id: idText }))
/** A minute and a half until work that throws each time has failed. */
const ATTEMPTS = 5
/** One trial of a tenant is priced at a time; the others wait. */
export const queueTrial = (tx: Tx, id: string): Promise<void> =>
  tx.job(
    priceOrders,
    { id },
    { queue: `price-trial-${tx.principal.tenantId}`, maxAttempts: ATTEMPTS },
  )

/** Fixes the orders as the caller reaches them now, and queues their pricing. */
export function startTrial(
  ctx: Ctx,
  input: In<typeof priceTrials.start>,
): Promise<Out<typeof priceTrials.start>> {
  if (!ctx.can(SEE_PRICES)) failDenied()
  return inTx(ctx, async (tx) => {
    const before = await readVersion(tx, input.id)
    const table = await readTable(tx, before.feeId)
    const after = await readVersion(tx, input.withId)
    if (before.feeId !== after.feeId)
      failFields([{ path: 'withId', code: 'feeVersion.otherTable' }])
    const made = await sql<{ id: string }>`insert into price_trial (tenant_id, user_id, fee_id,
        version_id, with_id, version_row, with_row, days, found, total, create_by)
      values (${tx.principal.tenantId}, ${tx.principal.userId}, ${table.id}, ${before.id},
        ${after.id}, ${before.version}, ${after.version}, ${input.days}, 0, 0,
        ${tx.principal.username})
      on conflict (tenant_id, user_id) where status in ('queued', 'running') do nothing
      returning id`.execute(tx.db)
    const id = made.rows[0]?.id ?? fail('priceTrial.open')
    const { found, total } = await storeOrders(tx, id, table, input.days)
    await sql`update price_trial as k set found = ${found}, total = ${total}
      where ${tx.rows('priceTrial').where('k')} and k.id = ${id}`.execute(tx.db)
    await tx.audit('price_trial', id, 'add', null, {
      feeId: table.id,
      versionNo: before.versionNo,
      withNo: after.versionNo,
      days: input.days,
      total,
    })
    await queueTrial(tx, id)
    return { id, found, total }
  })
}

/** Ends it; a part being priced is not counted. */
export function stopTrial(ctx: Ctx, { id }: In<typeof priceTrials.stop>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const status = await lockOwnTrial(tx, id)
    if (status !== 'queued' && status !== 'running') fail('priceTrial.over')
    await sql`update price_trial as k set status = 'stopped', finished_at = now()
      where ${tx.rows('priceTrial').where('k')} and k.id = ${id}`.execute(tx.db)
    await sql`delete from price_trial_part as p
      where ${tx.rows('priceTrialPart').where('p')} and p.trial_id = ${id}`.execute(tx.db)
    await tx.audit('price_trial', id, 'edit', { status }, { status: 'stopped' })
    return null
  })
}
