import { sql, type RawBuilder } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { Notice } from '#contracts/platform/messaging/notices.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { translate } from '#server/kit/http/texts.ts'

/** The name of the sender of `a`, where that is a user of the tenant. */
export const senderName = (ctx: Ctx): RawBuilder<unknown> =>
  sql`(select u.realname from ${ctx.rows('sysUser').as('u')} where u.username = a.sender)`

/** The sender of what no user wrote. */
const SYSTEM = 'system'

/**
 * Who published a notice, for its reader: a customer's users read that our staff did, and no
 * account one could sign in by.
 */
export function seenSender(
  ctx: Ctx,
  { sender, senderName: name }: { sender: string | null; senderName: string | null },
): { sender: string | null; sender_dictText: string } {
  const { customerId, username } = ctx.principal
  if (customerId === null || sender === null || sender === SYSTEM || sender === username)
    return { sender, sender_dictText: name ?? sender ?? '' }
  const staff = translate(ctx.lang, 'logs', 'byStaff')
  return { sender: staff, sender_dictText: staff }
}

/** Whom the reader of receipt `s` stands in for; null where the notice is the reader's own. */
export const forNames = (ctx: Ctx): RawBuilder<unknown> =>
  sql`(select string_agg(u.realname, ', ' order by u.id)
      from ${asSystem(ctx, ctx.principal.tenantId).rows('sysUser').as('u')} where u.id = any(s.for_user_ids))`
export const forRecipient = (
  lang: Lang,
  titile: string,
  names: string | null | undefined,
): string => (names ? translate(lang, 'notify', 'forSomebody', { names, title: titile }) : titile)

/**
 * Texts of `a` in a language: a notice has its words in both, an announcement only as written. Null:
 * as stored, the language of those it was written for.
 */
export const titleIn = (lang: Lang | null): RawBuilder<unknown> =>
  sql`coalesce(a.words -> ${lang}::text ->> 'titile', a.titile)`
export const contentIn = (lang: Lang): RawBuilder<unknown> =>
  sql`coalesce(a.words -> ${lang}::text ->> 'msgContent', a.msg_content)`
export const abstractIn = (lang: Lang): RawBuilder<unknown> =>
  sql`coalesce(a.words -> ${lang}::text ->> 'msgAbstract', a.msg_abstract)`

/** An announcement's columns on `a`. */
export const noticeColumns = (
  ctx: Ctx,
): RawBuilder<unknown> => sql`a.id, a.version, ${titleIn(ctx.lang)} as titile,
  ${contentIn(ctx.lang)} as msg_content, ${abstractIn(ctx.lang)} as msg_abstract, a.sender,
  ${senderName(ctx)} as sender_name,
  a.priority, a.msg_category, a.msg_type, a.send_status, a.start_time, a.end_time, a.send_time,
  a.cancel_time, a.must_ack, a.pinned,
  a.open_type, a.open_page, a.bus_id, a.bus_type, a.del_flag, a.create_by, a.create_time,
  a.update_by, a.update_time`

type Texts =
  `${'priority' | 'msgCategory' | 'msgType' | 'sendStatus' | 'openType' | 'delFlag' | 'sender'}_dictText`
export type NoticeRow = Omit<Notice, Texts | 'delFlag' | 'userIds'> & {
  delFlag: number
  senderName: string | null
  forNames?: string | null
}

/** Rows as their readers see them: who else it went to is not for them. */
export async function wireNotices(ctx: Ctx, rows: readonly NoticeRow[]): Promise<Notice[]> {
  const texts = await dictTexts(ctx)
  return rows.map(({ senderName, delFlag, forNames: names, ...row }) => ({
    id: row.id,
    version: row.version,
    titile: forRecipient(ctx.lang, row.titile, names),
    msgContent: row.msgContent,
    msgAbstract: row.msgAbstract,
    ...seenSender(ctx, { sender: row.sender, senderName }),
    priority: row.priority,
    priority_dictText: texts('annt_priority', row.priority),
    msgCategory: row.msgCategory,
    msgCategory_dictText: texts('msg_category', row.msgCategory),
    msgType: row.msgType,
    msgType_dictText: texts('msg_type', row.msgType),
    sendStatus: row.sendStatus,
    sendStatus_dictText: texts('send_status', row.sendStatus),
    startTime: row.startTime,
    endTime: row.endTime,
    sendTime: row.sendTime,
    cancelTime: row.cancelTime,
    mustAck: row.mustAck,
    pinned: row.pinned,
    openType: row.openType,
    openType_dictText: row.openType ? texts('annt_open_type', row.openType) : '',
    openPage: row.openPage,
    busId: row.busId,
    busType: row.busType,
    delFlag: String(delFlag),
    delFlag_dictText: texts('del_flag', String(delFlag)),
    userIds: null,
    createBy: row.createBy,
    createTime: row.createTime,
    updateBy: row.updateBy,
    updateTime: row.updateTime,
  }))
}
