import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { PAGE_LINK } from '#contracts/platform/notices.content.ts'
import { CONTENT_MAX, SCREEN_KEY } from '#contracts/platform/notices.ts'
import type { JobHandler } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { cleanContent } from './clean-content.ts'
import { giveReceipts, delegatesFor } from './delegates.ts'
import { pushUnreadCounts } from './notify-sockets.ts'

/**
 * `tx.emit('notice.wanted', …)`: a message of the house to single people (category 2). `msgContent` is markup and is
 * cleaned; `key` names the occasion, and what has the same key is told once. Without one the same words to the same
 * people about the same record are told once in ten minutes. Whoever stands in for one of them is told as well, unless
 * it is `personal`; `onlyStandIns`: the people themselves are told on other ways.
 */
const noticeRequest = z
  .object({
    userIds: z.array(z.string().regex(/^\d{1,19}$/)).max(5_000),
    titile: z
      .string()
      .trim()
      .min(1)
      .transform((text) => text.slice(0, 200)),
    msgContent: z
      .string()
      .transform((text) => text.slice(0, CONTENT_MAX))
      .nullish(),
    msgAbstract: z
      .string()
      .transform((text) => text.slice(0, 300))
      .nullish(),
    priority: z.enum(['L', 'M', 'H']).default('M'),
    openType: z.enum(['url', 'component']).nullish(),
    openPage: z.string().max(300).nullish(),
    busId: z.string().max(64).nullish(),
    busType: z.string().max(64).nullish(),
    key: z.string().min(1).max(200).optional(),
    personal: z.boolean().default(false),
    onlyStandIns: z.boolean().default(false),
  })
  .refine(
    ({ openType, openPage }) =>
      !openType || (openType === 'url' ? PAGE_LINK : SCREEN_KEY).test(openPage ?? ''),
    { error: 'openPage' },
  )

const ONCE_MS = 10 * 60_000

export const raiseNotice: JobHandler = async (ctx, payload) => {
  const notice = noticeRequest.parse(payload)
  const content = notice.msgContent ? (await cleanContent(notice.msgContent)) || null : null
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
  const origin = notice.key
    ? `key:${notice.key}`
    : `same:${same}:${Math.floor(Date.now() / ONCE_MS)}`
  await inTx(ctx, async (tx) => {
    const users = await sql<{
      id: string
    }>`select u.id from ${tx.rows('sysUser').as('u')} where u.id = any(${notice.userIds}::bigint[]) and u.del_flag = 0 and u.status = 1`.execute(
      tx.db,
    )
    const ids = users.rows.map(({ id }) => id)
    if (ids.length === 0 || (notice.onlyStandIns && (await delegatesFor(tx, ids)).length === 0))
      return
    const made = await sql<{
      id: string
    }>`insert into sys_announcement (tenant_id, titile, msg_content, msg_abstract, priority, msg_category, msg_type, user_ids, send_status, send_time, sender, open_type, open_page, bus_id, bus_type, origin, create_by)
      values (${tx.principal.tenantId}, ${notice.titile}, ${content}, ${notice.msgAbstract ?? null}, ${notice.priority}, '2', 'USER', ${`${ids.join(',')},`}, '1', now(), ${tx.principal.username},
        ${notice.openType ?? null}, ${notice.openType ? (notice.openPage ?? null) : null}, ${notice.busId ?? null}, ${notice.busType ?? null}, ${origin}, ${tx.principal.username})
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
