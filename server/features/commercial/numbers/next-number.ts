import { sql } from 'kysely'
import { numberAt } from '#contracts/commercial/numbers/number-segments.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { patternOf } from './allocate-numbers.ts'
import { serviceOf } from './number-source.ts'
import { FREE } from './pool-states.ts'

interface SegmentRow {
  scheme: string
  prefix: string
  suffix: string
  checkRule: string | null
  startNo: string
  endNo: string
  nextNo: string
}

/**
 * The number the next parcel of a service would get, which stays free; null where none is left. A
 * source of the customer's own goes before a shared one.
 */
export async function nextNumber(
  ctx: Ctx,
  serviceId: string,
  customerId: string | null,
): Promise<string | null> {
  const service = await serviceOf(ctx, serviceId)
  const pooled = service.pools ? await nextOfPools(ctx, serviceId, customerId) : null
  return pooled ?? (service.segments ? await nextOfSegments(ctx, serviceId, customerId) : null)
}

async function nextOfSegments(
  ctx: Ctx,
  serviceId: string,
  customerId: string | null,
): Promise<string | null> {
  const found = await sql<SegmentRow>`select s.scheme, s.prefix, s.suffix,
      s.check_rule, s.start_no, s.end_no, s.next_no
    from ${ctx.rows('numberSegment').as('s')}
    where s.service_id = ${serviceId} and s.status = '1' and s.next_no <= s.end_no
      and (s.customer_id = ${customerId} or s.customer_id is null)
    order by s.customer_id nulls last, s.id limit 1`.execute(ctx.db)
  const segment = found.rows[0] && patternOf(found.rows[0])
  return segment ? numberAt(segment, segment.next) : null
}

async function nextOfPools(
  ctx: Ctx,
  serviceId: string,
  customerId: string | null,
): Promise<string | null> {
  const found = await sql<{ number: string }>`select x.number
    from ${ctx.rows('numberPool').as('p')}, lateral (
      select n.number from ${ctx.rows('numberPoolNumber').as('n')}
      where n.pool_id = p.id and n.state = ${FREE} order by n.id limit 1) as x
    where p.service_id = ${serviceId} and p.status = '1'
      and (p.customer_id = ${customerId} or p.customer_id is null)
    order by p.customer_id nulls last, p.id limit 1`.execute(ctx.db)
  return found.rows[0]?.number ?? null
}
