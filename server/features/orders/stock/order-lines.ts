import { sql } from 'kysely'
import type { StockState } from '#contracts/orders/stock/stock.states.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'

export interface OrderLine {
  id: string
  orderId: string
  orderNo: string
  customerId: string
  depotId: string
  skuId: string
  sku: string
  quantity: number
  reserved: number
  picked: number
  shipped: number
  missing: number
  waiting: boolean
  picking: boolean
}

/** Locks the lines of orders by id. The orders themselves are locked, and within reach. */
export async function lockLines(tx: Tx, orderIds: readonly string[]): Promise<OrderLine[]> {
  if (orderIds.length === 0) return []
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<OrderLine>`select l.id, l.order_id, l.order_no, l.customer_id,
      l.depot_id, l.sku_id,
      (select k.sku from stock_sku k where k.tenant_id = l.tenant_id and k.id = l.sku_id) as sku,
      l.quantity, l.reserved, l.picked, l.shipped, l.missing, l.waiting, l.picking
    from stock_order_line as l
    where ${tenant.rows('stockOrderLine').where('l')} and l.order_id = any(${orderIds}::bigint[])
    order by l.id for update of l`.execute(tx.db)
  return found.rows
}

type Figures = Pick<
  OrderLine,
  'quantity' | 'reserved' | 'picked' | 'shipped' | 'missing' | 'waiting' | 'picking'
>

/** How an order is off for stock, by its lines. */
export function deriveStockState(lines: readonly Figures[]): StockState {
  const sum = (of: (line: Figures) => number) => lines.reduce((all, line) => all + of(line), 0)
  const quantity = sum((line) => line.quantity)
  const missing = sum((line) => line.missing)
  if (quantity === 0) return 'none'
  if (sum((line) => line.shipped) === quantity) return 'shipped'
  if (lines.some((line) => line.picking)) return 'picking'
  if (missing > 0) {
    if (missing < quantity) return 'short'
    return lines.some((line) => line.waiting) ? 'backOrder' : 'none'
  }
  return sum((line) => line.reserved) === 0 ? 'picked' : 'reserved'
}

/** The states of orders as they are now, by order id. */
export async function stockStates(
  tx: Tx,
  orderIds: readonly string[],
): Promise<Map<string, StockState>> {
  const lines = Map.groupBy(await lockLines(tx, orderIds), (line) => line.orderId)
  return new Map(orderIds.map((id) => [id, deriveStockState(lines.get(id) ?? [])]))
}

/** Numbers of the orders of these parcels that take from stock and are not picked whole. */
export async function unpickedOrders(ctx: Ctx, parcelIds: readonly string[]): Promise<string[]> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{ orderNo: string }>`select distinct l.order_no
    from ${tenant.rows('parcel').as('p')}
      join stock_order_line l on l.tenant_id = p.tenant_id and l.order_id = p.shipment_id
    where p.id = any(${parcelIds}::bigint[]) and l.picked + l.shipped < l.quantity
    order by l.order_no`.execute(ctx.db)
  return rows.map(({ orderNo }) => orderNo)
}
