import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import {
  receivedFields,
  type ReceivedNotice,
  type receivedNotices,
} from '#contracts/platform/messaging/notices.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { conditions } from '#server/kit/resource/list-query.ts'
import { totalRows, pageResult, paging } from '#server/kit/resource/list-page.ts'
import { isPinned, isPublished, publish } from './publish.ts'
import {
  abstractIn,
  contentIn,
  forNames,
  forRecipient,
  seenSender,
  senderName,
  titleIn,
} from './notice-rows.ts'

/** Where a field stands: on the receipt or on the announcement. */
const RECEIPT: Record<string, string> = { id: 'id', readFlag: 'read_flag' }
const NOTICE: Record<string, string> = {
  sender: 'sender',
  priority: 'priority',
  msgCategory: 'msg_category',
  busType: 'bus_type',
  sendTime: 'send_time',
}
const columnIn = (lang: Lang) => (name: string) =>
  // Found by the title that is shown.
  name === 'titile'
    ? titleIn(lang)
    : RECEIPT[name]
      ? sql.ref(`s.${RECEIPT[name]}`)
      : sql.ref(`a.${NOTICE[name] ?? 'id'}`)

type Row = Omit<ReceivedNotice, `${string}_dictText` | 'bizSource'> & {
  senderName: string | null
  forNames: string | null
}

/**
 * The caller's own box, what is pinned first, then unread, then the newest (wire.md §8.1). What was revoked is not in
 * it.
 */
export async function listReceived(
  ctx: Ctx,
  query: In<typeof receivedNotices.getMyAnnouncementSend>,
): Promise<Out<typeof receivedNotices.getMyAnnouncementSend>> {
  await publish(ctx)
  const filters = conditions(receivedFields, query, columnIn(ctx.lang))
  const from = sql`from ${ctx.rows('sysAnnouncementSend').as('s')} join sys_announcement a
      on a.tenant_id = s.tenant_id and a.id = s.annt_id
    where s.user_id = ${ctx.principal.userId} and not s.hidden
      and ${isPublished}${filters.length > 0 ? sql` and ${sql.join(filters, sql` and `)}` : sql``}`
  const { offset, limit } = paging(query)
  const found = await sql<Row>`select s.id, s.annt_id, s.user_id, ${titleIn(ctx.lang)} as titile,
        ${contentIn(ctx.lang)} as msg_content, ${abstractIn(ctx.lang)} as msg_abstract, a.sender,
        a.priority, a.msg_category, s.read_flag, s.read_time, a.must_ack, s.ack_time,
        ${isPinned} as pinned,
      ${senderName(ctx)} as sender_name, ${forNames(ctx)} as for_names, a.send_time, a.open_type,
      a.open_page, a.bus_id, a.bus_type
    ${from} order by ${isPinned} desc, s.read_flag, a.send_time desc, s.id desc
    limit ${limit} offset ${offset}`.execute(ctx.db)
  const texts = await dictTexts(ctx)
  const records = found.rows.map(({ senderName, forNames: names, ...row }) => ({
    ...row,
    titile: forRecipient(ctx.lang, row.titile, names),
    ...seenSender(ctx, { sender: row.sender, senderName }),
    priority_dictText: texts('annt_priority', row.priority),
    msgCategory_dictText: texts('msg_category', row.msgCategory),
    bizSource: row.busType,
  }))
  return pageResult(records, await totalRows(ctx, from, { offset, limit }, records.length), query)
}
