import { sql } from 'kysely'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { StockState } from '#contracts/orders/stock/stock.states.ts'
import {
  lockOrders,
  lockOrderStock,
  setStockStates,
} from '#server/features/orders/shipments/index.ts'
import {
  allocateStock,
  ordersAt,
  releaseStock,
  stockStates,
  takeElsewhere,
  waitingOrders,
} from '#server/features/orders/stock/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { inTx } from '#server/kit/db/tx.ts'

interface Order {
  serialNumber: string
  stockState: string
  lines: number
}

/** Orders get what they are missing, as far as there is any; one that gets nothing is reported. */
export function allocateOrders(ctx: Ctx, { ids }: { ids: string[] }): Promise<BulkResult> {
  return eachOrder(ctx, ids, async (tx, id, order) => {
    if (order.stockState === 'reserved') fail('stock.hasAll', { label: order.serialNumber })
    const before = order.stockState
    const missing = await allocateStock(tx, id)
    const after = await noteState(tx, id)
    if (missing.length > 0 && after === before)
      fail('stock.nothingFree', {
        label: order.serialNumber,
        list: missing.map((one) => `${one.sku} × ${one.missing}`).join(', '),
      })
  })
}

/** Their pieces are free again, and they wait for none. */
export const releaseOrders = (ctx: Ctx, { ids }: { ids: string[] }): Promise<BulkResult> =>
  eachOrder(ctx, ids, async (tx, id) => {
    await releaseStock(tx, id, 'release')
    await noteState(tx, id)
  })

/** Their pieces are free for others, and they wait for new ones. */
export const backOrderOrders = (ctx: Ctx, { ids }: { ids: string[] }): Promise<BulkResult> =>
  eachOrder(ctx, ids, async (tx, id) => {
    await releaseStock(tx, id, 'wait')
    await noteState(tx, id)
  })

function eachOrder(
  ctx: Ctx,
  ids: readonly string[],
  work: (tx: Tx, id: string, order: Order) => Promise<void>,
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      await lockOrders(tx, [id])
      const order = await stockOrder(tx, id)
      name(order.serialNumber)
      if (order.lines === 0) fail('stock.noLines', { label: order.serialNumber })
      await work(tx, id, order)
      await tx.audit(
        'shipment',
        id,
        'edit',
        { stockState: order.stockState },
        { stockState: (await stockOrder(tx, id)).stockState },
      )
      return order.serialNumber
    },
    async (tx, all) => {
      await lockOrders(tx, all)
      await lockOrderStock(tx, all)
    },
  )
}

async function stockOrder(tx: Tx, id: string): Promise<Order> {
  const found = await sql<Order>`select s.serial_number, s.stock_state,
      (select count(*)::int from stock_order_line l
        where l.tenant_id = s.tenant_id and l.order_id = s.id) as lines
    from ${tx.rows('shipment').as('s')} where s.id = ${id}`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}

async function noteState(tx: Tx, id: string): Promise<StockState> {
  const states = await stockStates(tx, [id])
  await setStockStates(tx, states)
  return states.get(id)!
}

/**
 * Goods came: orders that wait for them have them, those waiting longest first. Each by itself, so
 * no order waits for another's lock; run twice it comes to the same end.
 */
export async function allocateArrived(
  ctx: Ctx,
  arrived: { customerId: string; depotId: string; skuIds: string[] },
): Promise<void> {
  for (const id of await waitingOrders(ctx, arrived))
    await inTx(ctx, async (tx) => {
      await lockOrders(tx, [id])
      await allocateStock(tx, id)
      await noteState(tx, id)
    })
}

/**
 * Pieces were not found: orders that have pieces of these places, and those that were to be picked
 * there, take from other places or wait. Run twice it comes to the same end.
 */
export async function allocateElsewhere(
  ctx: Ctx,
  { balanceIds, orderIds }: { balanceIds: string[]; orderIds: string[] },
): Promise<void> {
  const there = await ordersAt(ctx, balanceIds)
  for (const id of new Set([...orderIds, ...there]))
    await inTx(ctx, async (tx) => {
      await lockOrders(tx, [id])
      await takeElsewhere(tx, id, balanceIds)
      await noteState(tx, id)
    })
}
