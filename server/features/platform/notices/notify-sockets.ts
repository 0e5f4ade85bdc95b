import { isId } from '#contracts/kit/envelope.ts'
import type { beginNotice } from './begin-notice.ts'
import { noticeReleased } from '#contracts/platform/messaging/notices.events.ts'
import { sql } from 'kysely'
import { broadcast } from '#server/kit/realtime/bus.ts'
import { jobCtx, type JobHandler } from '#server/kit/jobs/jobs.ts'
import type { Ctx, Deps } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import type { NoticeMessage } from '#server/kit/realtime/sockets.ts'
import { isPublished } from './publish.ts'
import { forNames, forRecipient, titleIn } from './notice-rows.ts'
import { recipientsWho } from './notify/recipients.ts'

/**
 * The title that goes out over sockets with a message: only where it was given to all users,
 * or to each of those the news is for; else the bell rings without words.
 */
export function noticeTitles(deps: Deps) {
  return async ({ tenantId, userIds, noticeId }: NoticeMessage): Promise<string> => {
    if (!isId(noticeId)) return ''
    const ctx = jobCtx(deps, tenantId)
    const only = userIds?.length === 1 ? userIds[0]! : null
    const [reader] = only === null ? [] : await recipientsWho(ctx, sql`u.id = ${only}`)
    const found = await sql<{
      titile: string
      forNames: string | null
    }>`select ${titleIn(reader?.lang ?? null)} as titile,
        (select ${forNames(ctx)} from sys_announcement_send s
          where s.tenant_id = a.tenant_id and s.annt_id = a.id and s.user_id = ${only}) as for_names
          from ${ctx.rows('sysAnnouncement').as('a')} where a.id = ${noticeId} and ${isPublished}
      and (a.msg_type = 'ALL'
        or (${userIds !== null} and not exists (select 1
            from unnest(${userIds ?? []}::bigint[]) as reader (id)
        where not exists (select 1 from sys_announcement_send s
          where s.tenant_id = a.tenant_id and s.annt_id = a.id
            and s.user_id = reader.id))))`.execute(ctx.db)
    const row = found.rows[0]
    if (!row?.forNames) return row?.titile ?? ''
    return forRecipient(reader?.lang ?? ctx.lang, row.titile, row.forNames)
  }
}

/**
 * The moment from which a released announcement is to be seen: bells ring now. One that was revoked
 * meanwhile carries no title.
 */
export const pushNotice: JobHandler<typeof beginNotice> = async (ctx, { id, version }) => {
  const found = await sql<{
    id: string
    msgType: string
  }>`select a.id, a.msg_type
    from ${ctx.rows('sysAnnouncement').as('a')} where a.id = ${id} and a.version = ${version}
    and ${isPublished}`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) return
  await inTx(ctx, async (tx) => {
    await tx.emit(noticeReleased, { id, version })
    await pushUnreadCounts(tx, row.id, row.msgType === 'ALL' ? null : await receiversOf(tx, row.id))
  })
}

/** Who has a receipt: for themselves, or for others. */
export async function receiversOf(ctx: Ctx, id: string): Promise<Receivers> {
  const found = await sql<{
    userId: string
    stands: boolean
  }>`select s.user_id, s.for_user_ids is not null as stands
    from ${ctx.rows('sysAnnouncementSend').as('s')} where s.annt_id = ${id}`.execute(ctx.db)
  return {
    own: found.rows.filter(({ stands }) => !stands).map(({ userId }) => userId),
    forOthers: found.rows.filter(({ stands }) => stands).map(({ userId }) => userId),
  }
}
interface Receivers {
  own: string[]
  forOthers: string[]
}

/**
 * Bells ring; null: of all users. Delegates are notified one by one, their titles name for whom.
 */
export async function pushUnreadCounts(
  ctx: Ctx,
  noticeId: string,
  receivers: Receivers | null,
): Promise<void> {
  const notify = (userIds: string[] | null) =>
    broadcast(ctx, { kind: 'notice', tenantId: ctx.principal.tenantId, userIds, noticeId })
  if (receivers === null || receivers.own.length > 0) await notify(receivers && receivers.own)
  for (const id of receivers?.forOthers ?? []) await notify([id])
}
