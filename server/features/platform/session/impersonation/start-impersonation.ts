import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { impersonation } from '#contracts/platform/session/session.ts'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { fail, failMissing, failUnauthorised } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { findAccount, logSignIn } from '../accounts.ts'
import { IMPERSONATION_MINUTES, exceeds } from './impersonation.ts'
import { sessionAnswer } from '../sign-in/open-session.ts'
import { selectionIn } from '../sign-in/tenant-selection.ts'
import { clearPrincipalCaches } from '../principals.ts'
import { principalOfUser } from '../rights.ts'
import { newToken, tokenHash } from '../tokens.ts'

/**
 * Opens a short session as a user of the caller's tenant, to see what they see: only downwards,
 * with a reason, after the caller has shown the password again. Every line it leaves names both;
 * the person finds it among their sessions. It hangs on the caller's own session and ends with it.
 * One at a time: the one before ends.
 */
export async function startImpersonation(
  ctx: Ctx,
  { id, reason }: In<typeof impersonation.logInAs>,
): Promise<Out<typeof impersonation.logInAs>> {
  if (ctx.principal.actor) fail('session.acting')
  if (id === ctx.principal.userId) fail('user.self', { label: ctx.principal.realname })
  const { tenantId, userId, username } = ctx.principal
  return await inTx(ctx, async (tx) => {
    const db = executorOf(tx)
    const user = (await principalOfUser(tx, id)) ?? failMissing()
    if (exceeds(tx.principal, user)) fail('user.above', { label: user.realname })
    const account = (await findAccount(db, { id })) ?? failMissing()
    const own =
      (
        await sql<{
          id: string
        }>`select s.id from sys_session s
          where s.token_hash = ${tokenHash(tx.http?.token ?? '')} and s.actor_id is null for update`.execute(
          db,
        )
      ).rows[0] ?? failUnauthorised('session.missing')
    await sql`delete from sys_session where actor_session = ${own.id}`.execute(db)
    const token = newToken()
    // The cookie belongs to no user: the browser's own one opens a socket of this session, too.
    const made = await sql<{
      id: string
      until: string
    }>`insert into sys_session (token_hash, cookie_hash, user_id, tenant_id, org_code, ip,
        user_agent, way, expires_at, actor_id, actor_session, reason)
      select ${tokenHash(token)}, ${tokenHash(newToken())}, ${id}, ${tenantId}, ${user.orgCode},
        ${tx.http?.ip ?? ''}, ${tx.http?.userAgent ?? ''}, 'acting',
        least(now() + ${`${IMPERSONATION_MINUTES} minutes`}::interval, s.expires_at), ${userId},
        s.id, ${reason} from sys_session s
        where s.id = ${own.id} returning id, expires_at as until`.execute(db)
    const session = made.rows[0] ?? failMissing()
    await tx.audit('sys_session', session.id, 'add', null, {
      username: account.username,
      reason,
      until: session.until,
    })
    await logSignIn(tx, {
      account,
      name: account.username,
      outcome: 'ok',
      url: '/sys/user/loginAs',
      impersonation: { userId, username, tenantId, reason },
    })
    tx.afterCommit(() => clearPrincipalCaches([id]))
    const place = {
      tenantId,
      departs: (await selectionIn(db, account, tenantId)).place.departs.filter(
        ({ orgCode }) => orgCode === user.orgCode,
      ),
    }
    const answer = await sessionAnswer(tx, account, {
      token,
      tenantId,
      orgCode: user.orgCode,
      place: { ...place, multi_depart: place.departs.length },
    })
    return {
      ...answer,
      ask: false,
      userInfo: {
        ...answer.userInfo,
        relTenantIds: tenantId,
        maskPersonal: answer.userInfo.maskPersonal || tx.principal.masked === true,
        acting: { by: tx.principal.realname, until: session.until },
      },
    }
  })
}
