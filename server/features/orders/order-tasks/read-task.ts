import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  PRINT_ACTIONS,
  type OrderTask,
  type OrderTaskDetail,
  type orderTasks,
  type TaskAction,
} from '#contracts/orders/order-tasks.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { seesPrice } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { moneyBackOf } from './money-back.ts'
import { taskFiles } from './task-files.ts'

interface Row {
  id: string
  action: TaskAction
  status: OrderTask['status']
  input: { reason?: unknown; remark?: unknown }
  total: number
  done: number
  accepted: number
  refused: number
  warned: number
  failure: string | null
  failureData: Record<string, unknown> | null
  createTime: string
  startedAt: string | null
  finishedAt: string | null
}
const columns = sql`k.id, k.action, k.status, k.input, k.total, k.done, k.accepted, k.refused,
  k.warned, k.failure, k.failure_data, k.create_time, k.started_at, k.finished_at`
const own = (ctx: Ctx) =>
  sql`${ctx.rows('orderTask').as('k')} where k.user_id = ${ctx.principal.userId}`

/** Ended with orders not done. */
export const isResumable = ({
  status,
  total,
  done,
}: Pick<Row, 'status' | 'total' | 'done'>): boolean =>
  (status === 'stopped' || status === 'failed') && done < total

export async function readTask(ctx: Ctx, { id }: { id: string }): Promise<OrderTask> {
  const found = await sql<Row>`select ${columns} from ${own(ctx)} and k.id = ${id}`.execute(ctx.db)
  return taskOf(ctx, found.rows[0] ?? failMissing())
}

export async function readTaskDetail(ctx: Ctx, { id }: { id: string }): Promise<OrderTaskDetail> {
  const task = await readTask(ctx, { id })
  return {
    ...task,
    files: PRINT_ACTIONS.includes(task.action) ? await taskFiles(ctx, id) : [],
    sums: WITH_SUMS.includes(task.action) ? await sumsOf(ctx, id) : [],
    back: await moneyBackOf(ctx, task),
  }
}

/** What keeps a price with each order; of those confirmed there is none before. */
const WITH_SUMS: readonly TaskAction[] = ['previewService', 'confirm']
/** What the prices come to, by currency. */
async function sumsOf(ctx: Ctx, id: string): Promise<OrderTaskDetail['sums']> {
  if (!seesPrice(ctx)) return []
  const found = await sql<{
    currency: string
    netBefore: string
    grossBefore: string | null
    netAfter: string
    grossAfter: string | null
  }>`select x.currency,
      coalesce(sum(x.net) filter (where x.side = 'before'), 0)::text as net_before,
      case when bool_and(x.gross is not null)
        then coalesce(sum(x.gross) filter (where x.side = 'before'), 0) end::text as gross_before,
      coalesce(sum(x.net) filter (where x.side = 'after'), 0)::text as net_after,
      case when bool_and(x.gross is not null)
        then coalesce(sum(x.gross) filter (where x.side = 'after'), 0) end::text as gross_after
    from ${ctx.rows('orderTaskRow').as('r')}
      cross join lateral (select o.side, r.data -> o.side ->> 'currency' as currency,
          (r.data -> o.side ->> 'net')::bigint as net,
          (r.data -> o.side ->> 'gross')::bigint as gross
        from (values ('before'), ('after')) as o(side)) as x
    where r.task_id = ${id} and r.ok and x.net is not null
    group by 1 order by 1`.execute(ctx.db)
  return found.rows.map(({ currency, ...row }) => {
    const text = (minor: bigint) => formatMoney({ minor, currency })
    const sum = (net: bigint, gross: bigint | null) => ({
      net: text(net),
      gross: gross === null ? null : text(gross),
    })
    const minor = (gross: string | null) => (gross === null ? null : BigInt(gross))
    const [netBefore, netAfter] = [BigInt(row.netBefore), BigInt(row.netAfter)]
    const [before, after] = [minor(row.grossBefore), minor(row.grossAfter)]
    return {
      currency,
      before: sum(netBefore, before),
      after: sum(netAfter, after),
      difference: sum(
        netAfter - netBefore,
        before === null || after === null ? null : after - before,
      ),
    }
  })
}

/** The caller's tasks, newest first; those that were only asked about are none. */
export async function listTasks(
  ctx: Ctx,
  { pageNo, pageSize }: In<typeof orderTasks.list>,
): Promise<Out<typeof orderTasks.list>> {
  const found = await sql<Row & { allRows: number }>`select ${columns},
      count(*) over ()::int as all_rows
    from ${own(ctx)} and k.status <> 'prepared' order by k.id desc limit ${pageSize}
      offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  return page(
    found.rows.map(({ allRows: _, ...row }) => taskOf(ctx, row)),
    found.rows[0]?.allRows ?? 0,
    { pageNo, pageSize },
  )
}

export interface TaskRow {
  id: string
  label: string
  ok: boolean | null
  code: string | null
  message: string | null
}
type Outcome = In<typeof orderTasks.rows>['outcome']
/** Rows of a task as `r`, by what became of them. */
export const withOutcome = (outcome: Outcome): RawBuilder<SqlBool> =>
  outcome === 'refused'
    ? sql<SqlBool>`r.ok = false`
    : outcome === 'warned'
      ? sql<SqlBool>`r.ok and r.code is not null`
      : outcome === 'done'
        ? sql<SqlBool>`r.ok`
        : outcome === 'open'
          ? sql<SqlBool>`r.ok is null`
          : sql<SqlBool>`true`
export const rowColumns = sql`r.shipment_id as id, r.label, r.ok, r.code, r.message`

export async function listTaskRows(
  ctx: Ctx,
  { id, outcome, pageNo, pageSize }: In<typeof orderTasks.rows>,
): Promise<Out<typeof orderTasks.rows>> {
  await readTask(ctx, { id })
  const from = sql`from ${ctx.rows('orderTaskRow').as('r')}
    where r.task_id = ${id} and ${withOutcome(outcome)}`
  const counted = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(ctx.db)
  const found = await sql<TaskRow>`select ${rowColumns} ${from} order by r.shipment_id
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  return page(found.rows, counted.rows[0]?.n ?? 0, { pageNo, pageSize })
}

const page = <R>(
  records: R[],
  total: number,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
) => ({
  records,
  total,
  size: pageSize,
  current: pageNo,
  pages: Math.ceil(total / pageSize),
  capped: false,
})

function taskOf(ctx: Ctx, { input, failure, failureData, ...row }: Row): OrderTask {
  const reason = input.reason ?? input.remark
  return {
    ...row,
    failure: failure
      ? { code: failure, message: translateError(ctx.lang, failure, failureData ?? {}) }
      : null,
    resumable: isResumable(row),
    reason: typeof reason === 'string' && reason !== '' ? reason : null,
  }
}
