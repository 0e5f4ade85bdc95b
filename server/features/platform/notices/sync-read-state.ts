import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { notices } from '#contracts/platform/messaging/notices.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { notifyOwnSockets } from './mark-read.ts'
import { receiversOf, pushUnreadCounts } from './notify-sockets.ts'

/**
 * Bells look again: the caller's own, or, asked by who releases announcements, those of all one
 * went to, whether it is out or was revoked.
 */
export async function syncReadState(
  ctx: Ctx,
  { anntId }: In<typeof notices.syncNotic>,
): Promise<null> {
  if (anntId === undefined || !ctx.can('sys:annt:release')) {
    await notifyOwnSockets(ctx)
    return null
  }
  const found = await sql<{
    msgType: string
  }>`select a.msg_type
    from ${ctx.rows('sysAnnouncement').as('a')} where a.id = ${anntId} and a.del_flag = 0`.execute(
    ctx.db,
  )
  const row = found.rows[0] ?? failMissing()
  await pushUnreadCounts(
    ctx,
    anntId,
    row.msgType === 'USER' ? await receiversOf(ctx, anntId) : null,
  )
  return null
}
