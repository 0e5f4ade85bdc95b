import { sql, type RawBuilder } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { REVOKE, whyNotRevoke, type RevokeAction } from '#contracts/orders/labels.states.ts'
import { whyNot } from '#contracts/orders/shipments.states.ts'
import type { revokeTasks } from '#contracts/orders/revoke-tasks.ts'
import {
  forceVoids,
  keepLabels,
  lastLabels,
  wantLabels,
  wantVoids,
} from '#server/features/orders/label-sources/index.ts'
import { finishLabels, voidLabels } from '#server/features/orders/labels/index.ts'
import {
  lockOrders,
  lockOrdersToEnd,
  lockOrderStock,
  lockParcels,
  requireKind,
  stamp,
} from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { finishCorrection, movable } from './apply-answers.ts'
import { endParcels, markRevoking } from './open-tasks.ts'

export interface Task {
  id: string
  shipmentId: string
  serialNumber: string
  parcelIds: string[]
  status: string
  kind: string
  corrects: boolean
}

/** Asks the sources once more, of those labels that are not void. */
export const retryTasks = (ctx: Ctx, { ids }: In<typeof revokeTasks.retry>): Promise<BulkResult> =>
  eachTask(ctx, ids, 'retry', async (tx, task) => {
    const open = await openParcels(tx, task)
    if (open.length === 0 && task.corrects) return finishCorrection(tx, task)
    if (open.length === 0) fail('revoke.movedOn', { label: task.serialNumber })
    await wantVoids(tx, open)
    await tx.job(voidLabels, { parcelIds: open })
    await change(tx, task, sql`status = ${REVOKE.open}, answer = null`, { status: REVOKE.open })
  })

/**
 * The label stays, and the wish is over. One that is void already cannot: where its parcel is still
 * here, another is wanted at its source.
 */
export const closeTasks = (ctx: Ctx, { ids }: In<typeof revokeTasks.close>): Promise<BulkResult> =>
  eachTask(ctx, ids, 'close', async (tx, task) => {
    await keepLabels(tx, task.parcelIds)
    await stamp(
      tx,
      { id: task.shipmentId },
      sql`cancel_by = null, cancel_time = null, cancel_reason = null`,
    )
    await end(tx, task, REVOKE.closed)
    const labels = await lastLabels(tx, task.parcelIds)
    const wanted = (await lockParcels(tx, task.parcelIds)).flatMap(({ id, parcelStatus }) => {
      const label = labels.get(id)
      const isVoid = label?.state === 'made' && label.voidState === 'void'
      return isVoid && whyNot('print', parcelStatus) === null
        ? [{ parcelId: id, source: label.source }]
        : []
    })
    if (wanted.length === 0) return
    await wantLabels(tx, wanted)
    await tx.job(finishLabels, { parcelIds: wanted.map(({ parcelId }) => parcelId) })
  })

/** Revokes whatever the source answers, for the reason given. */
export const forceTasks = (
  ctx: Ctx,
  { ids, reason }: In<typeof revokeTasks.force>,
): Promise<BulkResult> =>
  eachTask(ctx, ids, 'force', async (tx, task) => {
    // A new label is bought only for one that is void: the carrier would be paid for both.
    if (task.corrects) fail('revoke.corrects', { label: task.serialNumber })
    const parcels = await lockParcels(tx, await openParcels(tx, task))
    const gone = parcels.find((one) => !movable(one.parcelStatus))
    if (gone) fail('revoke.movedOn', { label: gone.serialNumber })
    await forceVoids(
      tx,
      parcels.map(({ id }) => id),
    )
    await endParcels(
      tx,
      { id: task.shipmentId },
      parcels.map((one) => ({ id: one.id, state: one.parcelStatus })),
    )
    await end(tx, task, REVOKE.done, sql`, forced = true, reason = ${reason}`, {
      forced: true,
      reason,
    })
  })

export function snoozeTasks(
  ctx: Ctx,
  { ids, until }: In<typeof revokeTasks.snooze>,
): Promise<BulkResult> {
  return eachTask(ctx, ids, 'snooze', (tx, task) =>
    change(tx, task, sql`follow_up = ${until}::date`, { followUp: until }),
  )
}

/** Parcels of a task whose labels are not void yet. */
async function openParcels(tx: Tx, { parcelIds }: Task): Promise<string[]> {
  const labels = await lastLabels(tx, parcelIds)
  return parcelIds.filter((id) => {
    const label = labels.get(id)
    return label !== undefined && label.voidState !== 'void' && label.state !== 'refused'
  })
}

const end = async (
  tx: Tx,
  task: Task,
  status: string,
  more: RawBuilder<unknown> = sql``,
  audited: object = {},
): Promise<void> => {
  await markRevoking(tx, task.shipmentId, false)
  await change(
    tx,
    task,
    sql`status = ${status}, ended_by = ${tx.principal.username}, ended_at = now()${more}`,
    { status, ...audited },
  )
}

/** Writes a locked task with its row in the data log. */
export async function change(
  tx: Tx,
  task: Pick<Task, 'id' | 'status'>,
  sets: RawBuilder<unknown>,
  after: object,
): Promise<void> {
  await sql`update revoke_task as t set ${sets}, version = version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('revokeTask').where('t')} and t.id = ${task.id}`.execute(tx.db)
  await tx.audit('revoke_task', task.id, 'edit', { status: task.status }, after)
}

/** Locks a task's order, its parcels and the task, in this order. */
async function lockTask(tx: Tx, id: string): Promise<Task> {
  const found = await sql<{ shipmentId: string }>`select t.shipment_id
    from ${tx.rows('revokeTask').as('t')} where t.id = ${id}`.execute(tx.db)
  const { shipmentId } = found.rows[0] ?? failMissing()
  await lockOrders(tx, [shipmentId])
  await lockOrderStock(tx, [shipmentId])
  const locked = await sql<Omit<Task, 'kind'>>`select t.id, t.shipment_id, t.serial_number,
      t.parcel_ids, t.status, t.corrects
    from revoke_task as t where ${tx.rows('revokeTask').where('t')} and t.id = ${id}
    for update`.execute(tx.db)
  const kinds = await sql<{ kind: string }>`select s.shipment_resource as kind
    from ${tx.rows('shipment').as('s')} where s.id = ${shipmentId}`.execute(tx.db)
  return { ...(locked.rows[0] ?? failMissing()), kind: kinds.rows[0]?.kind ?? failMissing() }
}

function eachTask(
  ctx: Ctx,
  ids: readonly string[],
  action: RevokeAction,
  work: (tx: Tx, task: Task) => Promise<void>,
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      const task = await lockTask(tx, id)
      name(task.serialNumber)
      requireKind(tx, 'cancel', task.kind)
      const closed = whyNotRevoke(action, task.status)
      if (closed) {
        const texts = await dictTexts(tx)
        fail(closed, { label: task.serialNumber, status: texts('revoke_status', task.status) })
      }
      await work(tx, task)
      return task.serialNumber
    },
    lockOrdersOf,
  )
}

async function lockOrdersOf(tx: Tx, ids: readonly string[]): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<{ id: string }>`select distinct t.shipment_id as id
    from ${tenant.rows('revokeTask').as('t')} where t.id = any(${ids}::bigint[])`.execute(tx.db)
  const orders = found.rows.map((row) => row.id)
  await lockOrdersToEnd(tx, orders)
}
