import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { predictedBatches } from '#contracts/depot/predicted.ts'
import { PREDICTED_BATCH, PREDICTED_ROW } from '#contracts/depot/scans.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { lockBatch } from './predicted-row.ts'
import { readPredicted } from './read-predicted.ts'

interface Row {
  id: string
  no: string
  status: string
  customerId: string
  customerName: string
  depotId: string
  depotCode: string
  expectedDate: string | null
  late: number
  dockSlot: string | null
  firstLegNo: string | null
  expected: number
  received: number
}
/** As many as a board shows. */
const SHOWN = 500

/** Batches that are not finished, by day, depot and gate; those without a day last. */
export async function listArrivals(
  ctx: Ctx,
  { depotId }: In<typeof predictedBatches.arrivals>,
): Promise<Out<typeof predictedBatches.arrivals>> {
  const today = await businessDay(ctx)
  const { rows } = await sql<Row>`select b.id, b.no, b.status, b.customer_id,
      c.name as customer_name, b.depot_id, d.code as depot_code, b.expected_date::text,
      greatest(0, coalesce(${today}::date - b.expected_date, 0)) as late, b.dock_slot,
      b.first_leg_no, n.expected, n.received
    from ${ctx.rows('predictedBatch').as('b')}
      join customer c on c.tenant_id = b.tenant_id and c.id = b.customer_id
      join depot d on d.tenant_id = b.tenant_id and d.id = b.depot_id
      cross join lateral (select
          count(*) filter (where r.status <> ${PREDICTED_ROW.extra})::int as expected,
          count(*) filter (where r.status = ${PREDICTED_ROW.received})::int as received
        from predicted_parcel r where r.tenant_id = b.tenant_id and r.batch_id = b.id) as n
    where b.status <> ${PREDICTED_BATCH.finished}
      and (${depotId ?? null}::bigint is null or b.depot_id = ${depotId ?? null}::bigint)
    order by b.expected_date nulls last, d.code, b.dock_slot nulls last, b.id
    limit ${SHOWN}`.execute(ctx.db)
  return rows
}

/** The gate at which a batch is unloaded; empty: none yet. */
export function setDock(
  ctx: Ctx,
  { id, dockSlot }: In<typeof predictedBatches.dock>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const batch = await lockBatch(tx, id, 'receive')
    await change(tx, 'predictedBatch', batch, { dockSlot: dockSlot || null })
    return null
  })
}

/**
 * Parcels of a waiting batch go on another of its customer and depot that is not finished; the
 * empty one is deleted. Both are locked by their ids, so two users who merge them into each other
 * come after one another.
 */
export function mergeBatches(
  ctx: Ctx,
  { id, intoId }: In<typeof predictedBatches.merge>,
): Promise<Out<typeof predictedBatches.merge>> {
  return inTx(ctx, async (tx) => {
    if (id === intoId) fail('predicted.mergeSelf')
    const lock = (one: string) => lockBatch(tx, one, one === id ? 'delete' : 'addParcels')
    const [low, high] = BigInt(id) < BigInt(intoId) ? [id, intoId] : [intoId, id]
    const locked = [await lock(low), await lock(high)]
    const [from, into] = low === id ? locked : locked.toReversed()
    if (!from || !into || from.customerId !== into.customerId || from.depotId !== into.depotId)
      fail('predicted.mergeOther', { label: from?.no ?? '', into: into?.no ?? '' })
    const same = await sql<{ no: string }>`select r.no
      from ${tx.rows('predictedParcel').as('r')} join predicted_parcel x
        on x.tenant_id = r.tenant_id and x.batch_id = ${intoId} and x.no = r.no
      where r.batch_id = ${id} order by r.no limit 5`.execute(tx.db)
    if (same.rows.length > 0)
      fail('predicted.mergeSame', {
        label: into.no,
        list: same.rows.map(({ no }) => no).join(', '),
      })
    const moved = await sql<{ no: string }>`update predicted_parcel as r set batch_id = ${intoId}
      where ${tx.rows('predictedParcel').where('r')} and r.batch_id = ${id}
      returning r.no`.execute(tx.db)
    await sql`delete from predicted_batch as b
      where ${tx.rows('predictedBatch').where('b')} and b.id = ${id}`.execute(tx.db)
    await tx.audit('predicted_batch', id, 'delete', { ...from, mergedInto: into.no }, null)
    await tx.audit(
      'predicted_batch',
      intoId,
      'edit',
      { parcels: [] },
      {
        parcels: moved.rows.map(({ no }) => no),
      },
    )
    return readPredicted(tx, { id: intoId })
  })
}
