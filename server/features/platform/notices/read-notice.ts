import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  notice,
  noticeList,
  type Notice,
  type notices,
} from '#contracts/platform/messaging/notices.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { rowById } from '#server/kit/resource/resource-rows.ts'
import { isWrittenNotice } from './notice-hooks.ts'
import { publish, isPublished } from './publish.ts'
import { forNames, noticeColumns, wireNotices, type NoticeRow } from './notice-rows.ts'

/**
 * One announcement: for those who write them whatever its state, for all others only what they
 * were given and is out.
 */
export async function readNotice(
  ctx: Ctx,
  { id }: In<typeof notices.queryById>,
): Promise<Out<typeof notices.queryById>> {
  return (
    (ctx.can('sys:annt:list') ? await written(ctx, id) : null) ??
    (await received(ctx, id)) ??
    failMissing()
  )
}

async function written(ctx: Ctx, id: string): Promise<Notice | null> {
  if (!(await isWrittenNotice(ctx, id))) return null
  const found = await rowById(ctx, noticeList, id)
  return found && notice.parse(found.wire)
}

async function received(ctx: Ctx, id: string): Promise<Notice | null> {
  await publish(ctx)
  const found = await sql<NoticeRow>`select ${noticeColumns(ctx)}, ${forNames(ctx)} as for_names
      from ${ctx.rows('sysAnnouncementSend').as('s')} join sys_announcement a
        on a.tenant_id = s.tenant_id and a.id = s.annt_id
    where s.user_id = ${ctx.principal.userId} and s.annt_id = ${id} and not s.hidden
      and ${isPublished}`.execute(ctx.db)
  return (await wireNotices(ctx, found.rows))[0] ?? null
}
