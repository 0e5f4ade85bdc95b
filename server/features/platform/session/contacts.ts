import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { barePhone } from '#contracts/platform/identity.ts'
import { executorOf, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { asSystemTx } from '#server/kit/db/tx.ts'

export type ContactKind = 'email' | 'phone'

/** `u` has this address; equal ones read alike (as the unique indexes of sys_user compare them). */
export function hasContact(kind: ContactKind, value: string): RawBuilder<SqlBool> {
  return kind === 'email'
    ? sql<SqlBool>`lower(u.email) = lower(${value})`
    : sql<SqlBool>`regexp_replace(u.phone, '[\\s()./-]', '', 'g') = ${barePhone(value)}`
}

const proven = (kind: ContactKind) =>
  kind === 'email'
    ? sql<SqlBool>`u.email_verified_at is not null`
    : sql<SqlBool>`u.phone_verified_at is not null`

/**
 * Whether an account of the installation has this address; whose stays unsaid. `byProof`: somebody
 * is about to prove it by a code, and only one that was proven before stands in the way.
 */
export async function isContactTaken(
  ctx: Ctx,
  kind: ContactKind,
  value: string,
  { exceptId = null, byProof = false }: { exceptId?: string | null; byProof?: boolean } = {},
): Promise<boolean> {
  const found =
    await sql`select 1 from sys_user u where ${hasContact(kind, value)} and u.del_flag = 0 and u.id <> ${exceptId ?? '0'} ${byProof ? sql`and ${proven(kind)}` : sql``} limit 1`.execute(
      executorOf(ctx),
    )
  return found.rows.length > 0
}

/** Takes a proven address from the account that had it without proof, wherever that is. */
export async function releaseUnproven(
  tx: Tx,
  kind: ContactKind,
  value: string,
  exceptId: string | null = null,
): Promise<void> {
  const byMail = kind === 'email'
  const gone = await sql<{
    id: string
    tenantId: string
  }>`update sys_user as u set email = case when ${byMail} then null else u.email end, phone = case when ${byMail} then u.phone end, version = version + 1, update_time = now()
    where u.del_flag = 0 and u.id <> ${exceptId ?? '0'} and case when ${byMail} then lower(u.email) = lower(${value}) and u.email_verified_at is null
      else regexp_replace(u.phone, '[\\s()./-]', '', 'g') = ${barePhone(value)} and u.phone_verified_at is null end
    returning u.id, u.tenant_id`.execute(executorOf(tx))
  for (const [tenantId, users] of Map.groupBy(gone.rows, (one) => one.tenantId))
    await asSystemTx(tx, tenantId).auditMany(
      'sys_user',
      'edit',
      users.map(({ id }) => ({ id, before: { [kind]: value }, after: { [kind]: null } })),
    )
}
