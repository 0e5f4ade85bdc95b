import { sql } from 'kysely'
import { SERVICE_BEFORE } from '#contracts/orders/order-changes.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'

/**
 * The service an order is to have. The one before is found in its history: of its last change, and
 * only while that was the last thing changed in the order.
 */
export async function serviceOf(ctx: Ctx, id: string, asked: string): Promise<string> {
  if (asked !== SERVICE_BEFORE) return asked
  const found = await sql<{ id: string }>`select v.id
    from ${ctx.rows('orderHistory').as('h')}
      join ${ctx.rows('shipment').as('s')} on s.id = h.shipment_id
      join ${ctx.rows('deliveryService').as('v')} on v.code = h.from_value
    where h.shipment_id = ${id} and h.action = 'service' and h.create_time = s.update_time
    order by h.id desc limit 1`.execute(ctx.db)
  return found.rows[0]?.id ?? fail('service.noneBefore')
}
