import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { noticeWanted } from '#contracts/platform/messaging/notices.events.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { cleanContent } from './clean-content.ts'
import { giveReceipts, delegatesFor } from './delegates.ts'
import { pushUnreadCounts } from './notify-sockets.ts'
import { now } from '#server/kit/runtime/clock.ts'

const ONCE_MS = 10 * 60_000

export const raiseNotice: EventHandler<typeof noticeWanted> = async (ctx, notice) => {
  const content = notice.msgContent ? (await cleanContent(notice.msgContent)) || null : null
  const { other } = notice
  const words = other && {
    [other.lang]: {
      titile: other.titile,
      msgAbstract: other.msgAbstract ?? null,
      msgContent: other.msgContent ? (await cleanContent(other.msgContent)) || null : null,
    },
  }
  const same = createHash('sha256')
    .update(
      JSON.stringify([
        notice.userIds.toSorted(),
        notice.titile,
        content,
        notice.msgAbstract,
        notice.openPage,
        notice.busType,
        notice.busId,
      ]),
    )
    .digest('hex')
  const origin = notice.key ? `key:${notice.key}` : `same:${same}:${Math.floor(now() / ONCE_MS)}`
  await inTx(ctx, async (tx) => {
    const users = await sql<{
      id: string
    }>`select u.id
      from ${tx.rows('sysUser').as('u')} where u.id = any(${notice.userIds}::bigint[])
        and u.del_flag = 0 and u.status = 1`.execute(tx.db)
    const ids = users.rows.map(({ id }) => id)
    if (ids.length === 0 || (notice.onlyStandIns && (await delegatesFor(tx, ids)).length === 0))
      return
    const made = await sql<{
      id: string
    }>`insert into sys_announcement (tenant_id, titile, msg_content, msg_abstract, priority,
        msg_category, msg_type, user_ids, send_status, send_time, sender, open_type, open_page,
        bus_id, bus_type, origin, words, create_by)
      values (${tx.principal.tenantId}, ${notice.titile}, ${content}, ${notice.msgAbstract ?? null},
        ${notice.priority}, '2', 'USER', ${`${ids.join(',')},`}, '1', now(),
        ${tx.principal.username},
        ${notice.openType ?? null}, ${notice.openType ? (notice.openPage ?? null) : null},
        ${notice.busId ?? null}, ${notice.busType ?? null}, ${origin},
        ${words ? JSON.stringify(words) : null}::jsonb, ${tx.principal.username})
      on conflict do nothing returning id`.execute(tx.db)
    const id = made.rows[0]?.id
    if (id === undefined) return
    const given = await giveReceipts(tx, id, ids, {
      standIns: !notice.personal,
      onlyStandIns: notice.onlyStandIns,
    })
    await tx.audit('sys_announcement', id, 'add', null, {
      titile: notice.titile,
      priority: notice.priority,
      userIds: ids.length,
      busType: notice.busType ?? null,
      busId: notice.busId ?? null,
    })
    await pushUnreadCounts(tx, id, given)
  })
}
