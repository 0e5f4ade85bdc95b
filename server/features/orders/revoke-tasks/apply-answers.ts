import { sql } from 'kysely'
import { REVOKE } from '#contracts/orders/labels.states.ts'
import { mayMove, PARCEL } from '#contracts/orders/shipments.states.ts'
import { lastLabels } from '#server/features/orders/label-sources/index.ts'
import { lockOrders, lockOrderStock, lockParcels } from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { translate } from '#server/kit/http/texts.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { endParcels, markRevoking } from './open-tasks.ts'

/** Whether a parcel whose label is void can end; one that has gone on cannot. */
export const movable = (state: number): boolean =>
  mayMove(state, PARCEL.REVOKED) || mayMove(state, PARCEL.CANCELLED)

interface OpenTask {
  id: string
  shipmentId: string
  parcelIds: string[]
  askedBy: string | null
}

/**
 * Brings open tasks to what the sources of their labels answered. Looks at the labels as they are,
 * so it comes to the same end however often it runs.
 */
export async function applyAnswers(
  ctx: Ctx,
  { parcelIds }: { parcelIds: string[] },
): Promise<void> {
  const found = await sql<{ id: string; shipmentId: string }>`select t.id, t.shipment_id
    from ${ctx.rows('revokeTask').as('t')}
    where t.status = ${REVOKE.open} and t.parcel_ids && ${parcelIds}::bigint[]
      and t.shipment_id in (select p.shipment_id from ${ctx.rows('parcel').as('p')}
        where p.id = any(${parcelIds}::bigint[]))
    order by t.id`.execute(ctx.db)
  for (const { id, shipmentId } of found.rows)
    await inTx(ctx, async (tx) => {
      await lockOrders(tx, [shipmentId])
      await lockOrderStock(tx, [shipmentId])
      const locked = await sql<OpenTask>`select t.id, t.shipment_id, t.parcel_ids, t.asked_by
        from revoke_task as t where ${tx.rows('revokeTask').where('t')} and t.id = ${id}
          and t.status = ${REVOKE.open} for update`.execute(tx.db)
      const task = locked.rows[0]
      if (task) await applyToTask(tx, task)
    })
}

async function applyToTask(tx: Tx, task: OpenTask): Promise<void> {
  const labels = await lastLabels(tx, task.parcelIds)
  const parcels = await lockParcels(tx, task.parcelIds)
  const isVoid = ({ id }: { id: string }) => {
    const label = labels.get(id)
    return label?.voidState === 'void' || label?.state === 'refused'
  }
  const revoked = parcels.filter((one) => isVoid(one) && movable(one.parcelStatus))
  await endParcels(
    tx,
    { id: task.shipmentId },
    revoked.map((one) => ({ id: one.id, state: one.parcelStatus })),
  )
  const left = parcels.filter((one) => labels.has(one.id) && !isVoid(one))
  const refused = left.flatMap(({ id }) => {
    const label = labels.get(id)
    return label?.voidState === 'refused' ? [label.voidReason ?? ''] : []
  })
  const late = parcels.find(
    (one) => isVoid(one) && !movable(one.parcelStatus) && !ENDED_BY_THIS.includes(one.parcelStatus),
  )
  if (left.length > refused.length) return
  const answer = late
    ? translate(tx.lang, 'revoke-tasks', 'movedOn', { no: late.serialNumber })
    : [...new Set(refused)].join('; ')
  const status = late || refused.length > 0 ? REVOKE.refused : REVOKE.done
  if (status === REVOKE.done) await markRevoking(tx, task.shipmentId, false)
  const by = task.askedBy ?? tx.principal.username
  const done = status === REVOKE.done
  await change(
    tx,
    'revokeTask',
    { id: task.id },
    {
      status,
      answer: answer || null,
      endedBy: done ? by : null,
      endedAt: done ? sql`now()` : null,
    },
    { unlogged: ['endedBy', 'endedAt'] },
  )
}

const ENDED_BY_THIS: readonly number[] = [PARCEL.REVOKED, PARCEL.CANCELLED]
