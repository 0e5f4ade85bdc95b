import { sql } from 'kysely'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

interface Shipper {
  id: string
  name: string
  company: string | null
  phone: string | null
  email: string | null
  taxNumber: string | null
  country: string
  state: string | null
  city: string
  postalCode: string | null
  street: string
  house: string | null
  address1: string | null
  address2: string | null
}

/** Orders that name a shipper of the address book, with its address as their sender. */
export async function withShippers(
  ctx: Ctx,
  orders: readonly OrderDetail[],
): Promise<OrderDetail[]> {
  const ids = orders.flatMap(({ sender, shipperId }) =>
    sender === null && shipperId !== null ? [shipperId] : [],
  )
  if (ids.length === 0) return [...orders]
  const found = await sql<Shipper>`select id, name, company, phone, email,
      tax_number, country, state, city, postal_code, street, house, address1, address2
    from ${asSystem(ctx, ctx.principal.tenantId).rows('shipper').as('s')}
    where s.id = any(${ids}::bigint[])`.execute(ctx.db)
  const known = new Map(found.rows.map(({ id, ...address }) => [id, address]))
  return orders.map((order) =>
    order.sender === null && order.shipperId !== null
      ? { ...order, sender: known.get(order.shipperId) ?? null }
      : order,
  )
}
