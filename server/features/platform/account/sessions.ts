import { sql } from 'kysely'
import type { accountSecurity } from '#contracts/platform/session/account-security.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { endSessions, tokenHash } from '#server/features/platform/session/index.ts'
import { ownDb, ownUser } from './own-account.ts'

/** Where one is signed in: this session first, then by what was last heard of them. */
export async function ownSessions(ctx: Ctx): Promise<Out<typeof accountSecurity.sessions>> {
  return (
    await sql<
      Out<typeof accountSecurity.sessions>[number]
    >`select s.id, s.token_hash = ${tokenHash(ctx.http?.token ?? '')} as current, s.way, s.ip,
        s.user_agent,
      case when ${ctx.lang === 'en_US'} then coalesce(t.name_en, t.name)
      else t.name end as tenant, s.created_at, s.seen_at, s.expires_at,
      (select a.username from sys_user a where a.id = s.actor_id) as actor, s.reason
    from sys_session s join tenant t on t.id = s.tenant_id
    where s.user_id = ${ctx.principal.userId} and s.expires_at > now()
    order by current desc, s.seen_at desc`.execute(ownDb(ctx))
  ).rows
}

export async function endSession(
  ctx: Ctx,
  { id }: In<typeof accountSecurity.endSession>,
): Promise<null> {
  return await inTx(ctx, async (tx) => {
    if ((await endSessions(tx, await ownUser(tx), { only: id })) === 0) failMissing()
    await tx.audit('sys_session', id, 'delete', { id }, null)
    return null
  })
}

export async function endOthers(ctx: Ctx): Promise<Out<typeof accountSecurity.endOthers>> {
  return await inTx(ctx, async (tx) => {
    const ended = await endSessions(tx, await ownUser(tx), { keepToken: tx.http?.token ?? null })
    await tx.audit('sys_session', tx.principal.userId, 'delete', { others: ended }, null)
    return { ended }
  })
}
