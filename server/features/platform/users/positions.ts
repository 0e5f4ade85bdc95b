import { sql } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { positions } from '#contracts/platform/people/positions.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/** How many people hold each position; those in the bin do not count. */
export async function positionCounts(ctx: Ctx): Promise<Out<typeof positions.counts>> {
  return (
    await sql<{
      id: string
      users: number
    }>`select p.id, count(u.id)::int as users from ${ctx.rows('sysPosition').as('p')}
    left join sys_user_position up on up.tenant_id = p.tenant_id and up.position_id = p.id
    left join sys_user u on u.tenant_id = up.tenant_id and u.id = up.user_id and u.del_flag = 0
    group by p.id`.execute(ctx.db)
  ).rows
}
