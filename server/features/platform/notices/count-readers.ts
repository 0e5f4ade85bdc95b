import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { notices, ReadCount, Reader } from '#contracts/platform/messaging/notices.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { isWritten } from './notice-hooks.ts'
import { totalRows, pageResult, paging } from '#server/kit/resource/list-page.ts'

/** How many of the people it is for have read and acknowledged each announcement. */
export async function countReaders(
  ctx: Ctx,
  { ids }: In<typeof notices.readCounts>,
): Promise<Out<typeof notices.readCounts>> {
  const found = await sql<
    ReadCount & { id: string }
  >`select a.id, count(s.id) filter (where s.read_flag = '1')::int as read,
      count(s.id) filter (where s.ack_time is not null)::int as acknowledged, count(*)::int as total
    from ${ctx.rows('sysAnnouncement').as('a')} join sys_user u on u.tenant_id = a.tenant_id
      and u.del_flag = 0 and u.status = 1
      left join sys_announcement_send s on s.tenant_id = a.tenant_id and s.annt_id = a.id
        and s.user_id = u.id and s.for_user_ids is null
    where a.id = any(${ids}::bigint[]) and a.send_status <> '0'
      and ${isWritten('a')} and (a.msg_type = 'ALL' or s.id is not null) group by a.id`.execute(
    ctx.db,
  )
  return Object.fromEntries(
    found.rows.map(({ id, read, acknowledged, total }) => [id, { read, acknowledged, total }]),
  )
}

/** The people it is for, one by one: those who have not read it first. */
export async function listReaders(
  ctx: Ctx,
  query: In<typeof notices.readers>,
): Promise<Out<typeof notices.readers>> {
  const from = sql`from ${ctx.rows('sysAnnouncement').as('a')} join sys_user u
      on u.tenant_id = a.tenant_id and u.del_flag = 0 and u.status = 1
      left join sys_announcement_send s on s.tenant_id = a.tenant_id and s.annt_id = a.id
        and s.user_id = u.id and s.for_user_ids is null
    where a.id = ${query.id} and a.send_status <> '0'
      and ${isWritten('a')} and (a.msg_type = 'ALL' or s.id is not null)`
  const { offset, limit } = paging(query)
  const found =
    await sql<Reader>`select u.id, u.username, u.realname, coalesce(s.read_flag, '0') as read_flag,
        s.read_time, s.ack_time
    ${from} order by s.read_time desc nulls first, u.username
    limit ${limit} offset ${offset}`.execute(ctx.db)
  return pageResult(
    found.rows,
    await totalRows(ctx, from, { offset, limit }, found.rows.length),
    query,
  )
}
