import { sql } from 'kysely'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'

/** Where a company is registered for tax. */
export interface TaxPlace {
  country: string | null
  vatId: string | null
}

/** Of the tenant the caller works in. */
export async function readTaxPlace(ctx: Ctx): Promise<TaxPlace> {
  const { rows } = await sql<TaxPlace>`select t.country, t.vat_id from tenant t
    where t.id = ${ctx.principal.tenantId}`.execute(ctx.db)
  return rows[0] ?? { country: null, vatId: null }
}

/** Written where it differs. The caller's permission was asked. */
export async function writeTaxPlace(tx: Tx, { country, vatId }: TaxPlace): Promise<void> {
  const { tenantId, username } = tx.principal
  const found = await sql<TaxPlace>`select t.country, t.vat_id from tenant t
    where t.id = ${tenantId} for no key update`.execute(tx.db)
  const before = found.rows[0]!
  if (before.country === country && before.vatId === vatId) return
  await sql`update tenant set country = ${country}, vat_id = ${vatId}, version = version + 1,
      update_by = ${username}, update_time = now()
    where id = ${tenantId}`.execute(tx.db)
  await tx.audit('tenant', tenantId, 'edit', { ...before }, { country, vatId })
}
