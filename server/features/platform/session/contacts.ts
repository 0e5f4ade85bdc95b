import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { barePhone } from '#contracts/platform/session/identity.ts'
import { PLATFORM_TENANT } from '#contracts/platform/operations/tenants.ts'
import { executorOf, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { asSystemTx } from '#server/kit/db/tx.ts'

export type ContactKind = 'email' | 'phone'

/** `u` has this address; equal ones read alike (as the unique indexes of sys_user compare them). */
export function hasContact(kind: ContactKind, value: string): RawBuilder<SqlBool> {
  return kind === 'email'
    ? sql<SqlBool>`lower(u.email) = lower(${value})`
    : sql<SqlBool>`sign_in_phone(u.phone) = ${barePhone(value)}`
}

const proven = (kind: ContactKind) =>
  kind === 'email'
    ? sql<SqlBool>`u.email_verified_at is not null`
    : sql<SqlBool>`u.phone_verified_at is not null`

/**
 * What a code proves: a tenant chooses what sends its codes, and its people read out unsent ones,
 * so such a code decides about accounts of that tenant only. One sent by the installation decides
 * about all.
 */
const within = (provenIn: string) =>
  provenIn === PLATFORM_TENANT
    ? sql<SqlBool>`true`
    : sql<SqlBool>`u.tenant_id = ${provenIn} and not exists (select 1 from sys_user_tenant m
        where m.user_id = u.id and m.tenant_id <> u.tenant_id)`

/**
 * Whether an account of the installation has this address; whose is not revealed. `provenIn`: a user
 * is about to prove it by a code of that tenant; one within it that was not proved does not count.
 */
export async function isContactTaken(
  ctx: Ctx,
  kind: ContactKind,
  value: string,
  { exceptId = null, provenIn = null }: { exceptId?: string | null; provenIn?: string | null } = {},
): Promise<boolean> {
  const counts = provenIn === null ? sql`true` : sql`(${proven(kind)} or not (${within(provenIn)}))`
  const found = await sql`select 1 from sys_user u
      where ${hasContact(kind, value)} and u.del_flag = 0
        and u.id <> ${exceptId ?? '0'} and ${counts} limit 1`.execute(executorOf(ctx))
  return found.rows.length > 0
}

/** Takes an address proven by a code of that tenant from the account that had it without proof. */
export async function releaseUnproven(
  tx: Tx,
  kind: ContactKind,
  value: string,
  { exceptId = null, provenIn }: { exceptId?: string | null; provenIn: string },
): Promise<void> {
  const byMail = kind === 'email'
  const gone = await sql<{
    id: string
    tenantId: string
  }>`update sys_user as u
    set email = case when ${byMail} then null else u.email end, phone = case
      when ${byMail} then u.phone end, version = version + 1, update_time = now()
    where u.del_flag = 0
      and u.id <> ${exceptId ?? '0'} and ${hasContact(kind, value)} and not (${proven(kind)})
      and ${within(provenIn)}
    returning u.id, u.tenant_id`.execute(executorOf(tx))
  for (const [tenantId, users] of Map.groupBy(gone.rows, (one) => one.tenantId))
    await asSystemTx(tx, tenantId).auditMany(
      'sys_user',
      'edit',
      users.map(({ id }) => ({ id, before: { [kind]: value }, after: { [kind]: null } })),
    )
}
