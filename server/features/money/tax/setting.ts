import { businessDay } from '#server/kit/db/business-day.ts'
import { countryOfVat } from '#server/kit/ids/vat-number.ts'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { tax, TaxPrices, TaxSetting } from '#contracts/money/tax.ts'
import { companyOf, saveTaxPlace } from '#server/features/parties/company/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failConflict, failFields } from '#server/kit/http/errors.ts'

interface SettingRow {
  prices: TaxPrices
  version: number
}

export async function readTaxSetting(ctx: Ctx): Promise<TaxSetting> {
  const { rows } = await sql<SettingRow>`select s.prices, s.version
    from ${ctx.rows('taxSetting').as('s')}`.execute(ctx.db)
  const { country, vatId } = await companyOf(ctx)
  return { prices: 'off', version: 0, ...rows[0], country, vatId }
}

/**
 * Sets whether prices carry tax and where the company is registered. A tax needs a country that has
 * a rate of its own today.
 */
export function saveTaxSetting(
  ctx: Ctx,
  { prices, country, vatId, version }: In<typeof tax.saveSetting>,
): Promise<TaxSetting> {
  if (prices !== 'off' && country === null)
    failFields([{ path: 'country', code: 'field.required' }])
  if (vatId !== null && countryOfVat(vatId) === null)
    failFields([{ path: 'vatId', code: 'company.vatId' }])
  return inTx(ctx, async (tx) => {
    const before = await lockSetting(tx)
    if (before.version !== version) failConflict('row.stale')
    if (prices !== 'off' && !(await hasRate(tx, country!)))
      failFields([{ path: 'country', code: 'tax.noRate', data: { country: country! } }])
    const { username, tenantId } = tx.principal
    const { rows } = await sql<SettingRow>`update tax_setting as s
      set prices = ${prices}, version = s.version + 1, update_by = ${username},
        update_time = now()
      where ${tx.rows('taxSetting').where('s')} returning s.prices, s.version`.execute(tx.db)
    await saveTaxPlace(tx, { country, vatId })
    const after = rows[0]!
    await tx.audit(
      'tax_setting',
      tenantId,
      'edit',
      { prices: before.prices },
      { prices: after.prices },
    )
    return { ...after, country, vatId }
  })
}

async function hasRate(tx: Tx, country: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${tx.rows('taxRate').as('r')}
    where r.country = ${country} and r.category = 'S'
      and r.valid_from <= ${await businessDay(tx)}::date limit 1`.execute(tx.db)
  return rows.length > 0
}

/** The tenant's row, made where there is none yet, locked. */
async function lockSetting(tx: Tx): Promise<SettingRow> {
  const { username, tenantId } = tx.principal
  await sql`insert into tax_setting (tenant_id, version, create_by)
    values (${tenantId}, 0, ${username}) on conflict do nothing`.execute(tx.db)
  const { rows } = await sql<SettingRow>`select s.prices, s.version from tax_setting as s
    where ${tx.rows('taxSetting').where('s')} for update`.execute(tx.db)
  return rows[0]!
}
