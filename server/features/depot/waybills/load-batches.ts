import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import type { WaybillDetail, waybillBatches } from '#contracts/depot/waybills.ts'
import { loadTemplate } from '#server/features/tracking/tracking/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { acrossTenantTx, inTx } from '#server/kit/db/tx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { loadWaybill, lockWaybill, recount } from './lock-waybill.ts'
import { copyAgain } from './copy-milestone.ts'
import { marksOf } from './milestones.ts'

interface Row {
  id: string
  no: string
  depotCode: string
  closedAt: string | null
  pieces: number
  grams: string
  elsewhere: number
}

/** Outbound batches by a condition on `b`, with how many of their parcels another has on this leg. */
async function batches(
  ctx: Ctx,
  { id, leg }: { id: string; leg: number },
  on: boolean,
): Promise<WaybillDetail['outBatches']> {
  const mine = sql`exists (select 1 from ${ctx.rows('waybillParcel').as('x')}
    where x.out_batch_id = b.id and x.waybill_id = ${id})`
  const free = sql`b.status = ${OUT_BATCH.shipped} and b.closed_at > now() - interval '60 days'
    and not exists (select 1 from ${ctx.rows('waybillParcel').as('x')}
      where x.out_batch_id = b.id and x.leg = ${leg})`
  const { rows } = await sql<Row>`select b.id, b.no, d.code as depot_code, b.closed_at,
      count(p.id)::int as pieces,
      coalesce(sum(coalesce(p.measured_weight, p.weight)), 0)::text as grams,
      (count(*) filter (where exists (select 1 from waybill_parcel y
        where y.tenant_id = o.tenant_id and y.parcel_id = o.parcel_id and y.leg = ${leg}
          and y.waybill_id <> ${id})))::int as elsewhere
    from ${ctx.rows('outBatch').as('b')} join depot d on d.tenant_id = b.tenant_id and d.id = b.depot_id
      join ${ctx.rows('outBatchParcel').as('o')} on o.batch_id = b.id
      join parcel p on p.tenant_id = o.tenant_id and p.id = o.parcel_id
    where ${on ? mine : free}
    group by b.id, b.no, d.code, b.closed_at order by b.closed_at desc, b.id desc limit 200`.execute(
    ctx.db,
  )
  return rows.map(({ grams, ...row }) => ({ ...row, weightKg: gramsToKg(Number(grams)) }))
}

export const batchesOn = (ctx: Ctx, waybill: { id: string; leg: number }) =>
  batches(ctx, waybill, true)

export async function candidateBatches(
  ctx: Ctx,
  { id }: In<typeof waybillBatches.candidates>,
): Promise<Out<typeof waybillBatches.candidates>> {
  return batches(ctx, await loadWaybill(ctx, id), false)
}

/**
 * Puts the parcels of shipped outbound batches on a waybill batch. Parcels that another one of this
 * leg has stay there and are counted. Of one that has left the caller chooses whether the new parcels
 * get what happened before.
 */
export function addBatches(
  ctx: Ctx,
  { id, outBatchIds, withMilestones }: In<typeof waybillBatches.addBatches>,
): Promise<Out<typeof waybillBatches.addBatches>> {
  return inTx(ctx, async (tx) => {
    const waybill = await lockWaybill(tx, id)
    const happened = (await marksOf(tx, id)).filter(
      ({ nature, state }) => nature === 'actual' && (state === 'done' || state === 'copying'),
    )
    if (happened.length > 0 && withMilestones === undefined)
      fail('waybill.hasLeft', { label: waybill.no, count: happened.length })
    const ids = [...new Set(outBatchIds)]
    await requireShipped(tx, ids)
    const { rows } = await sql<{ found: number; added: number }>`with wanted as (
        select o.parcel_id, o.batch_id from ${acrossTenantTx(tx).rows('outBatchParcel').as('o')}
        where o.batch_id = any(${ids}::bigint[])),
      made as (insert into waybill_parcel (tenant_id, waybill_id, parcel_id, leg, out_batch_id,
          takes_past, create_by)
        select ${tx.principal.tenantId}, ${id}, w.parcel_id, ${waybill.leg}, w.batch_id,
          ${withMilestones ?? true}, ${tx.principal.username}
        from wanted w order by w.parcel_id on conflict do nothing returning 1)
      select (select count(*) from wanted)::int as found, (select count(*) from made)::int as added`.execute(
      tx.db,
    )
    const { found, added } = rows[0]!
    await recount(tx, waybill)
    await tx.audit('waybill_batch', id, 'edit', null, { outBatchIds: ids, added })
    if (added > 0 && withMilestones)
      for (const one of happened) {
        // One that is not in use any more is refused now, not by the job.
        await loadTemplate(tx, one.templateId)
        await copyAgain(tx, one.id)
      }
    return { added, elsewhere: found - added }
  })
}

async function requireShipped(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ no: string; status: string }>`select b.no, b.status
    from out_batch as b where ${tx.rows('outBatch').where('b')} and b.id = any(${ids}::bigint[])
    order by b.id for share`.execute(tx.db)
  if (rows.length < ids.length) failFields([{ path: 'outBatchIds', code: 'field.ref' }])
  const open = rows.find(({ status }) => status !== OUT_BATCH.shipped)
  if (open) fail('waybill.notShipped', { label: open.no })
}

/** Takes the parcels of an outbound batch off, before anything has happened. */
export function removeBatch(
  ctx: Ctx,
  { id, outBatchId }: In<typeof waybillBatches.removeBatch>,
): Promise<Out<typeof waybillBatches.removeBatch>> {
  return inTx(ctx, async (tx) => {
    const waybill = await lockWaybill(tx, id)
    if (waybill.status !== '0') fail('waybill.gone', { label: waybill.no })
    const { rows } = await sql<{ parcelId: string }>`delete from waybill_parcel as x
      where ${acrossTenantTx(tx).rows('waybillParcel').where('x')} and x.waybill_id = ${id}
        and x.out_batch_id = ${outBatchId} returning x.parcel_id`.execute(tx.db)
    await recount(tx, waybill)
    await tx.audit('waybill_batch', id, 'edit', { outBatchId }, { removed: rows.length })
    return { removed: rows.length }
  })
}
