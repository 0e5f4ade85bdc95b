import { sql } from 'kysely'
import { REVOKE } from '#contracts/orders/labels.states.ts'
import { mayMove, PARCEL } from '#contracts/orders/shipments.states.ts'
import { lastLabels } from '#server/features/orders/label-sources/index.ts'
import {
  lockOrderFor,
  lockOrders,
  lockOrderStock,
  lockParcels,
} from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { translate, translateError } from '#server/kit/http/texts.ts'
import { change } from '#server/kit/db/change.ts'
import { acrossTenantTx, inTx } from '#server/kit/db/tx.ts'
import { Refusal } from '#server/kit/http/errors.ts'
import { applyCorrection, type Correction } from './corrections/apply-correction.ts'
import { endParcels, markRevoking } from './open-tasks.ts'

/** Whether a parcel whose label is void can end; one that has gone on cannot. */
export const movable = (state: number): boolean =>
  mayMove(state, PARCEL.REVOKED) || mayMove(state, PARCEL.CANCELLED)

interface OpenTask {
  id: string
  shipmentId: string
  parcelIds: string[]
  askedBy: string | null
  corrects: boolean
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
      const locked = await sql<OpenTask>`select t.id, t.shipment_id, t.parcel_ids, t.asked_by,
          t.corrects
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
  if (task.corrects && parcels.every(isVoid)) return tryCorrection(tx, task)
  const revoked = task.corrects
    ? []
    : parcels.filter((one) => isVoid(one) && movable(one.parcelStatus))
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
    (one) =>
      !task.corrects &&
      isVoid(one) &&
      !movable(one.parcelStatus) &&
      !ENDED_BY_THIS.includes(one.parcelStatus),
  )
  if (left.length > refused.length) return
  const answer = late
    ? translate(tx.lang, 'revoke-tasks', 'movedOn', { no: late.serialNumber })
    : [...new Set(refused)].join('; ')
  const status = late || refused.length > 0 ? REVOKE.refused : REVOKE.done
  if (status === REVOKE.done) await markRevoking(tx, task.shipmentId, false)
  await answered(tx, task, status, answer)
}

async function answered(
  tx: Tx,
  task: Pick<OpenTask, 'id' | 'askedBy'>,
  status: string,
  answer: string,
): Promise<void> {
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

/** Where the correction is refused by now, the task has the reason: it can be asked for again. */
async function tryCorrection(tx: Tx, task: OpenTask): Promise<void> {
  try {
    await inTx(tx, (part) => finishCorrection(part, task))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const answer = translateError(tx.lang, error.code, error.data)
    await answered(tx, task, REVOKE.refused, answer)
  }
}

/** Corrects the order of a locked task whose labels are all void. */
export async function finishCorrection(
  tx: Tx,
  task: Pick<OpenTask, 'id' | 'shipmentId' | 'parcelIds'>,
): Promise<void> {
  const found = await sql<{ correction: Correction; askedBy: string | null }>`select t.correction,
      t.asked_by
    from ${tx.rows('revokeTask').as('t')} where t.id = ${task.id}`.execute(tx.db)
  const { correction, askedBy } = found.rows[0]!
  await inTx(acrossTenantTx(tx), async (part) => {
    const order = await lockOrderFor(part, task.shipmentId, 'correct', { wished: true })
    await applyCorrection(part, order, correction, task.parcelIds)
  })
  await markRevoking(tx, task.shipmentId, false)
  await answered(tx, { id: task.id, askedBy }, REVOKE.done, '')
}

const ENDED_BY_THIS: readonly number[] = [PARCEL.REVOKED, PARCEL.CANCELLED]
