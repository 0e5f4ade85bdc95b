import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { receivedNotices } from '#contracts/platform/messaging/notices.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { publish, isPublished } from './publish.ts'

interface Receipt {
  id: string
  anntId: string
  titile: string
  readFlag: string
  mustAck: boolean
  ackTime: string | null
}

/**
 * Opened: the caller's own receipt notes it; `ack` notes that it was understood where that is asked for.
 */
export async function markRead(
  ctx: Ctx,
  { anntId, ack }: In<typeof receivedNotices.editByAnntIdAndUserId>,
): Promise<null> {
  await publish(ctx)
  return inTx(ctx, async (tx) => {
    const before = await lockReceipt(tx, sql`s.annt_id = ${anntId}`)
    if (!before) failMissing()
    const acknowledged = ack === true && before.mustAck && before.ackTime === null
    if (before.readFlag === '1' && !acknowledged) return null
    await sql`update sys_announcement_send as s
      set read_flag = '1', read_time = coalesce(s.read_time, now()), ack_time = case
        when ${acknowledged} then now() else s.ack_time end
      where ${tx.rows('sysAnnouncementSend').where('s')} and s.id = ${before.id}`.execute(tx.db)
    await tx.audit(
      'sys_announcement_send',
      before.id,
      'edit',
      { readFlag: before.readFlag, acknowledged: before.ackTime !== null },
      { readFlag: '1', acknowledged: acknowledged || before.ackTime !== null },
    )
    await notifyOwnSockets(tx)
    return null
  })
}

/** Everything in the caller's box is read. What asks to be acknowledged still waits for that. */
export async function markAllRead(
  ctx: Ctx,
  _input: In<typeof receivedNotices.readAll>,
): Promise<null> {
  await publish(ctx)
  return inTx(ctx, async (tx) => {
    const { numAffectedRows: unread = 0n } =
      await sql`update sys_announcement_send as s set read_flag = '1', read_time = now()
      where ${tx.rows('sysAnnouncementSend').where('s')} and s.user_id = ${tx.principal.userId} and s.read_flag = '0'`.execute(
        tx.db,
      )
    // One line for all of them: a box may hold thousands.
    if (unread > 0n)
      await tx.audit(
        'sys_announcement_send',
        'all',
        'edit',
        { unread: Number(unread) },
        { unread: 0 },
      )
    await notifyOwnSockets(tx)
    return null
  })
}

/** Out of the caller's own box; what must be acknowledged goes only after that. */
export function putAway(
  ctx: Ctx,
  { ids }: In<typeof receivedNotices.deleteBatch>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id) => {
    const before = await lockReceipt(tx, sql`s.id = ${id}`)
    if (!before) failMissing()
    if (before.mustAck && before.ackTime === null)
      fail('notice.notAcknowledged', { label: before.titile })
    await sql`update sys_announcement_send as s
      set hidden = true, read_flag = '1', read_time = coalesce(s.read_time, now())
      where ${tx.rows('sysAnnouncementSend').where('s')} and s.id = ${id}`.execute(tx.db)
    await tx.audit(
      'sys_announcement_send',
      id,
      'delete',
      { anntId: before.anntId, titile: before.titile },
      null,
    )
    await notifyOwnSockets(tx)
    return before.titile
  })
}

/** The caller's own receipt, held for the change; another's is no receipt at all. */
async function lockReceipt(tx: Tx, which: ReturnType<typeof sql>): Promise<Receipt | null> {
  const found =
    await sql<Receipt>`select s.id, s.annt_id, a.titile, s.read_flag, a.must_ack, s.ack_time
    from sys_announcement_send s
    join sys_announcement a on a.tenant_id = s.tenant_id and a.id = s.annt_id
    where ${tx.rows('sysAnnouncementSend').where('s')} and ${which} and s.user_id = ${tx.principal.userId} and not s.hidden
      and ${isPublished} for update of s`.execute(tx.db)
  return found.rows[0] ?? null
}

/** The bells of the caller's other windows follow. */
export async function notifyOwnSockets(ctx: Ctx): Promise<void> {
  await broadcast(ctx, {
    kind: 'notice',
    tenantId: ctx.principal.tenantId,
    userIds: [ctx.principal.userId],
    noticeId: '',
  })
}
