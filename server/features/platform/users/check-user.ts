import { sql } from 'kysely'
import { formIssues } from '#server/features/platform/rules/index.ts'
import { isContactTaken } from '#server/features/platform/session/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { isNameTaken } from './across-tenants.ts'

export interface UserIdentity {
  username?: string
  phone?: string | null | undefined
  email?: string | null | undefined
  workNo?: string | null | undefined
}

/**
 * What signs in or recovers is one set for the whole installation: names (the bin included), phones
 * and e-mail addresses; the owner of a taken one is not revealed. Staff numbers are unique within a
 * tenant. New people of a tenant come in one after the other; between tenants the unique indexes
 * decide.
 */
export async function requireUnique(
  tx: Tx,
  user: UserIdentity,
  exceptId: string | null,
  { byRules = true }: { byRules?: boolean } = {},
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`people:${tx.principal.tenantId}`},
        0))`.execute(tx.db)
  // What comes out of the bin is as it was: rules are for what is typed.
  const issues: RawIssue[] = byRules ? await formIssues(tx, 'users', { ...user }, null) : []
  if (user.username !== undefined && (await isNameTaken(tx, user.username, exceptId)))
    issues.push({ path: 'username', code: 'user.usernameTaken' })
  for (const kind of ['phone', 'email'] as const) {
    const value = user[kind]
    if (value && (await isContactTaken(tx, kind, value, { exceptId })))
      issues.push({ path: kind, code: `user.${kind}Taken` })
  }
  if (user.workNo) {
    const taken = await sql`select 1
        from ${tx.rows('sysUser').as('u')} where lower(u.work_no) = lower(${user.workNo})
          and u.del_flag = 0 and u.id <> ${exceptId ?? '0'}`.execute(tx.db)
    if (taken.rows.length > 0) issues.push({ path: 'workNo', code: 'user.workNoTaken' })
  }
  if (issues.length > 0) failFields(issues)
}
