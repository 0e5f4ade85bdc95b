import { forgetCompanyTerms, type CompanyTerms } from '#server/kit/db/business-day.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'

/** Zone and currency of the caller's tenant. The input was checked, the permission asked. */
export async function setCompanyTerms(tx: Tx, { timeZone, currency }: CompanyTerms): Promise<void> {
  await changeMany(
    tx,
    'tenant',
    [tx.principal.tenantId],
    (row) =>
      row.timeZone === timeZone && row.currency === currency ? null : { timeZone, currency },
    // The setting's own call notes it.
    { unlogged: 'all' },
  )
  forgetCompanyTerms(tx)
}
