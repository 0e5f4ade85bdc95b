import { sql } from 'kysely'
import type { account, Delegate } from '#contracts/platform/session/account.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

/**
 * Who stands in for the caller here, and for whom the caller does; those to come as well, not those
 * that are over.
 */
export async function delegates(ctx: Ctx): Promise<Out<typeof account.standIns>> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<
    Delegate & { own: boolean }
  >`select u.realname, g.start_time, g.end_time, g.user_id = ${ctx.principal.userId} as own
    from ${system.rows('sysUserAgent').as('g')} join sys_user u on u.tenant_id = g.tenant_id
      and u.id = case when g.user_id = ${ctx.principal.userId} then g.agent_user_id
      else g.user_id end
    where (g.user_id = ${ctx.principal.userId} or g.agent_user_id = ${ctx.principal.userId})
      and g.status = 1 and (g.end_time is null or g.end_time > now()) and u.del_flag = 0
      and u.status = 1 order by g.start_time nulls first, g.id`.execute(ctx.db)
  const of = (own: boolean) =>
    found.rows
      .filter((row) => row.own === own)
      .map(({ realname, startTime, endTime }) => ({ realname, startTime, endTime }))
  return { mine: of(true)[0] ?? null, forOthers: of(false) }
}
