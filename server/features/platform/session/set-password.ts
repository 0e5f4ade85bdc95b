import { passwordChanged } from '#contracts/platform/session/session.events.ts'
import { sql } from 'kysely'
import { passwordFlaw, type PasswordMode } from '#contracts/platform/session/passwords.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import { executorOf, type Tx } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'
import { fail } from '#server/kit/http/errors.ts'
import { forgetDevices } from './devices.ts'
import { hashPassword } from './passwords.ts'
import { clearPrincipalCaches } from './principals.ts'
import { tokenHash } from './tokens.ts'

/** Which rule a tenant has chosen; the specification's where it has chosen none. */
export async function passwordModeOf(db: Executor, tenantId: string): Promise<PasswordMode> {
  const found = await sql<{
    mode: unknown
  }>`select value as mode from tenant_setting
    where tenant_id = ${tenantId} and key = 'password.mode'`.execute(db)
  return found.rows[0]?.mode === 'nist' ? 'nist' : 'seed'
}

/**
 * Whose password it is to be; names of it may not stand in it. An account that is only being made
 * has them already.
 */
export interface PasswordOwner {
  tenantId: string
  username: string
  realname?: string | null
  email?: string | null
  phone?: string | null
}

/**
 * Refuses a password that breaks the tenant's rule, is a common one, or holds names of the person,
 * the tenant or the product.
 * @throws Refusal `password.empty`, `.tooLong`, `.rule`, `.ruleNist`, `.common`, `.personal`
 */
export async function checkPasswordRule(
  db: Executor,
  owner: PasswordOwner,
  password: string,
): Promise<void> {
  const tenant = (
    await sql<{
      code: string
      name: string
      nameEn: string | null
    }>`select code, name, name_en from tenant where id = ${owner.tenantId}`.execute(db)
  ).rows[0]
  const words = [
    owner.username,
    owner.realname,
    owner.email?.split('@')[0],
    owner.phone,
    tenant?.code,
    tenant?.name,
    tenant?.nameEn,
  ].filter((word) => typeof word === 'string')
  const flaw = passwordFlaw(password, { mode: await passwordModeOf(db, owner.tenantId), words })
  if (flaw) fail(`password.${flaw}`)
}

/**
 * Gives an account a new password, ends its sessions at once everywhere (`keepToken`: but this
 * one), and writes the log. `once`: it has to be changed at the next sign-in. The caller has
 * checked the rule (`checkPasswordRule`) and the right to do it. A stranger's call (a forgotten
 * password) runs it inside the account's tenant: `inTx(actAs(ctx, account.tenantId), …)`.
 */
export async function setPassword(
  tx: Tx,
  user: { id: string; tenantId: string; username: string },
  password: string,
  { keepToken = null, once = false }: { keepToken?: string | null; once?: boolean } = {},
): Promise<void> {
  const hash = await hashPassword(password)
  await sql`update sys_user
    set password_hash = ${hash}, password_at = now(), password_once = ${once},
      update_by = ${tx.principal.username || user.username}, update_time = now()
      where id = ${user.id}`.execute(executorOf(tx))
  await tx.audit('sys_user', user.id, 'edit', { password: 'before' }, { password: 'after' })
  await endSessions(tx, user, { keepToken })
  await forgetDevices(executorOf(tx), user.id)
  await tx.emit(passwordChanged, { userId: user.id, ip: tx.http?.ip ?? null })
}

/**
 * Ends an account's sessions, all or all but one, at once here and within a moment in every other
 * process.
 */
export async function endSessions(
  tx: Tx,
  user: { id: string; tenantId: string },
  { keepToken = null, only = null }: { keepToken?: string | null; only?: string | null } = {},
): Promise<number> {
  const gone = await sql`delete from sys_session
      where user_id = ${user.id} and token_hash <> ${keepToken ? tokenHash(keepToken) : Buffer.alloc(0)}
    ${only === null ? sql`` : sql`and id = ${only}`}`.execute(executorOf(tx))
  await broadcast(tx, { kind: 'authz', tenantId: user.tenantId, userIds: [user.id], ended: true })
  tx.afterCommit(() => clearPrincipalCaches([user.id]))
  return Number(gone.numAffectedRows ?? 0)
}
