import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { stockNotFound } from '#contracts/orders/stock/stock.events.ts'
import { WAVE, whyNotWave, type WaveAction } from '#contracts/orders/stock/stock.states.ts'
import type { stockWaves, WaveDetail } from '#contracts/orders/stock/stock-waves.ts'
import { lockOrders, setStockStates } from '#server/features/orders/shipments/index.ts'
import {
  inOwnDepot,
  openMissing,
  pickStock,
  setPicking,
  stockStates,
} from '#server/features/orders/stock/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failFields, failMissing, type RawIssue } from '#server/kit/http/errors.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { translate } from '#server/kit/http/texts.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import { readWave } from './read-wave.ts'
import { change } from '#server/kit/db/change.ts'

const OPEN_MAX = 500

/** Orders a new wave may take: all their pieces are reserved, and none is picking them. */
export async function openOrders(
  ctx: Ctx,
  { depotId }: In<typeof stockWaves.open>,
): Promise<Out<typeof stockWaves.open>> {
  const found = await sql<{
    id: string
    serialNumber: string
    customerName: string
    depotCode: string
    pieces: number
    skus: number
    createTime: string
  }>`select s.id, s.serial_number, c.name as customer_name, d.code as depot_code,
      coalesce(sum(l.reserved), 0)::int as pieces, count(l.id)::int as skus, s.create_time
    from ${ctx.rows('shipment').as('s')}
      join customer c on c.tenant_id = s.tenant_id and c.id = s.customer_id
      join depot d on d.tenant_id = s.tenant_id and d.id = s.depot_id
      join stock_order_line l on l.tenant_id = s.tenant_id and l.order_id = s.id
    where s.stock_state = 'reserved'
      and (${depotId ?? null}::bigint is null or s.depot_id = ${depotId ?? null}::bigint)
    group by s.id, s.serial_number, c.name, d.code, s.create_time
    order by s.create_time, s.id limit ${OPEN_MAX}`.execute(ctx.db)
  return found.rows
}

/** Starts the picking of orders of one depot. */
export function addWave(
  ctx: Ctx,
  { depotId, ids, remark }: In<typeof stockWaves.add>,
): Promise<WaveDetail> {
  return inTx(ctx, async (tx) => {
    const depot = await sql`select 1 from ${tx.rows('depot').as('d')}
      where d.id = ${depotId}`.execute(tx.db)
    if (depot.rows.length === 0 || !inOwnDepot(tx, depotId))
      failFields([{ path: 'depotId', code: 'field.ref' }])
    const orderIds = [...new Set(ids)]
    await lockOrders(tx, orderIds)
    await refuseUnready(tx, depotId, orderIds)
    const [no] = await nextSerialNumbers(tx, 'stock_wave', 'WV', 1)
    const made = await sql<{ id: string }>`insert into stock_wave (tenant_id, no, depot_id, remark,
        create_by)
      values (${tx.principal.tenantId}, ${no}, ${depotId}, ${remark || null},
        ${tx.principal.username}) returning id`.execute(tx.db)
    const { id } = made.rows[0]!
    // An order that was withdrawn while it was picked is still on its old wave.
    await closeMembers(tx, sql`o.shipment_id = any(${orderIds}::bigint[])`)
    await sql`insert into stock_wave_order (tenant_id, wave_id, shipment_id)
      select ${tx.principal.tenantId}::bigint, ${id}::bigint, x
      from unnest(${orderIds}::bigint[]) as x`.execute(tx.db)
    await setPicking(tx, orderIds, true)
    await setStockStates(tx, await stockStates(tx, orderIds))
    await tx.audit('stock_wave', id, 'add', null, { no, orders: orderIds.length })
    return readWave(tx, { id })
  })
}

/** Each order is of this depot, within reach, and has all its pieces. */
async function refuseUnready(tx: Tx, depotId: string, orderIds: readonly string[]): Promise<void> {
  const found = await sql<{
    id: string
    serialNumber: string
    depotId: string
    stockState: string
  }>`select s.id, s.serial_number, s.depot_id, s.stock_state
    from ${tx.rows('shipment').as('s')} where s.id = any(${orderIds}::bigint[])`.execute(tx.db)
  const orders = new Map(found.rows.map((row) => [row.id, row]))
  const issues = orderIds.flatMap((id, at): RawIssue[] => {
    const order = orders.get(id)
    if (!order) return [{ path: `ids.${at}`, code: 'field.ref' }]
    if (order.depotId !== depotId || order.stockState !== 'reserved')
      return [
        { path: `ids.${at}`, code: 'stockWave.notReady', data: { label: order.serialNumber } },
      ]
    return []
  })
  if (issues.length > 0) failFields(issues)
}

const closeMembers = (tx: Tx, which: ReturnType<typeof sql>) =>
  sql`update stock_wave_order as o set open = false
    where ${asSystem(tx, tx.principal.tenantId).rows('stockWaveOrder').where('o')}
      and o.open and ${which}`.execute(tx.db)

interface LockedWave {
  id: string
  no: string
  status: string
  depotId: string
  orderIds: string[]
}

/** Locks a wave and then its orders, or gives the reason why the action is not open now. */
async function lockWave(tx: Tx, id: string, action: WaveAction): Promise<LockedWave> {
  const found = await sql<Omit<LockedWave, 'orderIds'>>`select w.id, w.no, w.status, w.depot_id
    from stock_wave as w
    where ${tx.rows('stockWave').where('w')} and w.id = ${id} for update`.execute(tx.db)
  const wave = found.rows[0] ?? failMissing()
  const closed = whyNotWave(action, wave.status)
  if (closed) {
    const texts = await dictTexts(tx)
    fail(closed, { label: wave.no, status: texts('stock_wave_status', wave.status) })
  }
  const members = await sql<{ id: string }>`select o.shipment_id as id
    from ${tx.rows('stockWaveOrder').as('o')}
    where o.wave_id = ${id} and o.open order by o.shipment_id`.execute(tx.db)
  const orderIds = members.rows.map((row) => row.id)
  // The right to close the wave covers all of it.
  await lockOrders(asSystemTx(tx, tx.principal.tenantId), orderIds)
  return { ...wave, orderIds }
}

/**
 * Books what was picked. A place where pieces were not found gives nothing more until it was
 * counted; orders that had its pieces have others, or wait for them.
 */
export function closeWave(
  ctx: Ctx,
  { id, picks }: In<typeof stockWaves.close>,
): Promise<WaveDetail> {
  return inTx(ctx, async (tx) => {
    const wave = await lockWave(tx, id, 'close')
    const wanted = new Map(
      (await readWave(tx, { id })).picks.map((one) => [one.balanceId, one.quantity]),
    )
    const places = picks.map((one) => one.balanceId)
    const issues = picks.flatMap(({ balanceId, picked }, at): RawIssue[] => {
      if (places.indexOf(balanceId) < at)
        return [{ path: `picks.${at}.balanceId`, code: 'stockWave.placeTwice' }]
      const quantity = wanted.get(balanceId)
      if (quantity === undefined) return [{ path: `picks.${at}.balanceId`, code: 'field.ref' }]
      return picked > quantity ? [{ path: `picks.${at}.picked`, code: 'field.tooLarge' }] : []
    })
    if (issues.length > 0) failFields(issues)
    const short = await pickStock(tx, wave.orderIds, picks)
    await endWave(tx, wave, WAVE.closed)
    if (short.length > 0) {
      await openMissing(
        tx,
        wave.depotId,
        short,
        translate(tx.lang, 'waves', 'count.remark', { no: wave.no }),
      )
      await tx.emit(stockNotFound, { balanceIds: short, orderIds: wave.orderIds })
    }
    return readWave(tx, { id })
  })
}

/** Ends a wave without picking anything; its orders may go into another. */
export function dropWave(ctx: Ctx, { id }: { id: string }): Promise<WaveDetail> {
  return inTx(ctx, async (tx) => {
    await endWave(tx, await lockWave(tx, id, 'drop'), WAVE.dropped)
    return readWave(tx, { id })
  })
}

async function endWave(tx: Tx, wave: LockedWave, status: string): Promise<void> {
  await setPicking(tx, wave.orderIds, false)
  await setStockStates(tx, await stockStates(tx, wave.orderIds))
  await closeMembers(tx, sql`o.wave_id = ${wave.id}`)
  await change(
    tx,
    'stockWave',
    wave,
    { status, closedAt: sql`now()`, closedBy: tx.principal.username },
    { unlogged: ['closedAt', 'closedBy'] },
  )
}
