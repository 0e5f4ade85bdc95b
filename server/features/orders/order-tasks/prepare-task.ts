import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { filtersOf } from '#contracts/kit/entity.ts'
import { listQuery } from '#contracts/kit/page.ts'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'
import { SERVICE_BEFORE } from '#contracts/orders/order-changes.ts'
import {
  PRINT_ACTIONS,
  stateActionOf,
  TASK_MAX,
  type orderTasks,
  type TaskAction,
} from '#contracts/orders/order-tasks.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { ON_PARCELS, ORDER_ACTIONS, rightOf, whyNot } from '#contracts/orders/shipments.states.ts'
import { mayWithKind, orderHooks } from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failDenied, failFields } from '#server/kit/http/errors.ts'
import { comparableColumns } from '#server/kit/resource/currency.ts'
import { conditions } from '#server/kit/resource/list-query.ts'
import { visibleFields } from '#server/kit/resource/resource-rows.ts'
import { noteMoneyBack } from './money-back.ts'
import { readTask } from './read-task.ts'
import { mayDo } from './task-actions.ts'

type Input = In<typeof orderTasks.prepare>

/** Fixes the orders of a task as they are now, and counts what the action is open for. */
export async function prepareTask(ctx: Ctx, input: Input): Promise<Out<typeof orderTasks.prepare>> {
  if (!mayDo(ctx, input.action)) failDenied()
  const from = input.from === undefined ? null : await readTask(ctx, { id: input.from })
  const isBack = input.action === 'previewService'
  if (from && from.action !== (isBack ? 'changeService' : 'previewService'))
    failFields([{ path: 'from', code: 'orderTask.comparedFirst' }])
  return inTx(ctx, async (tx) => {
    const { principal } = tx
    await dropOld(tx)
    const made = await sql<{ id: string }>`insert into order_task (tenant_id, user_id, action, lang,
        status, total, input, by_id, by_name, key_id, key_perms, create_by)
      values (${principal.tenantId}, ${principal.userId}, ${input.action}, ${tx.lang}, 'prepared', 0,
        ${JSON.stringify(from ? await inputOfTask(tx, from.id, isBack) : {})}::jsonb,
        ${principal.actor?.userId ?? null}, ${principal.actor?.username ?? null},
        ${principal.keyId ?? null}, ${principal.keyId ? [...principal.perms] : null}::text[],
        ${principal.username}) returning id`.execute(tx.db)
    const { id } = made.rows[0]!
    const stored = await (from ? takeOver(tx, id, from.id, isBack) : choose(tx, id, input))
    const total = Number(stored.numAffectedRows ?? 0)
    if (total > TASK_MAX) fail('orderTask.tooMany', { max: TASK_MAX })
    if (total === 0) fail('orderTask.none')
    await sql`update order_task as k set total = ${total}
      where ${tx.rows('orderTask').where('k')} and k.id = ${id}`.execute(tx.db)
    const printed = PRINT_ACTIONS.includes(input.action) ? await printedOf(tx, id) : null
    const isOpen = openFor(tx, input.action)
    const back = await noteMoneyBack(tx, { id, action: input.action }, isOpen)
    return { id, total, ...(await openOf(tx, id, input.action, total)), printed, back }
  })
}

const choose = (tx: Tx, id: string, input: Input) =>
  sql`insert into order_task_row (tenant_id, task_id, shipment_id, label, version,
      shipment_status)
    select t.tenant_id, ${id}::bigint, t.id, t.serial_number, t.version, t.shipment_status
    from ${tx.rows('shipment').as('t')} where ${chosen(tx, input)}
    limit ${TASK_MAX + 1}`.execute(tx.db)

/**
 * The orders another task found a price for, as they were then, with that price; or (`back`) whose
 * service it changed, as it left them.
 */
const takeOver = (tx: Tx, id: string, from: string, back: boolean) =>
  sql`insert into order_task_row (tenant_id, task_id, shipment_id, label, version,
      shipment_status, data)
    select r.tenant_id, ${id}::bigint, r.shipment_id, r.label, r.version + ${back ? 1 : 0}::int,
      r.shipment_status, case when not ${back}::boolean then r.data end
    from ${tx.rows('orderTaskRow').as('r')} where r.task_id = ${from} and r.ok`.execute(tx.db)

async function inputOfTask(tx: Tx, id: string, back: boolean): Promise<object> {
  if (back) return { serviceId: SERVICE_BEFORE }
  const found = await sql<{ input: object }>`select k.input
    from ${tx.rows('orderTask').as('k')} where k.id = ${id}`.execute(tx.db)
  return found.rows[0]?.input ?? {}
}

/** How many of a task's orders have a label that was printed, and can be printed again. */
async function printedOf(tx: Tx, id: string): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n
    from ${tx.rows('orderTaskRow').as('r')}
    where r.task_id = ${id} and exists (select 1 from ${tx.rows('parcel').as('p')}
      where p.shipment_id = r.shipment_id and p.label_copies > 0
        and p.parcel_status = any(${[...ORDER_ACTIONS.print]}::int[]))`.execute(tx.db)
  return found.rows[0]?.n ?? 0
}

/** The orders asked for: those of the list as its filters find them, or single ones. */
function chosen(ctx: Ctx, { ids, query }: Input): RawBuilder<SqlBool> {
  if (ids)
    return sql<SqlBool>`t.id = any(${ids}::bigint[]) and ${sql.join(
      [sql`true`, ...(orderHooks.listQuery?.(ctx, { pageNo: 1, pageSize: 1 }, 'list') ?? [])],
      sql` and `,
    )}`
  const parsed = listQuery(filtersOf(shipmentList)).safeParse(
    Object.fromEntries(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)])),
  )
  if (!parsed.success)
    failFields(
      parsed.error.issues.map(({ path }) => ({
        path: ['query', ...path].join('.'),
        code: 'field.invalid' as const,
      })),
    )
  // A filter that is not known would reach more orders than meant.
  const unknown = Object.keys(query ?? {}).find((key) => !Object.hasOwn(parsed.data, key))
  if (unknown) failFields([{ path: `query.${unknown}`, code: 'field.invalid' }])
  const filters = [
    ...conditions(
      visibleFields(ctx, shipmentList.fields),
      parsed.data,
      comparableColumns(shipmentList),
    ),
    ...(orderHooks.listQuery?.(ctx, parsed.data, 'list') ?? []),
  ]
  return filters.length > 0 ? sql<SqlBool>`${sql.join(filters, sql` and `)}` : sql<SqlBool>`true`
}

/** Whether the action is open for an order, by its state and kind. */
function openFor(ctx: Ctx, action: TaskAction) {
  const by = stateActionOf(action)
  const right = by === 'print' ? 'list' : by && rightOf(by)
  const kinds = new Set<string>(
    KINDS.filter(({ code }) => right === null || mayWithKind(ctx, right, code)).map(
      ({ code }) => code,
    ),
  )
  return (order: { status: number; flags: number; kind: string; partly: boolean }): boolean =>
    kinds.has(order.kind) &&
    (order.partly || by === null || whyNot(by, order.status, order.flags) === null)
}

/** How many of the orders the action is open for, and in which states the others are. */
async function openOf(
  tx: Tx,
  id: string,
  action: TaskAction,
  total: number,
): Promise<Pick<Out<typeof orderTasks.prepare>, 'open' | 'closed'>> {
  const by = stateActionOf(action)
  if (by === null) return { open: total, closed: [] }
  const onParcels = ON_PARCELS.includes(by)
    ? sql<boolean>`exists (select 1 from parcel p
        where p.tenant_id = s.tenant_id and p.shipment_id = s.id
          and p.parcel_status = any(${[...ORDER_ACTIONS[by]]}::int[]))`
    : sql<boolean>`false`
  const found = await sql<{
    status: number
    flags: number
    kind: string
    partly: boolean
    count: number
  }>`select r.shipment_status as status, s.flags, s.shipment_resource as kind,
      ${onParcels} as partly, count(*)::int as count
    from ${tx.rows('orderTaskRow').as('r')}
      join ${tx.rows('shipment').as('s')} on s.id = r.shipment_id
    where r.task_id = ${id} group by 1, 2, 3, 4`.execute(tx.db)
  const isOpen = openFor(tx, action)
  const texts = await dictTexts(tx)
  const closed = new Map<number, number>()
  let open = 0
  for (const { status, flags, kind, partly, count } of found.rows)
    if (isOpen({ status, flags, kind, partly })) open += count
    else closed.set(status, (closed.get(status) ?? 0) + count)
  return {
    open,
    closed: [...closed]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => ({
        status,
        text: texts('shipment_status', String(status)),
        count,
      })),
  }
}

/** Drops what was only asked about, and results after a season. */
async function dropOld(tx: Tx): Promise<void> {
  await sql`delete from order_task as k
    where ${tx.rows('orderTask').where('k')} and k.user_id = ${tx.principal.userId}
      and ((k.status = 'prepared' and k.create_time < now() - interval '1 hour')
        or (k.finished_at < now() - interval '90 days'))`.execute(tx.db)
}
