import type { ClientBase } from 'pg'

export interface StockOrder {
  id: string
  serialNumber: string
  customerId: string
  depotId: string
  createBy: string | null
  createTime: string
  /** Pieces by SKU. */
  pieces: Record<string, number> | null
}
export interface Lot {
  id: string
  customerId: string
  sku: string
  skuId: string
  available: number
}
interface Taken {
  orderId: string
  skuId: string
  balanceId: string
  quantity: number
}
interface Line {
  orderId: string
  orderNo: string
  sku: string
  customerId: string
  quantity: number
  reserved: number
}

/**
 * Gives orders the pieces of their lines, first expiring first. Answers those that have all of
 * them.
 */
export async function bookStock(
  client: ClientBase,
  tenantId: string,
  orders: readonly StockOrder[],
  lots: readonly Lot[],
): Promise<string[]> {
  const left = new Map(lots.map((lot) => [lot.id, lot.available]))
  const taken: Taken[] = []
  const lines = orders.flatMap((order) =>
    Object.entries(order.pieces ?? {}).map(([sku, quantity]): Line => {
      let missing = quantity
      for (const lot of lots.filter(
        (one) => one.sku === sku && one.customerId === order.customerId,
      )) {
        const pieces = Math.min(missing, left.get(lot.id) ?? 0)
        if (pieces === 0) continue
        left.set(lot.id, (left.get(lot.id) ?? 0) - pieces)
        taken.push({ orderId: order.id, skuId: lot.skuId, balanceId: lot.id, quantity: pieces })
        missing -= pieces
      }
      return {
        orderId: order.id,
        orderNo: order.serialNumber,
        sku,
        customerId: order.customerId,
        quantity,
        reserved: quantity - missing,
      }
    }),
  )
  await client.query(
    `with given as (select * from jsonb_to_recordset($2::jsonb) as x("orderId" bigint,
        "skuId" bigint, "balanceId" bigint, quantity int)),
      lines as (insert into stock_order_line (tenant_id, order_id, order_no, customer_id, depot_id,
          sku_id, quantity, reserved, waiting, create_by, create_time)
        select $1, s.id, s.serial_number, s.customer_id, s.depot_id, k.id, l.quantity, l.reserved,
          true, s.create_by, s.create_time
        from jsonb_to_recordset($3::jsonb) as l("orderId" bigint, sku text, quantity int,
            reserved int)
          join shipment s on s.tenant_id = $1 and s.id = l."orderId"
          join stock_sku k on k.tenant_id = $1 and k.customer_id = s.customer_id and k.sku = l.sku
        returning id, order_id, order_no, sku_id),
      reservations as (insert into stock_reservation (tenant_id, line_id, order_id, balance_id,
          quantity)
        select $1, l.id, l.order_id, g."balanceId", g.quantity
        from given g join lines l on l.order_id = g."orderId" and l.sku_id = g."skuId"),
      balances as (update stock_balance b set reserved = b.reserved + x.quantity
        from (select "balanceId" as id, sum(quantity)::int as quantity from given group by 1) x
        where b.tenant_id = $1 and b.id = x.id),
      states as (update shipment s set stock_state = x.state
        from (select "orderId" as id, case when sum(reserved) = sum(quantity) then 'reserved'
            when sum(reserved) > 0 then 'short' else 'backOrder' end as state
          from jsonb_to_recordset($3::jsonb) as l("orderId" bigint, quantity int, reserved int)
          group by 1) x
        where s.tenant_id = $1 and s.id = x.id)
    insert into stock_entry (tenant_id, balance_id, customer_id, depot_id, sku_id, lot, expiry_date,
        place_id, kind, quantity, ref_kind, ref_id, ref_no, create_by)
      select $1, b.id, b.customer_id, b.depot_id, b.sku_id, b.lot, b.expiry_date, b.place_id,
        'reserved', g.quantity, 'order', l.order_id, l.order_no, 'system'
      from given g join lines l on l.order_id = g."orderId" and l.sku_id = g."skuId"
        join stock_balance b on b.tenant_id = $1 and b.id = g."balanceId"`,
    [tenantId, JSON.stringify(taken), JSON.stringify(lines)],
  )
  const short = new Set(
    lines.filter((line) => line.reserved < line.quantity).map((line) => line.orderId),
  )
  const having = new Set(lines.map((line) => line.orderId))
  return orders.map((order) => order.id).filter((id) => having.has(id) && !short.has(id))
}
