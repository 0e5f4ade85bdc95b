import { sql } from 'kysely'
import { executorOf, type Tx } from '#server/kit/access/ctx.ts'

/**
 * A department got another code, and those below it: its users continue to work
 * there.
 */
export async function departCodeChanged(tx: Tx, before: string, after: string): Promise<void> {
  const db = executorOf(tx)
  const { tenantId } = tx.principal
  const moved = sql`${after} || substr(org_code, ${before.length + 1})`
  await sql`update sys_session
    set org_code = ${moved} where tenant_id = ${tenantId} and starts_with(org_code,
      ${before})`.execute(db)
  await sql`update sys_user
    set org_code = ${moved} where tenant_id = ${tenantId} and starts_with(org_code,
      ${before})`.execute(db)
  await sql`update user_place
    set org_code = ${moved} where tenant_id = ${tenantId} and starts_with(org_code,
      ${before})`.execute(db)
}

/**
 * Departments are gone, their links to people too: who worked there now works in another of their
 * departments, or in none.
 */
export async function departsRemoved(tx: Tx, codes: readonly string[]): Promise<void> {
  const db = executorOf(tx)
  const { tenantId } = tx.principal
  const other = (user: string) =>
    sql`(select min(d.org_code)
        from sys_user_depart m join sys_depart d on d.tenant_id = m.tenant_id and d.id = m.depart_id
        where m.tenant_id = ${tenantId} and m.user_id = ${sql.ref(user)})`
  await sql`update sys_session as s
    set org_code = ${other('s.user_id')} where s.tenant_id = ${tenantId}
    and s.org_code = any(${[...codes]}::text[])`.execute(db)
  await sql`update sys_user as u
    set org_code = ${other('u.id')} where u.tenant_id = ${tenantId}
    and u.org_code = any(${[...codes]}::text[])`.execute(db)
  await sql`delete from user_place
    where tenant_id = ${tenantId} and org_code = any(${[...codes]}::text[])`.execute(db)
}
