import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Depart, places, TenantChoice, UserInfo } from '#contracts/platform/session.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import { executorOf, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'
import { fail, failDenied, failUnauthorised } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { findAccount, tenantIsOpen, type Account } from './accounts.ts'
import { printSetOf } from './print-set.ts'
import { clearPrincipalCaches } from './principals.ts'
import { tokenHash } from './tokens.ts'

/**
 * Tenants the account may work in today, the one last used first, the platform last: home and
 * memberships, neither stopped nor outside their dates.
 */
export async function tenantsOf(
  db: Executor,
  account: Pick<Account, 'id' | 'tenantId'>,
): Promise<TenantChoice[]> {
  return (
    await sql<TenantChoice>`select t.id, t.code, t.name, t.name_en, t.status from tenant t
    left join lateral (select max(p.used_at) as used_at from user_place p where p.user_id = ${account.id} and p.tenant_id = t.id) p on true
    where (t.id = ${account.tenantId} or t.id in (select m.tenant_id from sys_user_tenant m where m.user_id = ${account.id})) and ${tenantIsOpen}
    order by p.used_at desc nulls last, t.id = 0, t.id = ${account.tenantId} desc, t.id`.execute(db)
  ).rows
}

/** The account's departments in a tenant, the one last used first. */
export async function departsOf(db: Executor, userId: string, tenantId: string): Promise<Depart[]> {
  return (
    await sql<Depart>`select d.id, d.org_code, d.depart_name, d.depart_name_en from sys_user_depart ud
    join sys_depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
    left join user_place p on p.user_id = ud.user_id and p.tenant_id = d.tenant_id and p.org_code = d.org_code
    where ud.tenant_id = ${tenantId} and ud.user_id = ${userId} order by p.used_at desc nulls last, d.org_code`.execute(
      db,
    )
  ).rows
}

export async function saveSelection(
  db: Executor,
  userId: string,
  tenantId: string,
  orgCode: string | null,
): Promise<void> {
  await sql`insert into user_place (user_id, tenant_id, org_code) values (${userId}, ${tenantId}, ${orgCode ?? ''})
    on conflict (user_id, tenant_id, org_code) do update set used_at = now()`.execute(db)
}

/**
 * The person as every sign-in and every change of place tells them; how they print is the tenant's
 * they work in.
 */
export async function userInfoOf(
  db: Executor,
  account: Account,
  { tenantId, orgCode }: { tenantId: string; orgCode: string | null },
): Promise<UserInfo> {
  const tenants = await tenantsOf(db, account)
  return {
    id: account.id,
    username: account.username,
    realname: account.realname,
    avatar: account.avatar,
    email: account.email,
    phone: account.phone,
    orgCode,
    status: account.status,
    customerId: account.customerId,
    relTenantIds: tenants.map(({ id }) => id).join(','),
    printSet: await printSetOf(db, account.id, tenantId),
  }
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
  const departs = await departsOf(db, account.id, tenantId)
  const last =
    (
      await sql<{
        orgCode: string
      }>`select org_code from user_place where user_id = ${account.id} and tenant_id = ${tenantId} order by used_at desc limit 1`.execute(
        db,
      )
    ).rows[0]?.orgCode ?? account.orgCode
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
 * Own departments only, and only for oneself: the name in the body is no way to speak for another
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
 * `ids`: some of the tenants one may work in; without it all of them. Others are not told, not even
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
  await sql`update sys_session set tenant_id = ${tenantId}, org_code = ${orgCode} where token_hash = ${tokenHash(tx.http?.token ?? '')}`.execute(
    db,
  )
  if (tenantId === account.tenantId)
    await sql`update sys_user set org_code = ${orgCode} where id = ${account.id}`.execute(db)
  await saveSelection(db, account.id, tenantId, orgCode)
  await broadcast(tx, { kind: 'authz', tenantId, userIds: [account.id] })
  tx.afterCommit(() => clearPrincipalCaches([account.id]))
  return await userInfoOf(db, account, { tenantId, orgCode })
}
