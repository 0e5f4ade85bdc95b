import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { tenantList, type tenants } from '#contracts/platform/operations/tenants.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { wireRows, selection } from '#server/kit/resource/resource-rows.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { editRow, type Draft } from '#server/kit/resource/resource-write.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { readTenant, withUsage, type TenantRow } from './tenant-rows.ts'

type Calls = typeof tenants

async function hold(
  tx: Tx,
  id: string,
  delFlag: 0 | 1,
): Promise<{ id: string; name: string; status: number }> {
  const found = await sql<{
    id: string
    name: string
    status: number
  }>`select t.id, t.name, t.status
    from ${tx.rows('tenant').as('t')} where t.id = ${id} and t.id <> 0
      and t.del_flag = ${delFlag}`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}

/** Refused for the tenant the caller works in and for the caller's home tenant. */
async function requireAway(tx: Tx, { id, name }: { id: string; name: string }): Promise<void> {
  const home = await sql`select 1 from sys_user u
      where u.id = ${tx.principal.userId} and u.tenant_id = ${id}`.execute(tx.db)
  if (tx.principal.tenantId === id || home.rows.length > 0) fail('tenant.own', { label: name })
}

/**
 * All users who are at home or at work in it are out at once; signing in is refused while it is
 * closed.
 */
async function shut(tx: Tx, tenantId: string): Promise<void> {
  await sql`delete from sys_session s
    where s.tenant_id = ${tenantId} or s.user_id in (select u.id from sys_user u
      where u.tenant_id = ${tenantId})`.execute(tx.db)
  await broadcast(tx, { kind: 'authz', tenantId, userIds: null, ended: true })
}

export function editTenant(
  ctx: Ctx,
  { id, version, ...draft }: Draft & { id: string; version: number },
): Promise<TenantRow> {
  return inTx(ctx, async (tx) => {
    const tenant = await hold(tx, id, 0)
    if (draft.status === '0') await requireAway(tx, tenant)
    const row = await editRow(tx, tenantList, id, version, draft, {})
    if (tenant.status === 1 && row.status === '0') await shut(tx, id)
    await broadcast(tx, { kind: 'authz', tenantId: id, userIds: null })
    return readTenant(tx, { id })
  })
}

export function freezeTenants(ctx: Ctx, { ids, status }: In<Calls['freeze']>): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id) => {
    const tenant = await hold(tx, id, 0)
    if (status === '0') await requireAway(tx, tenant)
    await setStatus(tx, tenant, Number(status), 0)
    return tenant.name
  })
}

async function setStatus(
  tx: Tx,
  tenant: { id: string; status: number },
  status: number,
  delFlag: 0 | 1,
): Promise<void> {
  await change(tx, 'tenant', tenant, { status, delFlag })
  if (status === 0) await shut(tx, tenant.id)
  else await broadcast(tx, { kind: 'authz', tenantId: tenant.id, userIds: null })
}

export async function deleteTenant(ctx: Ctx, { id }: In<Calls['delete']>): Promise<null> {
  await archive(ctx, id)
  return null
}
export function deleteTenants(ctx: Ctx, { ids }: In<Calls['deleteBatch']>): Promise<BulkResult> {
  return eachRow(ctx, ids, (tx, id) => archive(tx, id))
}

/** Closed and out of sight; its rows stay, for years of bills hang on them. */
function archive(ctx: Ctx, id: string): Promise<string> {
  return inTx(ctx, async (tx) => {
    const tenant = await hold(tx, id, 0)
    await requireAway(tx, tenant)
    await setStatus(tx, tenant, 0, 1)
    return tenant.name
  })
}

export async function closedTenants(ctx: Ctx): Promise<TenantRow[]> {
  const found = await sql<
    Record<string, unknown>
  >`select ${selection(tenantList, ctx)} from ${ctx.rows('tenant').as('t')} where t.del_flag = 1
    order by t.id desc limit 500`.execute(ctx.db)
  return withUsage(ctx, await wireRows(ctx, tenantList, found.rows))
}

/** Back in the list, still closed: opening it is a decision of its own. */
export function restoreTenants(ctx: Ctx, { ids }: In<Calls['restore']>): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id) => {
    const tenant = await hold(tx, id, 1)
    await change(tx, 'tenant', { id }, { delFlag: 0 })
    return tenant.name
  })
}

/**
 * Lets a platform's administrator work in a tenant; the session moves there by `selectTenant`. Both
 * sides can read of it: the data log here, the operation log there.
 */
export async function enterTenant(
  ctx: Ctx,
  { id }: In<Calls['enter']>,
): Promise<Out<Calls['enter']>> {
  await inTx(ctx, async (tx) => {
    const tenant = await readTenant(tx, { id })
    const { userId, username } = tx.principal
    await sql`insert into sys_user_tenant (user_id, tenant_id) select u.id, ${id} from sys_user u
      where u.id = ${userId} and u.tenant_id <> ${id} on conflict do nothing`.execute(tx.db)
    await sql`insert into op_log (tenant_id, log_type, operate_type, content, user_id, username, ip,
        method, url, outcome, request_id)
      values (${id}, 2, 1, 'platform administrator entered the tenant', ${userId}, ${username},
        ${tx.http?.ip ?? ''}, 'PUT', '/sys/tenant/enter', 'ok', ${tx.requestId})`.execute(tx.db)
    await tx.audit(
      'tenant',
      id,
      'edit',
      { entered: null },
      { entered: username, name: tenant.name },
    )
  })
  return null
}
