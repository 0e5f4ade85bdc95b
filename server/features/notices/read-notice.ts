import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { notices } from '#contracts/notices.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { failMissing } from '#server/kit/errors.ts'
import { handOut, isOut } from './hand-out.ts'
import { noticeColumns, wireNotices, type NoticeRow } from './notice-rows.ts'

/** One announcement: for those who write them whatever its state, for everybody else only what they were given and is out. */
export async function readNotice(ctx: Ctx, { id }: In<typeof notices.queryById>): Promise<Out<typeof notices.queryById>> {
  const writer = ctx.can('sys:annt:list')
  const found = writer ? await written(ctx, id) : null
  const row = found ?? await received(ctx, id)
  if (!row) failMissing()
  return (await wireNotices(ctx, [row], found !== null))[0] ?? failMissing()
}

async function written(ctx: Ctx, id: string): Promise<NoticeRow | null> {
  const found = await sql<NoticeRow>`select ${noticeColumns} from ${ctx.rows('sysAnnouncement').as('a')} where a.id = ${id} and a.del_flag = 0`.execute(ctx.db)
  return found.rows[0] ?? null
}

async function received(ctx: Ctx, id: string): Promise<NoticeRow | null> {
  await handOut(ctx)
  const found = await sql<NoticeRow>`select ${noticeColumns} from ${ctx.rows('sysAnnouncementSend').as('s')} join sys_announcement a on a.tenant_id = s.tenant_id and a.id = s.annt_id
    where s.user_id = ${ctx.who.userId} and s.annt_id = ${id} and not s.hidden and ${isOut}`.execute(ctx.db)
  return found.rows[0] ?? null
}
