import { sql, type QueryExecutorProvider, type RawBuilder, type SqlBool } from 'kysely'
import { barePhone } from '#contracts/platform/session/identity.ts'
import { PLATFORM_TENANT } from '#contracts/platform/operations/tenants.ts'
import { executorOf, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import type { Executor } from '#server/kit/access/executor.ts'
import { e164, isNational } from '#server/kit/ids/phones.ts'
import { asSystemTx } from '#server/kit/db/tx.ts'

export type ContactKind = 'email' | 'phone'

/** `u` has this address; equal ones read alike (as the unique indexes of sys_user compare them). */
export async function hasContact(
  db: Executor,
  kind: ContactKind,
  value: string,
): Promise<RawBuilder<SqlBool>> {
  if (kind === 'email') return sql<SqlBool>`lower(u.email) = lower(${value})`
  return sql<SqlBool>`sign_in_phone(u.phone) = any(${await phoneForms(db, value)}::text[])`
}

/** A number without its country may be one of any country a company of the installation is in. */
export async function phoneForms(db: QueryExecutorProvider, value: string): Promise<string[]> {
  const bare = barePhone(value)
  if (!isNational(bare)) return [bare]
  const found = await sql<{ country: string }>`select distinct country from company_profile
    where country is not null`.execute(db)
  return [...new Set([bare, ...found.rows.map(({ country }) => e164(bare, country))])]
}

/**
 * A user's number as it is stored: as dialled in the customer's country, or the company's. One that
 * is none there stays as it was typed.
 */
export async function storedPhone<P extends string | null | undefined>(
  tx: Tx,
  phone: P,
  customerId: string | null,
): Promise<P | string> {
  if (!phone || !isNational(barePhone(phone))) return phone
  const found = await sql<{ country: string | null }>`select coalesce(
      (select c.country from customer c
        where c.tenant_id = ${tx.principal.tenantId} and c.id = ${customerId}),
      (select p.country from company_profile p where p.tenant_id = ${tx.principal.tenantId}))
    as country`.execute(executorOf(tx))
  return e164(phone, found.rows[0]!.country)
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
      where ${await hasContact(executorOf(ctx), kind, value)} and u.del_flag = 0
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
      and u.id <> ${exceptId ?? '0'} and ${await hasContact(executorOf(tx), kind, value)} and not (${proven(kind)})
      and ${within(provenIn)}
    returning u.id, u.tenant_id`.execute(executorOf(tx))
  for (const [tenantId, users] of Map.groupBy(gone.rows, (one) => one.tenantId))
    await asSystemTx(tx, tenantId).auditMany(
      'sys_user',
      'edit',
      users.map(({ id }) => ({ id, before: { [kind]: value }, after: { [kind]: null } })),
    )
}
