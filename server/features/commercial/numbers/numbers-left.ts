import { sql } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { FREE } from './pool-states.ts'
import { serviceOf } from './number-source.ts'

/** Numbers an order of a customer could get from a service now, counted up to `wanted`. */
export async function numbersLeft(
  ctx: Ctx,
  { serviceId, customerId, wanted }: { serviceId: string; customerId: string; wanted: number },
): Promise<{ left: number; service: string }> {
  const service = await serviceOf(ctx, serviceId)
  const system = asSystem(ctx, ctx.principal.tenantId)
  let left = 0
  if (service.segments) {
    const found = await sql<{ left: string }>`select coalesce(sum(least(${wanted},
        s.end_no - s.next_no + 1)), 0)::bigint as left from ${system.rows('numberSegment').as('s')}
      where s.service_id = ${serviceId} and s.status = '1' and s.next_no <= s.end_no
        and (s.customer_id = ${customerId} or s.customer_id is null)`.execute(ctx.db)
    left += Number(found.rows[0]?.left ?? 0)
  }
  if (service.pools && left < wanted) {
    const found = await sql<{ left: number }>`select count(*)::int as left from (
        select 1 from ${system.rows('numberPoolNumber').as('n')}
          join ${system.rows('numberPool').as('p')} on p.id = n.pool_id
        where p.service_id = ${serviceId} and p.status = '1' and n.state = ${FREE}
          and (p.customer_id = ${customerId} or p.customer_id is null)
        limit ${wanted - left}) as counted`.execute(ctx.db)
    left += found.rows[0]?.left ?? 0
  }
  return { left: Math.min(left, wanted), service: service.label }
}
