import { sql } from 'kysely'
import { z } from 'zod'
import type { In } from '#contracts/kit/endpoint.ts'
import { idText } from '#contracts/kit/envelope.ts'
import { orderTaskFinished } from '#contracts/orders/order-tasks.events.ts'
import type { OrderTask, orderTasks, TaskAction } from '#contracts/orders/order-tasks.ts'
import { publicBase } from '#server/features/orders/labels/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failDenied, failMissing } from '#server/kit/http/errors.ts'
import { job } from '#server/kit/jobs/job.ts'
import { isResumable } from './read-task.ts'
import { inputOf, mayDo } from './task-actions.ts'

/** The work of a task; `userId` is asked for again with each part of it. */
export const workOff = job('orderTask.run', z.object({ id: idText }))
/** A minute and a half until work that throws each time has failed. */
const ATTEMPTS = 5
export const queueTask = (tx: Tx, id: string): Promise<void> =>
  tx.job(workOff, { id }, { queue: `order-task-${tx.principal.tenantId}`, maxAttempts: ATTEMPTS })

interface Locked {
  action: TaskAction
  input: Record<string, unknown>
  status: OrderTask['status']
  failure: string | null
  total: number
  done: number
}
/** The caller's own task, locked. */
async function lockTask(tx: Tx, id: string): Promise<Locked> {
  const found = await sql<Locked>`select k.action, k.input, k.status, k.failure, k.total, k.done
    from order_task as k
    where ${tx.rows('orderTask').where('k')} and k.id = ${id}
      and k.user_id = ${tx.principal.userId} for update`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}

/** Begins the work with what goes with the action. */
export function startTask(
  ctx: Ctx,
  { id, input }: In<typeof orderTasks.start>,
): Promise<{ id: string }> {
  return inTx(ctx, async (tx) => {
    const { action, status, total, input: before } = await lockTask(tx, id)
    if (!mayDo(tx, action)) failDenied()
    const stored = inputOf(action, { ...before, ...input })
    if (status !== 'prepared') fail('orderTask.started')
    await sql`update order_task as k
      set status = 'queued', input = ${JSON.stringify(stored)}::jsonb, lang = ${tx.lang},
        public_base = ${publicBase(tx.http)}
      where ${tx.rows('orderTask').where('k')} and k.id = ${id}`.execute(tx.db)
    await tx.audit('order_task', id, 'add', null, { action, total, ...stored })
    await queueTask(tx, id)
    return { id }
  })
}

/** Ends it after the part that is being done. */
export function stopTask(ctx: Ctx, { id }: { id: string }): Promise<null> {
  return inTx(ctx, async (tx) => {
    const { status } = await lockTask(tx, id)
    if (status === 'prepared') {
      await sql`delete from order_task as k
        where ${tx.rows('orderTask').where('k')} and k.id = ${id}`.execute(tx.db)
      return null
    }
    if (status !== 'queued' && status !== 'running') fail('orderTask.over')
    await sql`update order_task as k set status = 'stopped', finished_at = now()
      where ${tx.rows('orderTask').where('k')} and k.id = ${id}`.execute(tx.db)
    await tx.audit('order_task', id, 'edit', { status }, { status: 'stopped' })
    await tx.emit(orderTaskFinished, { taskId: id })
    return null
  })
}

/** Goes on with what was not done. */
export function resumeTask(ctx: Ctx, { id }: { id: string }): Promise<null> {
  return inTx(ctx, async (tx) => {
    const task = await lockTask(tx, id)
    if (!mayDo(tx, task.action)) failDenied()
    if (!isResumable(task)) fail('orderTask.notResumable')
    await sql`update order_task as k
      set status = 'queued', failure = null, failure_data = null, finished_at = null
      where ${tx.rows('orderTask').where('k')} and k.id = ${id}`.execute(tx.db)
    await tx.audit('order_task', id, 'edit', { status: task.status }, { status: 'queued' })
    await queueTask(tx, id)
    return null
  })
}
