import { sql } from 'kysely'
import { stockArrived } from '#contracts/orders/stock/stock.events.ts'
import { COUNT } from '#contracts/orders/stock/stock.states.ts'
import type { CountDetail } from '#contracts/orders/stock/stock-counts.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { lockCount, setCount, type LockedCount } from './counts.ts'
import { lockBalances, post, setToCount, type LockedBalance, type Movement } from './ledger.ts'
import { isBeyond, readCount } from './read-count.ts'

interface Line {
  id: string
  balanceId: string
  expected: number | null
  counted: number | null
}

/** Hands a count in. Within the tolerance it is booked now, beyond it another user decides. */
export function submitCount(ctx: Ctx, { id }: { id: string }): Promise<CountDetail> {
  return inTx(ctx, async (tx) => {
    const count = await lockCount(tx, id, 'submit')
    const lines = await linesOf(tx, id)
    if (lines.some((line) => line.counted === null)) fail('stockCount.incomplete')
    const balances = new Map(
      (
        await lockBalances(
          tx,
          lines.map((line) => line.balanceId),
        )
      ).map((one) => [one.id, one]),
    )
    const compared = lines.map((line) => ({
      ...line,
      expected: onPlace(balances.get(line.balanceId)!),
    }))
    const tenant = asSystem(tx, tx.principal.tenantId)
    await sql`update stock_count_line as l set expected = x.expected
      from unnest(${compared.map((line) => line.id)}::bigint[],
        ${compared.map((line) => line.expected)}::int[]) as x(id, expected)
      where ${tenant.rows('stockCountLine').where('l')} and l.id = x.id`.execute(tx.db)
    const beyond = compared.some((line) => isBeyond(line, count.tolerance))
    await setCount(tx, id, beyond ? COUNT.toApprove : COUNT.done, { counted: true })
    if (!beyond) await book(tx, count, compared)
    await tx.audit(
      'stock_count',
      id,
      'edit',
      { status: count.status },
      { status: beyond ? COUNT.toApprove : COUNT.done },
    )
    return readCount(tx, { id })
  })
}

/** Books differences beyond the tolerance; who counted cannot approve them. */
export function approveCount(ctx: Ctx, { id }: { id: string }): Promise<CountDetail> {
  return inTx(ctx, async (tx) => {
    const count = await lockCount(tx, id, 'approve')
    // During an impersonation the administrator behind it counts as well.
    const { username, actor } = tx.principal
    if ([username, actor?.username].includes(count.countedBy ?? ''))
      fail('stockCount.ownCount', { label: count.no })
    const lines = await linesOf(tx, id)
    await refuseOutdated(tx, count, lines)
    await setCount(tx, id, COUNT.done, { approved: true })
    await book(tx, count, lines)
    await tx.audit('stock_count', id, 'edit', { status: count.status }, { status: COUNT.done })
    return readCount(tx, { id })
  })
}

/** Another count has booked on these places since: its difference would be booked twice. */
async function refuseOutdated(tx: Tx, count: LockedCount, lines: readonly Line[]): Promise<void> {
  const balanceIds = lines.map((line) => line.balanceId)
  await lockBalances(tx, balanceIds)
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<{ refNo: string | null }>`select e.ref_no
    from ${tenant.rows('stockEntry').as('e')}
    where e.balance_id = any(${balanceIds}::bigint[]) and e.ref_kind = 'count'
      and e.ref_id <> ${count.id} and e.create_time > ${count.countedAt}
    order by e.id desc limit 1`.execute(tx.db)
  const other = found.rows[0]
  if (other) fail('stockCount.outdated', { label: count.no, other: other.refNo ?? '' })
}

/** Sends a count back; what was entered stays until it is counted again. */
export function recount(ctx: Ctx, { id }: { id: string }): Promise<CountDetail> {
  return inTx(ctx, async (tx) => {
    const count = await lockCount(tx, id, 'recount')
    await setCount(tx, id, COUNT.counting)
    await tx.audit('stock_count', id, 'edit', { status: count.status }, { status: COUNT.counting })
    return readCount(tx, { id })
  })
}

/** What was picked is on record and has left its place. */
const onPlace = (balance: LockedBalance) => balance.onHand - balance.picked

async function linesOf(tx: Tx, id: string): Promise<Line[]> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<Line>`select l.id, l.balance_id, l.expected, l.counted
    from ${tenant.rows('stockCountLine').as('l')}
    where l.count_id = ${id} order by l.balance_id`.execute(tx.db)
  return found.rows
}

/**
 * The difference found when it was counted is booked, whatever moved since. Pieces that orders have
 * cannot be booked away: their orders are released first.
 */
async function book(tx: Tx, count: LockedCount, lines: readonly Line[]): Promise<void> {
  const movements = lines
    .map((line): Movement => ({
      balanceId: line.balanceId,
      kind: 'adjusted',
      quantity: (line.counted ?? 0) - (line.expected ?? 0),
    }))
    .filter(({ quantity }) => quantity !== 0)
  const counted = lines.map((line) => line.balanceId)
  const balances = await lockBalances(tx, counted)
  const short = movements.filter(
    (one) => (balances.find(({ id }) => id === one.balanceId)?.available ?? 0) + one.quantity < 0,
  )
  if (short.length > 0)
    fail('stockCount.reserved', {
      label: count.no,
      list: await skuWords(
        tx,
        short.map((one) => one.balanceId),
      ),
    })
  await post(tx, movements, { kind: 'count', id: count.id, no: count.no })
  await setToCount(tx, counted, false)
  const more = movements.filter((one) => one.quantity > 0).map((one) => one.balanceId)
  const again = balances.filter((one) => one.toCount).map((one) => one.id)
  await announceFound(tx, [...new Set([...more, ...again])])
}

async function skuWords(tx: Tx, balanceIds: readonly string[]): Promise<string> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<{ sku: string }>`select distinct k.sku
    from ${tenant.rows('stockBalance').as('b')}
      join stock_sku k on k.tenant_id = b.tenant_id and k.id = b.sku_id
    where b.id = any(${balanceIds}::bigint[]) order by k.sku`.execute(tx.db)
  return found.rows.map(({ sku }) => sku).join(', ')
}

/** Orders that wait may have what was found, and what may be taken again. */
async function announceFound(tx: Tx, balanceIds: readonly string[]): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<{ customerId: string; depotId: string; skuIds: string[] }>`select
      b.customer_id, b.depot_id, array_agg(distinct b.sku_id)::text[] as sku_ids
    from ${tenant.rows('stockBalance').as('b')} where b.id = any(${balanceIds}::bigint[])
    group by b.customer_id, b.depot_id order by b.customer_id, b.depot_id`.execute(tx.db)
  for (const arrived of found.rows) await tx.emit(stockArrived, arrived)
}
