import { sql } from 'kysely'
import type { OrderStockLine } from '#contracts/orders/stock/stock-waves.ts'
import { requireKind } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'

interface Line {
  id: string
  sku: string
  nameCn: string | null
  nameEn: string | null
  quantity: number
  missing: number
  shipped: number
  waiting: boolean
}
interface Piece {
  lineId: string
  place: string
  lot: string | null
  expiryDate: string | null
  reserved: number
  picked: number
}

/** What an order has of stock, for all users who see the order. */
export async function readOrderStock(ctx: Ctx, { id }: { id: string }): Promise<OrderStockLine[]> {
  const order = await sql<{ kind: string }>`select s.shipment_resource as kind
    from ${ctx.rows('shipment').as('s')} where s.id = ${id}`.execute(ctx.db)
  requireKind(ctx, 'list', order.rows[0]?.kind ?? failMissing())
  const lines = await sql<Line>`select l.id, k.sku, k.name_cn, k.name_en,
      l.quantity, l.missing, l.shipped, l.waiting
    from ${ctx.rows('shipment').as('s')}
      join stock_order_line l on l.tenant_id = s.tenant_id and l.order_id = s.id
      join stock_sku k on k.tenant_id = l.tenant_id and k.id = l.sku_id
    where s.id = ${id} order by k.sku, l.id`.execute(ctx.db)
  const pieces = await sql<Piece>`select r.line_id,
      p.code as place, b.lot, b.expiry_date, r.quantity - r.picked as reserved, r.picked
    from ${ctx.rows('shipment').as('s')}
      join stock_reservation r on r.tenant_id = s.tenant_id and r.order_id = s.id
      join stock_balance b on b.tenant_id = r.tenant_id and b.id = r.balance_id
      join stock_place p on p.tenant_id = b.tenant_id and p.id = b.place_id
    where s.id = ${id} order by p.code, b.id`.execute(ctx.db)
  const ofLine = Map.groupBy(pieces.rows, ({ lineId }) => lineId)
  return lines.rows.map((line) => ({
    ...line,
    pieces: (ofLine.get(line.id) ?? []).map(({ lineId: _, ...piece }) => piece),
  }))
}
