import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { tax } from '#contracts/money/tax.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { readTaxSetting } from './setting.ts'
import { taxTermsOf } from './tax-terms.ts'

/**
 * What a price shown to a user is: without tax or with it, and which one it would be today for a
 * customer within reach and a destination.
 */
export async function taxNote(
  ctx: Ctx,
  { customerId: wanted, country }: In<typeof tax.note>,
): Promise<Out<typeof tax.note>> {
  const customerId = ctx.principal.customerId ?? wanted ?? null
  if (wanted) {
    const { rows } = await sql`select 1 from ${ctx.rows('customer').as('c')}
      where c.id = ${wanted}`.execute(ctx.db)
    if (rows.length === 0) failMissing()
  }
  if (customerId === null) {
    const { prices } = await readTaxSetting(ctx)
    return { prices, category: null, rate: null }
  }
  const wish = { id: '', customerId, destination: country ?? null }
  const terms = (await taxTermsOf(ctx, [wish])).get('')
  if (!terms) return { prices: 'off', category: null, rate: null }
  const { category, rate } = terms.service
  return { prices: terms.prices, category, rate }
}
