import { sql } from 'kysely'
import type { BulkRow, Lang } from '#contracts/kit/envelope.ts'
import type { TaskAction } from '#contracts/orders/order-tasks.ts'
import type { Ctx, RowOutcome, Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { translateError } from '#server/kit/http/texts.ts'

/** A task as its worker needs it. */
export interface Task {
  id: string
  userId: string
  action: TaskAction
  input: Record<string, unknown>
  lang: Lang
  status: string
  cursorId: string
  done: number
  publicBase: string
  byId: string | null
  byName: string | null
  keyId: string | null
  keyPerms: string[] | null
}

export async function taskOf(ctx: Ctx, id: string): Promise<Task | undefined> {
  const found = await sql<Task>`select k.id, k.user_id, k.action, k.input, k.lang, k.status,
      k.cursor_id, k.done,
      k.public_base, k.by_id, k.by_name, k.key_id, k.key_perms
    from order_task as k where ${ctx.rows('orderTask').where('k')} and k.id = ${id}`.execute(ctx.db)
  return found.rows[0]
}

/**
 * Orders that are not as they were when they were chosen, or not within reach any more. A label
 * another source made for this very task (`printing`) is no such change.
 */
export async function changedSince(
  tx: Ctx,
  taskId: string,
  ids: readonly string[],
  { printing = false }: { printing?: boolean } = {},
): Promise<Map<string, BulkRow>> {
  const found = await sql<{
    id: string
    label: string
    was: number
    version: number
    now: number | null
    nowVersion: number | null
    labelled: boolean
  }>`select r.shipment_id as id, r.label, r.shipment_status as was, r.version,
      s.shipment_status as now, s.version as now_version,
      exists (select 1 from ${tx.rows('parcelLabel').as('l')}
        where l.shipment_id = r.shipment_id and l.state = 'made'
          and l.answered_at > (select k.create_time from ${tx.rows('orderTask').as('k')}
            where k.id = r.task_id)) as labelled
    from ${tx.rows('orderTaskRow').as('r')}
      left join ${tx.rows('shipment').as('s')} on s.id = r.shipment_id
    where r.task_id = ${taskId} and r.shipment_id = any(${ids}::bigint[])`.execute(tx.db)
  const texts = await dictTexts(tx)
  const status = (state: number) => texts('shipment_status', String(state))
  return new Map(
    found.rows
      .filter(
        ({ version, nowVersion, labelled }) =>
          version !== nowVersion && !(printing && nowVersion !== null && labelled),
      )
      .map(({ id, label, was, now }) => {
        const code = now === null ? 'row.missing' : 'orderTask.changed'
        const data = now === null ? {} : { was: status(was), now: status(now) }
        return [id, { id, ok: false, label, code, message: translateError(tx.lang, code, data) }]
      }),
  )
}

export async function storeOutcomes(
  tx: Tx,
  task: Task,
  sent: readonly RowOutcome[],
): Promise<void> {
  const rows = sent.map(worded)
  await sql`update order_task_row as r set ok = x.ok, code = x.code, message = x.message,
      data = coalesce(x.data, r.data)
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ ok }) => ok)}::boolean[],
      ${rows.map(({ code }) => code)}::text[],
      ${rows.map(({ message }) => message)}::text[],
      ${rows.map(({ data }) => (data ? JSON.stringify(data) : null))}::jsonb[])
      as x(id, ok, code, message, data)
    where ${tx.rows('orderTaskRow').where('r')} and r.task_id = ${task.id}
      and r.shipment_id = x.id`.execute(tx.db)
  const accepted = rows.filter(({ ok }) => ok).length
  const warned = rows.filter(({ ok, code }) => ok && code !== null).length
  await sql`update order_task as k
    set status = 'running', started_at = coalesce(k.started_at, now()), cursor_id = ${rows.at(-1)!.id},
      done = k.done + ${rows.length}::int, accepted = k.accepted + ${accepted}::int,
      refused = k.refused + ${rows.length - accepted}::int, warned = k.warned + ${warned}::int
    where ${tx.rows('orderTask').where('k')} and k.id = ${task.id}`.execute(tx.db)
}

/** Warnings of a row that went through, as its code and message. */
function worded(row: RowOutcome): RowOutcome {
  const [first] = row.warnings ?? []
  if (!first) return row
  const text = [...new Set(row.warnings?.map(({ message }) => message))].join(' ')
  return { ...row, code: first.code, message: text }
}

/** Whether this part is still the task's next: not stopped meanwhile, nor done by another process. */
export async function lockPart(tx: Tx, task: Task): Promise<boolean> {
  await sql`select 1 from order_task as k
    where ${tx.rows('orderTask').where('k')} and k.id = ${task.id} for update`.execute(tx.db)
  const now = await taskOf(tx, task.id)
  return isUnderWay(now) && now.cursorId === task.cursorId
}

export const isUnderWay = (task: Task | undefined): task is Task =>
  task?.status === 'queued' || task?.status === 'running'
