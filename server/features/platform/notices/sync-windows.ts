import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { notices } from '#contracts/platform/notices.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { isOut } from './hand-out.ts'
import { tellOwnWindows } from './mark-read.ts'
import { receiversOf, ringBells } from './tell-windows.ts'

/** Bells look again: the caller's own, or, asked by somebody who releases announcements, those of all whom one went to. */
export async function syncWindows(
  ctx: Ctx,
  { anntId }: In<typeof notices.syncNotic>,
): Promise<null> {
  if (anntId === undefined || !ctx.can('sys:annt:release')) {
    await tellOwnWindows(ctx)
    return null
  }
  const found = await sql<{
    msgType: string
  }>`select a.msg_type from ${ctx.rows('sysAnnouncement').as('a')} where a.id = ${anntId} and ${isOut}`.execute(
    ctx.db,
  )
  const row = found.rows[0] ?? failMissing()
  await ringBells(ctx, anntId, row.msgType === 'USER' ? await receiversOf(ctx, anntId) : null)
  return null
}
