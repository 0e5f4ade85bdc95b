import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import {
  COUNT,
  LINES_MAX,
  whyNotCount,
  type CountAction,
} from '#contracts/orders/stock/stock.states.ts'
import type { CountDetail, stockCounts } from '#contracts/orders/stock/stock-counts.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failDenied, failFields, failMissing } from '#server/kit/http/errors.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { inOwnDepot } from './places.ts'
import { readCount } from './read-count.ts'

/** What a line may differ without approval, in per cent, unless an approver agrees. */
const TOLERANCE = 2

export interface LockedCount {
  id: string
  no: string
  status: string
  depotId: string
  tolerance: number
  countedBy: string | null
  countedAt: string | null
}

/** Locks a count within the caller's reach for an action, or gives the reason why it is not open now. */
export async function lockCount(tx: Tx, id: string, action: CountAction): Promise<LockedCount> {
  const found = await sql<LockedCount>`select c.id, c.no, c.status, c.depot_id, c.tolerance,
      c.counted_by, c.counted_at
    from stock_count as c
    where ${tx.rows('stockCount').where('c')} and c.id = ${id} for update`.execute(tx.db)
  const count = found.rows[0] ?? failMissing()
  const closed = whyNotCount(action, count.status)
  if (closed) {
    const texts = await dictTexts(tx)
    fail(closed, { label: count.no, status: texts('stock_count_status', count.status) })
  }
  return count
}

/** Opens a count over places or SKUs of a depot: a line for each balance that holds goods. */
export function addCount(
  ctx: Ctx,
  { depotId, placeIds, skuIds, tolerance, remark }: In<typeof stockCounts.add>,
): Promise<CountDetail> {
  return inTx(ctx, async (tx) => {
    const depot = await sql`select 1 from ${tx.rows('depot').as('d')}
      where d.id = ${depotId}`.execute(tx.db)
    if (depot.rows.length === 0 || !inOwnDepot(tx, depotId))
      failFields([{ path: 'depotId', code: 'field.ref' }])
    if (placeIds.length + skuIds.length === 0)
      failFields([{ path: 'placeIds', code: 'stockCount.nothingChosen' }])
    // Who counts does not decide how wrong the count may be.
    if (typeof tolerance === 'number' && !tx.can('stock:count:approve')) failDenied()
    const found = await sql<{ id: string }>`select b.id from ${tx.rows('stockBalance').as('b')}
      where b.depot_id = ${depotId} and b.on_hand > 0
        and (${placeIds.length === 0} or b.place_id = any(${placeIds}::bigint[]))
        and (${skuIds.length === 0} or b.sku_id = any(${skuIds}::bigint[]))
      order by b.id limit ${LINES_MAX + 1}`.execute(tx.db)
    if (found.rows.length === 0) fail('stockCount.nothingThere')
    if (found.rows.length > LINES_MAX) fail('stockCount.tooMany', { max: LINES_MAX })
    const id = await openCount(tx, depotId, {
      balanceIds: found.rows.map((row) => row.id),
      tolerance: tolerance ?? TOLERANCE,
      remark: remark || null,
    })
    return readCount(tx, { id })
  })
}

/** A new count over these balances. */
export async function openCount(
  tx: Tx,
  depotId: string,
  of: { balanceIds: readonly string[]; tolerance?: number; remark: string | null },
): Promise<string> {
  const [no] = await nextSerialNumbers(tx, 'stock_count', 'SC', 1)
  const made = await sql<{ id: string }>`insert into stock_count (tenant_id, no, depot_id,
      tolerance, remark, create_by)
    values (${tx.principal.tenantId}, ${no}, ${depotId}, ${of.tolerance ?? TOLERANCE},
      ${of.remark}, ${tx.principal.username}) returning id`.execute(tx.db)
  const { id } = made.rows[0]!
  await sql`insert into stock_count_line (tenant_id, count_id, balance_id)
    select ${tx.principal.tenantId}::bigint, ${id}::bigint, x
    from unnest(${of.balanceIds}::bigint[]) as x`.execute(tx.db)
  await tx.audit('stock_count', id, 'add', null, { no, lines: of.balanceIds.length })
  return id
}

/** Stores what was counted so far. */
export function enterCount(
  ctx: Ctx,
  { id, lines }: In<typeof stockCounts.enter>,
): Promise<CountDetail> {
  return inTx(ctx, async (tx) => {
    await lockCount(tx, id, 'enter')
    const done = await sql<{ id: string }>`update stock_count_line as l set counted = x.counted
      from unnest(${lines.map((line) => line.id)}::bigint[],
        ${lines.map((line) => line.counted)}::int[]) as x(id, counted)
      where ${tx.rows('stockCountLine').where('l')} and l.count_id = ${id} and l.id = x.id
      returning l.id`.execute(tx.db)
    const known = new Set(done.rows.map((row) => row.id))
    const unknown = lines.findIndex((line) => !known.has(line.id))
    if (unknown >= 0) failFields([{ path: `lines.${unknown}.id`, code: 'field.ref' }])
    await setCount(tx, id, COUNT.counting)
    return readCount(tx, { id })
  })
}

/** Ends a count without booking anything. */
export function dropCount(ctx: Ctx, { id }: { id: string }): Promise<CountDetail> {
  return inTx(ctx, async (tx) => {
    const count = await lockCount(tx, id, 'drop')
    await setCount(tx, id, COUNT.dropped)
    await tx.audit('stock_count', id, 'edit', { status: count.status }, { status: COUNT.dropped })
    return readCount(tx, { id })
  })
}

/** Moves a count to a status; who handed it in or approved it is noted with the first of each. */
export async function setCount(
  tx: Tx,
  id: string,
  status: string,
  by: { counted?: true; approved?: true } = {},
): Promise<void> {
  const user = tx.principal.username
  await sql`update stock_count as c set status = ${status}, version = version + 1,
      counted_by = case when ${by.counted ?? false} then ${user} else counted_by end,
      counted_at = case when ${by.counted ?? false} then now() else counted_at end,
      approved_by = case when ${by.approved ?? false} then ${user} else approved_by end,
      approved_at = case when ${by.approved ?? false} then now() else approved_at end,
      update_by = ${user}, update_time = now()
    where ${asSystem(tx, tx.principal.tenantId).rows('stockCount').where('c')}
      and c.id = ${id}`.execute(tx.db)
}
