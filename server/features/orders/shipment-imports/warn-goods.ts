import { sql } from 'kysely'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import {
  checkCustoms,
  customsRules,
  needsCustomsData,
} from '#server/features/orders/customs/index.ts'
import type { OrderIssue } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'

/** What customs would ask about an order's goods, though it is taken as a draft. */
export type WarnGoods = (draft: OrderDraft) => OrderIssue[]

/** Warnings an import shows; further ones are only counted. */
export const WARNINGS_MAX = 2_000

/** Rules and the countries orders leave from, read once for a file. */
export async function loadGoodsWarnings(ctx: Ctx): Promise<WarnGoods> {
  const rules = await customsRules(ctx)
  const found = await sql<{ id: string; country: string | null }>`select d.id, d.country
    from ${asSystem(ctx, ctx.principal.tenantId).rows('depot').as('d')}`.execute(ctx.db)
  const countries = new Map(found.rows.map(({ id, country }) => [id, country]))
  return ({ consignee, depotId, customs, attributes, parcels }) => {
    const from = countries.get(depotId ?? '') ?? null
    const to = consignee.country?.toUpperCase() ?? null
    if (!needsCustomsData(from, to, rules)) return []
    const dangerousGoods = attributes?.dangerousGoods ?? null
    const unNumber = attributes?.unNumber ?? null
    return checkCustoms({ from, to, customs, dangerousGoods, unNumber, parcels }, rules)
      .filter(({ path }) => path.startsWith('parcels.'))
      .map(({ path, code, data }) => ({ path, code, data }))
  }
}
