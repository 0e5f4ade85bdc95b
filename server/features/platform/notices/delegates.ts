import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'

/**
 * Those who stand in for some of these people today, each with for whom. It hands over no rights: a
 * notice is all they get.
 */
export async function delegatesFor(
  tx: Tx,
  userIds: readonly string[],
): Promise<{ id: string; forUserIds: string[] }[]> {
  const found = await sql<{ id: string; forUserIds: string[] }>`with g as materialized (
      -- Found first: there are few, and people are many.
      select a.* from ${tx.rows('sysUserAgent').as('a')}
      where a.user_id = any(${userIds}::bigint[]) and a.status = 1 and (a.start_time is null
      or a.start_time <= now()) and (a.end_time is null or a.end_time > now()))
    select s.id, array_agg(g.user_id::text order by g.user_id) as for_user_ids from g
    join ${tx.rows('sysUser').as('s')} on s.id = g.agent_user_id and s.del_flag = 0 and s.status = 1
    group by s.id order by s.id`.execute(tx.db)
  return found.rows
}

/**
 * Receipts of a notice: its people's own, and those of who stands in for them, unless it is theirs
 * anyway. Answers who has one now.
 */
export async function giveReceipts(
  tx: Tx,
  anntId: string,
  userIds: readonly string[],
  { standIns = true, onlyStandIns = false } = {},
): Promise<{ own: string[]; forOthers: string[] }> {
  const own = onlyStandIns ? [] : [...userIds]
  const others = (standIns ? await delegatesFor(tx, userIds) : []).filter(
    ({ id }) => !own.includes(id),
  )
  await sql`insert into sys_announcement_send (tenant_id, annt_id, user_id)
    select ${tx.principal.tenantId}, ${anntId}, unnest(${own}::bigint[])`.execute(tx.db)
  for (const { id, forUserIds } of others) {
    await sql`insert into sys_announcement_send (tenant_id, annt_id, user_id, for_user_ids)
      values (${tx.principal.tenantId}, ${anntId}, ${id}, ${forUserIds}::bigint[])`.execute(tx.db)
  }
  return { own, forOthers: others.map(({ id }) => id) }
}
