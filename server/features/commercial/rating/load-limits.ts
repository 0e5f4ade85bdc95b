import { sql } from 'kysely'
import type { ValidType } from '#contracts/commercial/rating.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

export interface LimitRow {
  id: string
  validType: ValidType
  minValue: string | null
  maxValue: string | null
}

/** The limits of a service, and those of its channel in the same words. */
export async function readLimits(ctx: Ctx, serviceId: string): Promise<LimitRow[]> {
  return (
    await sql<LimitRow>`select r.id::text as id, r.valid_type, r.min_value, r.max_value
      from ${ctx.rows('serviceRule').as('r')} where r.service_id = ${serviceId}
      union all
      select 'channel.' || x.type, x.type, null, x.max
      from ${ctx.rows('deliveryService').as('s')}
        join ${ctx.rows('channel').as('c')} on c.id = s.channel_id
        cross join lateral (values ('1', c.max_weight / 1000.0), ('2', c.max_side / 10.0),
          ('3', c.max_girth / 10.0)) as x(type, max)
      where s.id = ${serviceId} and x.max is not null
      order by 1`.execute(ctx.db)
  ).rows
}
