import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Depart, places } from '#contracts/platform/session/session.ts'
import type { UserInfo } from '#contracts/platform/session/session.user.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import { executorOf, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'
import { fail, failDenied, failUnauthorised } from '#server/kit/http/errors.ts'
import { inTx, together } from '#server/kit/db/tx.ts'
import { findAccount, type Account } from '../accounts.ts'
import { departsOf, tenantsOf } from '../memberships.ts'
import { clearPrincipalCaches } from '../principals.ts'
import { tokenHash } from '../tokens.ts'
import { userInfoOf } from '../user-info.ts'

export async function saveSelection(
  db: Executor,
  userId: string,
  tenantId: string,
  orgCode: string | null,
): Promise<void> {
  await sql`insert into user_place (user_id, tenant_id, org_code)
    values (${userId}, ${tenantId}, ${orgCode ?? ''})
    on conflict (user_id, tenant_id, org_code) do update set used_at = now()`.execute(db)
}

/**
 * What stands where the session goes next: its tenant, the department (the wanted one, the last
 * one, the first), and the choice.
 */
export async function selectionIn(
  db: Executor,
  account: Account,
  tenantId: string,
): Promise<{
  orgCode: string | null
  place: { tenantId: string; departs: Depart[]; multi_depart: number }
}> {
  const [departs, used] = await together(
    departsOf(db, account.id, tenantId),
    sql<{
      orgCode: string
    }>`select org_code from user_place
      where user_id = ${account.id} and tenant_id = ${tenantId} order by used_at desc
      limit 1`.execute(db),
  )
  const last = used.rows[0]?.orgCode ?? account.orgCode
  const orgCode =
    departs.find((one) => one.orgCode === last)?.orgCode ?? departs[0]?.orgCode ?? null
  return { orgCode, place: { tenantId, departs, multi_depart: Math.min(departs.length, 2) } }
}

export async function getCurrentUserDeparts(
  ctx: Ctx,
): Promise<Out<typeof places.getCurrentUserDeparts>> {
  return {
    list: await departsOf(executorOf(ctx), ctx.principal.userId, ctx.principal.tenantId),
    orgCode: ctx.principal.orgCode,
  }
}

/**
 * Own departments only, and only for the caller: the name in the body is no way to act for another
 * (security.md, A46).
 */
export async function selectDepart(
  ctx: Ctx,
  { orgCode, username }: In<typeof places.selectDepart>,
): Promise<Out<typeof places.selectDepart>> {
  if (username && username.toLowerCase() !== ctx.principal.username.toLowerCase()) failDenied()
  const { userId, tenantId } = ctx.principal
  return await inTx(ctx, async (tx) => {
    const db = executorOf(tx)
    if (!(await departsOf(db, userId, tenantId)).some((one) => one.orgCode === orgCode))
      fail('session.departForeign')
    return { userInfo: await moveTo(tx, { tenantId, orgCode }) }
  })
}

/**
 * `ids`: some of the tenants the caller may work in; without it all of them. Others are not shown, not even
 * that they exist.
 */
export async function tenants(
  ctx: Ctx,
  { ids }: In<typeof places.tenants>,
): Promise<Out<typeof places.tenants>> {
  const account = await self(ctx)
  const requested = ids
    ?.split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  return (await tenantsOf(executorOf(ctx), account)).filter(
    ({ id }) => !requested || requested.includes(id),
  )
}

export async function selectTenant(
  ctx: Ctx,
  { tenantId }: In<typeof places.selectTenant>,
): Promise<Out<typeof places.selectTenant>> {
  return await inTx(ctx, async (tx) => {
    const db = executorOf(tx)
    const account = await self(tx)
    if (!(await tenantsOf(db, account)).some(({ id }) => id === tenantId)) failDenied()
    const { orgCode, place } = await selectionIn(db, account, tenantId)
    return { ...place, userInfo: await moveTo(tx, { tenantId, orgCode }) }
  })
}

async function self(ctx: Ctx): Promise<Account> {
  return (
    (await findAccount(executorOf(ctx), { id: ctx.principal.userId })) ??
    failUnauthorised('session.missing')
  )
}

/**
 * Puts the session of this call somewhere else. The other processes hear of it: rights may differ
 * there.
 */
async function moveTo(
  tx: Tx,
  { tenantId, orgCode }: { tenantId: string; orgCode: string | null },
): Promise<UserInfo> {
  const db = executorOf(tx)
  const account = await self(tx)
  await sql`update sys_session
    set tenant_id = ${tenantId},
      org_code = ${orgCode} where token_hash = ${tokenHash(tx.http?.token ?? '')}`.execute(db)
  if (tenantId === account.tenantId)
    await sql`update sys_user set org_code = ${orgCode} where id = ${account.id}`.execute(db)
  await saveSelection(db, account.id, tenantId, orgCode)
  await broadcast(tx, { kind: 'authz', tenantId, userIds: [account.id] })
  tx.afterCommit(() => clearPrincipalCaches([account.id]))
  return await userInfoOf(db, account, { tenantId, orgCode, lang: tx.lang })
}
