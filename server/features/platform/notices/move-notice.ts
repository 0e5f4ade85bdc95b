import { noticeReleased } from '#contracts/platform/messaging/notices.events.ts'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { type BulkResult } from '#contracts/kit/envelope.ts'
import type { notices } from '#contracts/platform/messaging/notices.ts'
import {
  NOTICE_MOVES,
  whyNotNotice,
  type NoticeAction,
} from '#contracts/platform/messaging/notices.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failDenied, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { idsOf, isWritten, isWrittenNotice } from './notice-hooks.ts'
import { giveReceipts } from './delegates.ts'
import { receiversOf, pushUnreadCounts } from './notify-sockets.ts'
import { beginNotice } from './begin-notice.ts'

interface LockedNotice {
  id: string
  titile: string
  sendStatus: string
  msgType: 'ALL' | 'USER'
  userIds: string | null
  startTime: string | null
  version: number
  over: boolean
  early: boolean
}

/** Out to its people, live. A revoked one goes out again: who has read it before reads it again. */
export async function releaseNotice(ctx: Ctx, { id }: In<typeof notices.release>): Promise<null> {
  fromOurPages(ctx)
  return inTx(ctx, async (tx) => {
    const before = await lockNotice(tx, id, 'release')
    if (before.over) fail('notice.over', { label: before.titile })
    const chosen = before.msgType === 'USER' ? await chosenUsers(tx, before) : null
    await change(
      tx,
      'sysAnnouncement',
      { id },
      {
        sendStatus: NOTICE_MOVES.release,
        sender: tx.principal.username,
        sendTime: sql`now()`,
        cancelTime: null,
      },
      { unlogged: 'all' },
    )
    await sql`delete from sys_announcement_send as s
      where ${tx.rows('sysAnnouncementSend').where('s')} and s.annt_id = ${id}`.execute(tx.db)
    const given = chosen && (await giveReceipts(tx, id, chosen))
    await tx.audit('sys_announcement', id, 'edit', before, {
      ...before,
      sendStatus: NOTICE_MOVES.release,
      version: before.version + 1,
    })
    if (before.early)
      await tx.job(
        beginNotice,
        { id, version: before.version + 1 },
        {
          key: `${beginNotice.name}:${tx.principal.tenantId}:${id}`,
          runAt: before.startTime ?? '',
        },
      )
    else {
      await tx.emit(noticeReleased, { id, version: before.version + 1 })
      await pushUnreadCounts(tx, id, given)
    }
    return null
  })
}

/** Taken back: it is not shown any more, and open bells learn of it. */
export async function revokeNotice(ctx: Ctx, { id }: In<typeof notices.revoke>): Promise<null> {
  fromOurPages(ctx)
  return inTx(ctx, async (tx) => {
    const before = await lockNotice(tx, id, 'revoke')
    await change(
      tx,
      'sysAnnouncement',
      { id },
      { sendStatus: NOTICE_MOVES.revoke, cancelTime: sql`now()` },
      { unlogged: ['cancelTime'] },
    )
    // What waits for a user's morning is not sent any more.
    await sql`delete from notify_waiting as w
      where ${tx.rows('notifyWaiting').where('w')} and w.event = 'announcement'
        and w.subject like ${`${id}:%`}`.execute(tx.db)
    await pushUnreadCounts(tx, id, before.msgType === 'USER' ? await receiversOf(tx, id) : null)
    return null
  })
}

/** Above the others in all boxes and bells, or no longer; open bells learn of it. */
export function pinNotice(ctx: Ctx, { id, pinned }: In<typeof notices.pin>): Promise<null> {
  return inTx(ctx, async (tx) => {
    if (!(await isWrittenNotice(tx, id))) failMissing()
    const row = await change(tx, 'sysAnnouncement', id, { pinned })
    if (row.sendStatus === NOTICE_MOVES.release)
      await pushUnreadCounts(tx, id, row.msgType === 'USER' ? await receiversOf(tx, id) : null)
    return null
  })
}

/** Gone from the lists, kept in the table. */
export function deleteNotice(ctx: Ctx, { id }: In<typeof notices.delete>): Promise<null> {
  return inTx(ctx, async (tx) => {
    await lay(tx, id)
    return null
  })
}
export function deleteNotices(
  ctx: Ctx,
  { ids }: In<typeof notices.deleteBatch>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, (tx, id) => inTx(tx, (tx) => lay(tx, id)))
}

async function lay(tx: Tx, id: string): Promise<string> {
  const before = await lockNotice(tx, id, 'delete')
  await sql`update sys_announcement as a
    set del_flag = 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('sysAnnouncement').where('a')} and a.id = ${id}`.execute(tx.db)
  await tx.audit('sys_announcement', id, 'delete', before, null)
  return before.titile
}

/** The row under a lock, in a state that lets the action happen. */
async function lockNotice(tx: Tx, id: string, action: NoticeAction): Promise<LockedNotice> {
  const found =
    await sql<LockedNotice>`select a.id, a.titile, a.send_status, a.msg_type, a.user_ids,
        a.start_time, a.version, coalesce(a.end_time <= now(), false) as over,
        coalesce(a.start_time > now(), false) as early
    from sys_announcement a
    where ${tx.rows('sysAnnouncement').where('a')} and a.id = ${id} and ${isWritten('a')} for update`.execute(
      tx.db,
    )
  const row = found.rows[0] ?? failMissing()
  const closed = whyNotNotice(action, row.sendStatus)
  if (closed) fail(closed, { label: row.titile })
  return row
}

/** Those of the chosen who still work here. */
async function chosenUsers(tx: Tx, { userIds, titile }: LockedNotice): Promise<string[]> {
  const found = await sql<{
    id: string
  }>`select u.id
    from ${tx.rows('sysUser').as('u')} where u.id = any(${idsOf(userIds ?? '')}::bigint[])
      and u.del_flag = 0`.execute(tx.db)
  if (found.rows.length === 0) fail('notice.nobody', { label: titile })
  return found.rows.map(({ id }) => id)
}

/**
 * A GET that changes something must come from our own pages; what no browser sent has no such
 * header.
 */
function fromOurPages(ctx: Ctx): void {
  const site = ctx.http?.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') failDenied()
}
