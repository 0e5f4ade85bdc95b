import { sql, type RawBuilder } from 'kysely'
import type { BulkRow, Lang } from '#contracts/kit/envelope.ts'
import { orderTaskFinished } from '#contracts/orders/order-tasks.events.ts'
import type { TaskAction } from '#contracts/orders/order-tasks.ts'
import { principalOfUser } from '#server/features/platform/session/index.ts'
import { executorOf, makeCtx, type Ctx, type RowProgress, type Tx } from '#server/kit/access/ctx.ts'
import type { Principal } from '#server/kit/access/principal.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import type { Failure } from '#server/kit/http/errors.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { queueTask, workOff } from './start-task.ts'
import { mayDo, perform } from './task-actions.ts'

/** Orders of one transaction: others wait for its locks. */
const AT_ONCE = 25
/** After so long another task of the tenant gets its turn. */
const TURN_MS = 15_000

defineJob(
  workOff,
  (ctx, { id }) => runTask(ctx, id),
  (ctx, { id }, failure) => end(ctx, id, 'failed', failure),
)

interface Task {
  id: string
  userId: string
  action: TaskAction
  input: Record<string, unknown>
  lang: Lang
  status: string
  cursorId: string
  byId: string | null
  byName: string | null
  keyId: string | null
  keyPerms: string[] | null
}

/**
 * Works off a task part by part. What became of a part's orders and the progress are one
 * transaction with the change itself: a process that dies leaves nothing half done and nothing is
 * done twice. The person's rights are asked for with each part.
 */
async function runTask(ctx: Ctx, id: string): Promise<void> {
  const until = Date.now() + TURN_MS
  for (;;) {
    const task = await taskOf(ctx, id)
    if (!task || (task.status !== 'queued' && task.status !== 'running')) return
    const principal = await principalFor(ctx, task)
    if (!principal) return end(ctx, id, 'failed', { code: 'orderTask.userGone', data: {} })
    const ids = await nextOrders(ctx, task)
    if (ids.length === 0) return end(ctx, id, 'done')
    const part = makeCtx({
      requestId: ctx.requestId,
      lang: task.lang,
      log: ctx.log,
      deps: ctx.deps,
      http: null,
      executor: executorOf(ctx),
      principal,
      progress: { each: (some, one, lock) => doPart(part, task, some, { one, lock }) },
    })
    if (!mayDo(part, task.action))
      return end(ctx, id, 'failed', { code: 'orderTask.mayNot', data: {} })
    await perform(part, task.action, { ...task.input, ids })
    if (Date.now() > until) return inTx(ctx, (tx) => queueTask(tx, id))
  }
}

async function taskOf(ctx: Ctx, id: string): Promise<Task | undefined> {
  const found = await sql<Task>`select k.id, k.user_id, k.action, k.input, k.lang, k.status,
      k.cursor_id, k.by_id, k.by_name, k.key_id, k.key_perms
    from order_task as k where ${ctx.rows('orderTask').where('k')} and k.id = ${id}`.execute(ctx.db)
  return found.rows[0]
}

/** Who asked for it, with the rights of now; not more than the key it was asked for with. */
async function principalFor(ctx: Ctx, task: Task): Promise<Principal | null> {
  const found = await principalOfUser(ctx, task.userId)
  if (!found) return null
  const actor =
    task.byId !== null && task.byName !== null
      ? { actor: { userId: task.byId, username: task.byName } }
      : {}
  if (task.keyId === null) return { ...found, ...actor }
  const key = await sql`select 1 from ${ctx.rows('apiKey').as('a')}
    where a.id = ${task.keyId} and a.revoked_at is null
      and (a.expires_at is null or a.expires_at > now())`.execute(ctx.db)
  if (key.rows.length === 0) return null
  const perms = new Set(task.keyPerms?.filter((code) => found.perms.has(code)))
  return { ...found, ...actor, perms, keyId: task.keyId }
}

async function nextOrders(ctx: Ctx, { id, cursorId }: Task): Promise<string[]> {
  const found = await sql<{ id: string }>`select r.shipment_id as id
    from ${ctx.rows('orderTaskRow').as('r')}
    where r.task_id = ${id} and r.shipment_id > ${cursorId} order by r.shipment_id
    limit ${AT_ONCE}`.execute(ctx.db)
  return found.rows.map((row) => row.id)
}

/** One part: orders that changed since they were chosen are left as they are, and named. */
function doPart(
  ctx: Ctx,
  task: Task,
  ids: readonly string[],
  { one, lock }: { one: (tx: Tx, id: string) => Promise<BulkRow>; lock: Lock },
): Promise<BulkRow[]> {
  return inTx(ctx, async (tx) => {
    await sql`select 1 from order_task as k
      where ${tx.rows('orderTask').where('k')} and k.id = ${task.id} for update`.execute(tx.db)
    const now = await taskOf(tx, task.id)
    // Stopped meanwhile, or done by another process.
    if (!now || (now.status !== 'queued' && now.status !== 'running')) return []
    if (now.cursorId !== task.cursorId) return []
    await lock(tx, ids)
    const changed = await changedSince(tx, task.id, ids)
    const rows: BulkRow[] = []
    for (const id of ids) rows.push(changed.get(id) ?? (await one(tx, id)))
    await storeOutcomes(tx, task, rows)
    return rows
  })
}
type Lock = Parameters<RowProgress['each']>[2]

/** Orders that are not as they were when they were chosen, or not within reach any more. */
async function changedSince(
  tx: Tx,
  taskId: string,
  ids: readonly string[],
): Promise<Map<string, BulkRow>> {
  const found = await sql<{
    id: string
    label: string
    was: number
    version: number
    now: number | null
    nowVersion: number | null
  }>`select r.shipment_id as id, r.label, r.shipment_status as was, r.version,
      s.shipment_status as now, s.version as now_version
    from ${tx.rows('orderTaskRow').as('r')}
      left join ${tx.rows('shipment').as('s')} on s.id = r.shipment_id
    where r.task_id = ${taskId} and r.shipment_id = any(${ids}::bigint[])`.execute(tx.db)
  const texts = await dictTexts(tx)
  const status = (state: number) => texts('shipment_status', String(state))
  return new Map(
    found.rows
      .filter(({ version, nowVersion }) => version !== nowVersion)
      .map(({ id, label, was, now }) => {
        const code = now === null ? 'row.missing' : 'orderTask.changed'
        const data = now === null ? {} : { was: status(was), now: status(now) }
        return [id, { id, ok: false, label, code, message: translateError(tx.lang, code, data) }]
      }),
  )
}

async function storeOutcomes(tx: Tx, task: Task, rows: readonly BulkRow[]): Promise<void> {
  await sql`update order_task_row as r set ok = x.ok, code = x.code, message = x.message
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ ok }) => ok)}::boolean[],
      ${rows.map(({ code }) => code)}::text[],
      ${rows.map(({ message }) => message)}::text[]) as x(id, ok, code, message)
    where ${tx.rows('orderTaskRow').where('r')} and r.task_id = ${task.id}
      and r.shipment_id = x.id`.execute(tx.db)
  const accepted = rows.filter(({ ok }) => ok).length
  await sql`update order_task as k
    set status = 'running', started_at = coalesce(k.started_at, now()), cursor_id = ${rows.at(-1)!.id},
      done = k.done + ${rows.length}::int, accepted = k.accepted + ${accepted}::int,
      refused = k.refused + ${rows.length - accepted}::int
    where ${tx.rows('orderTask').where('k')} and k.id = ${task.id}`.execute(tx.db)
}

function end(ctx: Ctx, id: string, status: 'done' | 'failed', failure?: Failure): Promise<void> {
  const why: RawBuilder<unknown> = failure
    ? sql`, failure = ${failure.code}, failure_data = ${JSON.stringify(failure.data)}::jsonb`
    : sql``
  return inTx(ctx, async (tx) => {
    const ended =
      await sql`update order_task as k set status = ${status}, finished_at = now() ${why}
      where ${tx.rows('orderTask').where('k')} and k.id = ${id}
        and k.status in ('queued', 'running')`.execute(tx.db)
    if (ended.numAffectedRows === 1n) await tx.emit(orderTaskFinished, { taskId: id })
  })
}
