import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

/** Announcement `a` is out: released, not deleted, begun. */
export const isPublished: RawBuilder<SqlBool> = sql<SqlBool>`a.send_status = '1' and a.del_flag = 0
  and (a.start_time is null or a.start_time <= now())`

/** Announcement `a` stands above the others, until its end. */
export const isPinned: RawBuilder<SqlBool> = sql<SqlBool>`(a.pinned
  and (a.end_time is null or a.end_time > now()))`

/**
 * Gives the caller a receipt for every announcement to all users that is out and was not over
 * before they came (wire.md §8.1). Chosen people's receipts are made at the release. Run twice it
 * does nothing more.
 */
export async function publish(ctx: Ctx): Promise<void> {
  // What a role's data rules hide from writers is handed out all the same.
  const system = asSystem(ctx, ctx.principal.tenantId)
  await sql`insert into sys_announcement_send (tenant_id, annt_id, user_id)
    select a.tenant_id, a.id, u.id
    from ${system.rows('sysAnnouncement').as('a')} join sys_user u on u.id = ${ctx.principal.userId}
    where ${isPublished} and a.msg_type = 'ALL'
      and (a.end_time is null or a.end_time >= u.create_time)
      and not exists (select 1 from sys_announcement_send s
        where s.tenant_id = a.tenant_id and s.annt_id = a.id and s.user_id = u.id)
    on conflict do nothing`.execute(ctx.db)
}
