import { sql } from 'kysely'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'

/** Who asked for what needs two: the user, and the administrator in their session. */
export interface FirstUser {
  userId: string
  actorId: string | null
}

/**
 * Refuses with `ledger.secondUser` where the caller is no second user: the one who asked, an
 * administrator in the session of either or both, or the delegate of one for the other. Delegations
 * that are planned count, those that ended do not.
 */
export async function requireSecondUser(tx: Tx, first: FirstUser): Promise<void> {
  const { userId, actor } = tx.principal
  const asking = [first.userId, ...(first.actorId ? [first.actorId] : [])]
  const deciding = [userId, ...(actor ? [actor.userId] : [])]
  if (deciding.includes('0') || deciding.some((id) => asking.includes(id)))
    return fail('ledger.secondUser')
  const { rows } = await sql<{ bound: boolean }>`select exists (
      select 1 from ${asSystem(tx, tx.principal.tenantId).rows('sysUserAgent').as('a')}
      where a.status = 1 and (a.end_time is null or a.end_time > now())
        and (a.user_id = any(${asking}::bigint[]) and a.agent_user_id = any(${deciding}::bigint[])
          or a.user_id = any(${deciding}::bigint[]) and a.agent_user_id = any(${asking}::bigint[]))
    ) as bound`.execute(tx.db)
  if (rows[0]!.bound) fail('ledger.secondUser')
}
