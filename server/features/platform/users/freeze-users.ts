import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { users } from '#contracts/platform/people/users.calls.ts'
import { endSessions } from '#server/features/platform/session/index.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import {
  lockUser,
  requireAdministratorLeft,
  requireBelow,
  requireOther,
  type LockedUser,
} from './lock-user.ts'
import { change } from '#server/kit/db/change.ts'

/** Frozen (2) or free again (1), each by itself; a frozen user is out at once. */
export function freezeUsers(
  ctx: Ctx,
  { ids, status }: In<typeof users.frozenBatch>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id) => {
    const user = await lockUser(tx, id)
    requireOther(tx, user)
    await requireBelow(tx, user)
    if (status === '2') await requireAdministratorLeft(tx, user)
    await setStatus(tx, user, Number(status))
    return user.realname
  })
}

export async function setStatus(tx: Tx, user: LockedUser, status: number): Promise<void> {
  if (user.status === status) return
  await change(tx, 'sysUser', user, { status })
  if (status === 2) await endSessions(tx, user)
  // A main account takes its sub-accounts' rights along, both ways.
  const subs = await sql<{
    id: string
  }>`select u.id from ${tx.rows('sysUser').as('u')} where u.parent_user_id = ${user.id}`.execute(
    tx.db,
  )
  await broadcast(tx, {
    kind: 'authz',
    tenantId: tx.principal.tenantId,
    userIds: [user.id, ...subs.rows.map(({ id }) => id)],
  })
}
