import { sql } from 'kysely'
import type { orderTaskFinished } from '#contracts/orders/order-tasks.events.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/** A bulk task is over: the user who started it hears how it ended. */
export const notifyTaskDone: EventHandler<typeof orderTaskFinished> = async (ctx, { taskId }) => {
  const found = await sql<{
    userId: string
    action: string
    status: string
    total: number
    done: number
    accepted: number
    refused: number
  }>`select k.user_id, k.action, k.status, k.total, k.done, k.accepted, k.refused
    from ${ctx.rows('orderTask').as('k')}
    where k.id = ${taskId} and k.status in ('done', 'failed', 'stopped')`.execute(ctx.db)
  const task = found.rows[0]
  if (!task) return
  const { status, done, accepted, refused } = task
  const outcome = status === 'done' ? (refused > 0 ? 'some' : 'done') : status
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'orderTaskFinished', `${taskId}:${status}:${done}`))) return
    const readers = await recipientsWho(tx, sql`u.id = ${task.userId}`)
    await notifyRecipients(tx, {
      event: 'orderTaskFinished',
      subject: taskId,
      readers,
      openPage: '/shipment/tasks',
      wording: (lang) => {
        const action = translate(lang, 'order-tasks', `action.${task.action}`)
        const data = { action, accepted, refused, open: task.total - done }
        return {
          title: translate(lang, 'notify', `orderTask.${outcome}`, data),
          text: translate(lang, 'notify', 'orderTask.text', data),
        }
      },
    })
  })
}
