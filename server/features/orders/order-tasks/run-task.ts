import { sql, type RawBuilder } from 'kysely'
import { orderTaskFinished } from '#contracts/orders/order-tasks.events.ts'
import { PRINT_ACTIONS } from '#contracts/orders/order-tasks.ts'
import { principalOfUser } from '#server/features/platform/session/index.ts'
import {
  executorOf,
  makeCtx,
  type Ctx,
  type RowOutcome,
  type RowProgress,
  type Tx,
} from '#server/kit/access/ctx.ts'
import type { Principal } from '#server/kit/access/principal.ts'
import { inTx } from '#server/kit/db/tx.ts'
import type { Failure } from '#server/kit/http/errors.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { nextToPrint, printPart } from './print-part.ts'
import { queueTask, workOff } from './start-task.ts'
import { mayDo, perform } from './task-actions.ts'
import {
  changedSince,
  isUnderWay,
  lockPart,
  storeOutcomes,
  taskOf,
  type Task,
} from './task-part.ts'

/** Orders of one transaction: others wait for its locks. */
const AT_ONCE = 25
/** After so long another task of the tenant gets its turn. */
const TURN_MS = 15_000

defineJob(
  workOff,
  (ctx, { id }) => runTask(ctx, id),
  (ctx, { id }, failure) => end(ctx, id, 'failed', failure),
)

/**
 * Works off a task part by part. What became of a part's orders and the progress are one
 * transaction with the change itself: a process that dies leaves nothing half done and nothing is
 * done twice. The person's rights are asked for with each part.
 */
async function runTask(ctx: Ctx, id: string): Promise<void> {
  const until = performance.now() + TURN_MS
  for (;;) {
    const task = await taskOf(ctx, id)
    if (!isUnderWay(task)) return
    const principal = await principalFor(ctx, task)
    if (!principal) return end(ctx, id, 'failed', { code: 'orderTask.userGone', data: {} })
    const prints = PRINT_ACTIONS.includes(task.action)
    const ids = await (prints ? nextToPrint(ctx, task) : nextOrders(ctx, task))
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
    if (prints) await printPart(part, task, ids)
    else
      await perform(part, task.action, { ...task.input, ids, ...(await pricesOf(part, task, ids)) })
    if (performance.now() > until) return inTx(ctx, (tx) => queueTask(tx, id))
  }
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

/** Of a change of service: the prices that were shown, with the orders they hold for. */
async function pricesOf(ctx: Ctx, task: Task, ids: readonly string[]): Promise<object> {
  if (task.action !== 'changeService') return {}
  const found = await sql<{ id: string; key: string | null }>`select r.shipment_id as id,
      r.data ->> 'key' as key
    from ${ctx.rows('orderTaskRow').as('r')}
    where r.task_id = ${task.id} and r.shipment_id = any(${ids}::bigint[])`.execute(ctx.db)
  return { keys: Object.fromEntries(found.rows.map(({ id, key }) => [id, key ?? ''])) }
}

/** One part: orders that changed since they were chosen are left as they are, and named. */
function doPart(
  ctx: Ctx,
  task: Task,
  ids: readonly string[],
  { one, lock }: { one: (tx: Tx, id: string) => Promise<RowOutcome>; lock: Lock },
): Promise<RowOutcome[]> {
  return inTx(ctx, async (tx) => {
    if (!(await lockPart(tx, task))) return []
    await lock(tx, ids)
    const changed = await changedSince(tx, task.id, ids)
    const rows: RowOutcome[] = []
    for (const id of ids) rows.push(changed.get(id) ?? (await one(tx, id)))
    await storeOutcomes(tx, task, rows)
    return rows
  })
}
type Lock = Parameters<RowProgress['each']>[2]

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
