import { sql } from 'kysely'
import { tenantList, type tenants } from '#contracts/platform/operations/tenants.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { hashPassword } from '#server/features/platform/session/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { randomPassword } from '#server/kit/access/random-password.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { toDatabase } from '#server/kit/access/to-database.ts'
import { readTenant } from './tenant-rows.ts'

type Calls = typeof tenants
/**
 * Puts in what every tenant starts with: roles, the head office, reference data. The product knows
 * how; the app hands it in.
 */
export type SeedTenant = (tx: Tx, tenantId: string) => Promise<void>
interface Opening extends Record<string, unknown> {
  id?: string
  code?: string
  adminUsername?: string
  adminRealname?: string
}

/**
 * A new tenant with everything it starts with, and its administrator, whose password is returned here
 * and nowhere else.
 */
export function createTenant(
  ctx: Ctx,
  { id, code, adminUsername, adminRealname, ...draft }: Opening,
  furnish: SeedTenant,
): Promise<Out<Calls['add']>> {
  return inTx(ctx, async (tx) => {
    const taken = await sql`select 1
        from ${tx.rows('tenant').as('t')} where t.id = ${id ?? null}::bigint
          or t.code = ${code ?? ''}`.execute(tx.db)
    if (taken.rows.length > 0) fail('tenant.taken')
    const value = (name: 'name' | 'nameEn' | 'beginDate' | 'endDate' | 'status' | 'fileQuotaMb') =>
      toDatabase(tenantList.fields[name], draft[name] ?? tenantList.fields[name].initial, null)
    const made = await sql<{
      id: string
    }>`insert into tenant (id, code, name, name_en, begin_date, end_date, status,
        file_quota_mb, create_by)
      values (${id ?? (await freeId(tx))}, ${code ?? `new-${crypto.randomUUID()}`},
        ${value('name')}, ${value('nameEn')}, ${value('beginDate')}, ${value('endDate')},
        ${value('status')}, ${value('fileQuotaMb')}, ${tx.principal.username}) returning id`.execute(
      tx.db,
    )
    const tenantId = made.rows[0]!.id
    if (!code)
      await sql`update tenant set code = ${`T${tenantId}`} where id = ${tenantId}`.execute(tx.db)
    await furnish(tx, tenantId)
    const tenant = await readTenant(tx, { id: tenantId })
    const username =
      adminUsername ??
      `${String(tenant.code)
        .toLowerCase()
        .replace(/[^a-z0-9._-]/g, '')}-admin`
    const admin = await addAdministrator(tx, tenantId, {
      username,
      realname: adminRealname || username,
    })
    await tx.audit('tenant', tenantId, 'add', null, { ...tenant, administrator: username })
    return { tenant: await readTenant(tx, { id: tenantId }), admin }
  })
}

/**
 * The next number not chosen by hand. The count goes on where it was: a chosen number, however
 * large, does not carry it along.
 */
async function freeId(tx: Tx): Promise<string> {
  for (;;) {
    const next = await sql<{
      id: string
      taken: boolean
    }>`with next as materialized (select nextval(pg_get_serial_sequence('tenant', 'id')) as id)
      select id, exists (select 1 from tenant t where t.id = next.id) as taken from next`.execute(
      tx.db,
    )
    if (!next.rows[0]!.taken) return next.rows[0]!.id
  }
}

async function addAdministrator(
  tx: Tx,
  tenantId: string,
  { username, realname }: { username: string; realname: string },
): Promise<{ username: string; password: string }> {
  const taken =
    await sql`select 1 from sys_user where lower(username) = lower(${username})`.execute(tx.db)
  if (taken.rows.length > 0) failFields([{ path: 'adminUsername', code: 'user.usernameTaken' }])
  const password = randomPassword(16)
  const made = await sql<{
    id: string
  }>`insert into sys_user (tenant_id, username, realname, password_hash, password_at,
      password_once, org_code, create_by)
    values (${tenantId}, ${username}, ${realname}, ${await hashPassword(password)}, now(), true, 'A01',
      ${tx.principal.username}) returning id`.execute(tx.db)
  const { id } = made.rows[0] ?? failMissing()
  await sql`insert into sys_user_role (tenant_id, user_id, role_id) select ${tenantId}, ${id}, r.id
    from sys_role r where r.tenant_id = ${tenantId} and r.role_code = 'tenantAdmin'`.execute(tx.db)
  await sql`insert into sys_user_depart (tenant_id, user_id, depart_id)
    select ${tenantId}, ${id}, d.id from sys_depart d
    where d.tenant_id = ${tenantId} and d.org_code = 'A01'`.execute(tx.db)
  return { username, password }
}
