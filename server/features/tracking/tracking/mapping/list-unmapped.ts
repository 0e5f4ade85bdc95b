import { sql, type RawBuilder } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { tracking } from '#contracts/tracking/tracking.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

type Unmapped = Out<typeof tracking.unmapped>
interface Row {
  courier: string
  rawCode: string
  rawReason: string | null
  sample: string | null
  count: number
  firstAt: string
  lastAt: string
  total: number
}

/** Each code with its reason that no mapping row knows, once: `from … where …`. */
export const unmappedCodes = (ctx: Ctx): RawBuilder<unknown> =>
  sql`from (select distinct e.courier, e.raw_code, e.raw_reason
      from ${ctx.rows('trackingEvent').as('e')} where e.unmapped) as codes where true`

/**
 * Carriers' codes no mapping row knows, the commonest first, each with words the carrier put to it.
 */
export async function listUnmapped(
  ctx: Ctx,
  { pageNo, pageSize }: In<typeof tracking.unmapped>,
): Promise<Unmapped> {
  const found = await sql<Row>`select e.courier, coalesce(e.raw_code, '') as raw_code, e.raw_reason,
        max(e.raw_text) as sample, count(*)::int as count, min(e.received_at) as first_at,
        max(e.received_at) as last_at,
      count(*) over ()::int as total
    from ${ctx.rows('trackingEvent').as('e')} where e.unmapped
    group by e.courier, e.raw_code, e.raw_reason
    order by count(*) desc, e.courier, e.raw_code, e.raw_reason
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  const total = found.rows[0]?.total ?? 0
  return {
    records: found.rows.map(({ total: _, ...row }) => row),
    total,
    size: pageSize,
    current: pageNo,
    pages: Math.ceil(total / pageSize),
    capped: false,
  }
}
