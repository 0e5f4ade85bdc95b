import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { notices } from '#contracts/platform/messaging/notices.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { isPinned, isPublished, publish } from './publish.ts'
import { forNames, noticeColumns, wireNotices, type NoticeRow } from './notice-rows.ts'

const SHOWN = 5

/**
 * For the bell: what the caller has not read, or not acknowledged where that is asked for; the
 * newest five of each kind and their numbers.
 */
export async function listWaiting(
  ctx: Ctx,
  _input: In<typeof notices.listByUser>,
): Promise<Out<typeof notices.listByUser>> {
  await publish(ctx)
  // The five are found by their ids first: their texts are long, and there may be thousands.
  const found = await sql<NoticeRow & { total: number }>`with w as (
      select a.tenant_id, a.id, s.for_user_ids,
        count(*) over (partition by a.msg_category)::int as total,
        row_number() over (partition by a.msg_category
          order by ${isPinned} desc, a.send_time desc, a.id desc) as place
      from ${ctx.rows('sysAnnouncementSend').as('s')} join sys_announcement a
        on a.tenant_id = s.tenant_id and a.id = s.annt_id
      where s.user_id = ${ctx.principal.userId} and not s.hidden
        and (s.read_flag = '0' or (a.must_ack and s.ack_time is null))
        and ${isPublished} and (a.end_time is null or a.end_time > now()))
    select ${noticeColumns(ctx)}, ${forNames(ctx)} as for_names, s.total
    from w s join sys_announcement a on a.tenant_id = s.tenant_id and a.id = s.id
    where s.place <= ${SHOWN} order by s.place`.execute(ctx.db)
  const wire = await wireNotices(ctx, found.rows)
  const of = (category: '1' | '2') => wire.filter((row) => row.msgCategory === category)
  const total = (category: '1' | '2') =>
    found.rows.find((row) => row.msgCategory === category)?.total ?? 0
  return {
    anntMsgList: of('1'),
    anntMsgTotal: total('1'),
    sysMsgList: of('2'),
    sysMsgTotal: total('2'),
  }
}
