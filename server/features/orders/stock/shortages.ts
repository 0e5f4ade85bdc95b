import { sql, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { stockShortages, stockShortageList } from '#contracts/orders/stock/stock-shortages.ts'
import { NOTICE } from '#contracts/orders/stock/stock.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** Lines that wait for pieces. */
export const shortageHooks: Hooks<typeof stockShortageList> = {
  listQuery: () => [sql<SqlBool>`t.waiting and t.missing > 0`],
}

/** What is on its way for the SKUs of these lines, to the depot of each. */
export async function incomingFor(
  ctx: Ctx,
  { ids }: In<typeof stockShortages.incoming>,
): Promise<Out<typeof stockShortages.incoming>> {
  const found = await sql<{
    id: string
    incoming: number
    expectedDate: string | null
    notices: string[]
  }>`select l.id, coalesce(sum(greatest(i.expected - i.received, 0)), 0)::int as incoming,
      min(i.expected_date) as expected_date,
      coalesce(array_agg(i.no order by i.no) filter (where i.no is not null), '{}') as notices
    from ${ctx.rows('stockOrderLine').as('l')} left join (
        select n.no, n.depot_id, n.expected_date, x.sku_id, x.expected, x.received
        from ${ctx.rows('stockNotice').as('n')}
          join stock_notice_line x on x.tenant_id = n.tenant_id and x.notice_id = n.id
        where n.status in (${NOTICE.announced}, ${NOTICE.receiving}) and x.expected > x.received)
        as i on i.sku_id = l.sku_id and i.depot_id = l.depot_id
    where l.id = any(${ids}::bigint[]) group by l.id`.execute(ctx.db)
  return Object.fromEntries(found.rows.map(({ id, ...incoming }) => [id, incoming]))
}

/** Orders that wait for any of these SKUs in a depot, those waiting longest first. */
export async function waitingOrders(
  ctx: Ctx,
  { customerId, depotId, skuIds }: { customerId: string; depotId: string; skuIds: string[] },
): Promise<string[]> {
  const found = await sql<{ orderId: string }>`select l.order_id
    from ${ctx.rows('stockOrderLine').as('l')}
    where l.waiting and l.missing > 0 and l.customer_id = ${customerId} and l.depot_id = ${depotId}
      and l.sku_id = any(${skuIds}::bigint[])
    group by l.order_id order by min(l.create_time), l.order_id`.execute(ctx.db)
  return found.rows.map(({ orderId }) => orderId)
}
