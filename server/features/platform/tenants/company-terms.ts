import { sql } from 'kysely'
import { forgetCompanyTerms, type CompanyTerms } from '#server/kit/db/business-day.ts'
import type { Tx } from '#server/kit/access/ctx.ts'

/** Zone and currency of the caller's tenant. The input was checked, the permission asked. */
export async function setCompanyTerms(tx: Tx, { timeZone, currency }: CompanyTerms): Promise<void> {
  await sql`update tenant as t set time_zone = ${timeZone}, currency = ${currency},
      version = t.version + 1, update_by = ${tx.principal.username}, update_time = now()
    where t.id = ${tx.principal.tenantId}
      and (t.time_zone, t.currency) is distinct from (${timeZone}, ${currency})`.execute(tx.db)
  forgetCompanyTerms(tx)
}
