import { sql } from 'kysely'
import type { Database } from '#server/kit/database.ts'
import { tellAll } from '#server/kit/bus.ts'
import { jobCtx, type JobHandler } from '#server/kit/jobs.ts'
import type { Log } from '#server/kit/ctx.ts'
import type { NoticeNews } from '#server/kit/sockets.ts'
import { isOut } from './hand-out.ts'

/**
 * The title that goes out over sockets with a piece of news: only where it was given to everybody, or to each of those
 * the news is for; else the bell rings without words.
 */
export function noticeTitles(db: Database, log: Log) {
  return async ({ tenantId, userIds, noticeId }: NoticeNews): Promise<string> => {
    if (!/^\d{1,19}$/.test(noticeId)) return ''
    const ctx = jobCtx(db, log, tenantId)
    const found = await sql<{ titile: string }>`select a.titile from ${ctx.rows('sysAnnouncement').as('a')} where a.id = ${noticeId} and ${isOut}
      and (a.msg_type = 'ALL' or (${userIds !== null} and not exists (select 1 from unnest(${userIds ?? []}::bigint[]) as reader (id)
        where not exists (select 1 from sys_announcement_send s where s.tenant_id = a.tenant_id and s.annt_id = a.id and s.user_id = reader.id))))`.execute(ctx.db)
    return found.rows[0]?.titile ?? ''
  }
}

/** The moment from which a released announcement is to be seen: bells ring now. One that was revoked meanwhile says nothing. */
export const beginNotice: JobHandler = async (ctx, { id, version }) => {
  const found = await sql<{ id: string; msgType: string }>`select a.id, a.msg_type from ${ctx.rows('sysAnnouncement').as('a')} where a.id = ${String(id)} and a.version = ${Number(version)} and ${isOut}`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) return
  const readers = row.msgType === 'ALL' ? null : (await sql<{ userId: string }>`select s.user_id from ${ctx.rows('sysAnnouncementSend').as('s')} where s.annt_id = ${row.id}`.execute(ctx.db)).rows.map(({ userId }) => userId)
  await tellAll(ctx, { kind: 'notice', tenantId: ctx.who.tenantId, userIds: readers, noticeId: row.id })
}
