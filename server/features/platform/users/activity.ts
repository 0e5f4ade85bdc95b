import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { users } from '#contracts/platform/people/users.calls.ts'
import { endSessions as end } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { lockUser, requireBelow } from './lock-user.ts'
import { userById } from './user-rows.ts'

type Calls = typeof users
const SIGN_INS = 20

/** Where a user is signed in, and when they came; of this tenant only. */
export async function userActivity(
  ctx: Ctx,
  { id }: In<Calls['activity']>,
): Promise<Out<Calls['activity']>> {
  if (!(await userById(ctx, id))) failMissing()
  const sessions = await sql<
    Out<Calls['activity']>['sessions'][number]
  >`select s.id, s.ip, s.user_agent, s.created_at, s.seen_at, s.expires_at
    from ${ctx.rows('sysSession').as('s')} where s.user_id = ${id} and s.expires_at > now()
    order by s.seen_at desc limit 50`.execute(ctx.db)
  const signIns = await sql<
    Out<Calls['activity']>['signIns'][number]
  >`select o.id, o.at, o.ip, o.outcome from ${ctx.rows('opLog').as('o')}
    where o.user_id = ${id} and o.log_type = 1 order by o.id desc limit ${SIGN_INS}`.execute(ctx.db)
  return { sessions: sessions.rows, signIns: signIns.rows }
}

/** Signs a user out everywhere; they may sign in again. */
export function endUserSessions(
  ctx: Ctx,
  { id }: In<Calls['endSessions']>,
): Promise<Out<Calls['endSessions']>> {
  return inTx(ctx, async (tx) => {
    const user = await lockUser(tx, id)
    await requireBelow(tx, user)
    const ended = await end(tx, user)
    await tx.audit('sys_user', id, 'edit', { sessions: ended }, { sessions: 0 })
    return { ended }
  })
}
