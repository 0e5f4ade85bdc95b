import { asErrorCode } from '#server/kit/http/texts.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { isNameTaken } from './across-tenants.ts'

export interface UserIdentity {
  username?: string
  phone?: string | null | undefined
  email?: string | null | undefined
  workNo?: string | null | undefined
}

/** Columns in which two people of a tenant never share a value, by field. */
const SHARED = { phone: 'phone', email: 'email', workNo: 'work_no' } as const

/**
 * Sign-in names are one set for the whole house, the bin included; phone, e-mail and staff number are told apart within
 * a tenant. New people of a tenant come in one after the other, so that two do not take the same number at once.
 */
export async function requireUnique(
  tx: Tx,
  user: UserIdentity,
  exceptId: string | null,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`people:${tx.principal.tenantId}`}, 0))`.execute(
    tx.db,
  )
  const issues: RawIssue[] = []
  if (user.username !== undefined && (await isNameTaken(tx, user.username, exceptId)))
    issues.push({ path: 'username', code: 'user.usernameTaken' })
  for (const [path, column] of Object.entries(SHARED)) {
    const value = user[path as keyof typeof SHARED]
    if (!value) continue
    const taken =
      await sql`select 1 from ${tx.rows('sysUser').as('u')} where lower(${sql.ref(`u.${column}`)}) = lower(${value}) and u.del_flag = 0 and u.id <> ${exceptId ?? '0'}`.execute(
        tx.db,
      )
    if (taken.rows.length > 0) issues.push({ path, code: asErrorCode(`user.${path}Taken`) })
  }
  if (issues.length > 0) failFields(issues)
}
