import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { acting } from '#contracts/platform/session.ts'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { fail, failMissing, failUnauthorised } from '#server/kit/http/errors.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { findAccount, noteSignIn } from './accounts.ts'
import { ACTING_MINUTES, exceeds } from './acting.ts'
import { sessionAnswer } from './open-session.ts'
import { placeIn } from './places.ts'
import { forgetEverywhere } from './principals.ts'
import { principalOfUser } from './rights.ts'
import { newToken, tokenHash } from './tokens.ts'

/**
 * Opens a short session as somebody of the caller's tenant, to see what they see: only downwards, with a reason, after
 * the caller has shown the password again. Every line it leaves names both; the person finds it among their sessions.
 * It hangs on the caller's own session and ends with it. One at a time: the one before ends.
 */
export async function logInAs(
  ctx: Ctx,
  { id, reason }: In<typeof acting.logInAs>,
): Promise<Out<typeof acting.logInAs>> {
  if (ctx.who.actor) fail('session.acting')
  await requireStepUp(ctx)
  if (id === ctx.who.userId) fail('user.self', { label: ctx.who.realname })
  const { tenantId, userId, username } = ctx.who
  return await inTx(ctx, async (tx) => {
    const db = executorOf(tx)
    const person = (await principalOfUser(tx, id)) ?? failMissing()
    if (exceeds(tx.who, person)) fail('user.above', { label: person.realname })
    const account = (await findAccount(db, { id })) ?? failMissing()
    const own =
      (
        await sql<{
          id: string
        }>`select s.id from sys_session s where s.token_hash = ${tokenHash(tx.http?.token ?? '')} and s.actor_id is null for update`.execute(
          db,
        )
      ).rows[0] ?? failUnauthorised('session.missing')
    await sql`delete from sys_session where actor_session = ${own.id}`.execute(db)
    const token = newToken()
    // No socket goes with it: the browser's own one stays that of whoever sits there.
    const made = await sql<{
      id: string
      until: string
    }>`insert into sys_session (token_hash, cookie_hash, user_id, tenant_id, org_code, ip, user_agent, way, expires_at, actor_id, actor_session, reason)
      select ${tokenHash(token)}, ${tokenHash(newToken())}, ${id}, ${tenantId}, ${person.orgCode}, ${tx.http?.ip ?? ''}, ${tx.http?.userAgent ?? ''}, 'acting',
        least(now() + ${`${ACTING_MINUTES} minutes`}::interval, s.expires_at), ${userId}, s.id, ${reason} from sys_session s where s.id = ${own.id} returning id, expires_at as until`.execute(
      db,
    )
    const session = made.rows[0] ?? failMissing()
    await tx.audit('sys_session', session.id, 'add', null, {
      username: account.username,
      reason,
      until: session.until,
    })
    await noteSignIn(tx, {
      account,
      name: account.username,
      outcome: 'ok',
      url: '/sys/user/loginAs',
      acting: { userId, username, tenantId, reason },
    })
    tx.afterCommit(() => forgetEverywhere([id]))
    const place = {
      tenantId,
      departs: (await placeIn(db, account, tenantId)).place.departs.filter(
        ({ orgCode }) => orgCode === person.orgCode,
      ),
    }
    const answer = await sessionAnswer(tx, account, {
      token,
      tenantId,
      orgCode: person.orgCode,
      place: { ...place, multi_depart: place.departs.length },
    })
    return {
      ...answer,
      ask: false,
      userInfo: {
        ...answer.userInfo,
        relTenantIds: tenantId,
        acting: { by: tx.who.realname, until: session.until },
      },
    }
  })
}
