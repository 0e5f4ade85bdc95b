import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { customs } from '#contracts/orders/customs/customs.calls.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import type { HsIndex, HsRow } from './hs-index.ts'
import { hsIndex } from './load-hs.ts'

type Found = Out<typeof customs.searchHscode>
interface MemoryRow {
  sku: string
  hscodeCn: string | null
  hscodeForeign: string | null
  nameCn: string | null
  nameEn: string | null
  material: string | null
  usage: string | null
  brand: string | null
  model: string | null
  origin: string | null
  unit: string | null
  unitWeight: number | null
  unitPrice: string | null
  currency: string | null
  usedAt: string
}

const CODES_MAX = 20

/** What the customer declared last for the SKU, then the codes that fit the words. */
export async function searchHscode(
  ctx: Ctx,
  { q, customerId, sku }: In<typeof customs.searchHscode>,
): Promise<Found> {
  const remembered = sku || q ? await memoryOf(ctx, customerId, sku, q) : []
  const index = await hsIndex(ctx)
  return { remembered, codes: index.search(q, CODES_MAX).map((row) => wireOf(row, index)) }
}

function wireOf({ code, level, parent, description, nameCn }: HsRow, index: HsIndex) {
  let aboveCn: string | null = null
  let up = parent
  while (up !== null && aboveCn === null) {
    const row = index.row(up)
    aboveCn = row?.nameCn ?? null
    up = row?.parent ?? null
  }
  const above = parent === null ? null : (index.row(parent)?.description ?? null)
  return { code, level, nameEn: description, nameCn, aboveCn, aboveEn: above }
}

/** The SKU's own row first, then others of the customer whose SKU or name begins as the words do. */
async function memoryOf(
  ctx: Ctx,
  customerId: string | undefined,
  sku: string | undefined,
  q: string,
): Promise<Found['remembered']> {
  const own = ctx.principal.customerId
  if (own !== null && customerId && customerId !== own) failMissing()
  const owner = own ?? customerId
  if (!owner) return []
  const begins = `${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = await sql<MemoryRow>`select m.sku, m.hscode_cn, m.hscode_foreign, m.name_cn,
      m.name_en, m.material, m.usage, m.brand, m.model, m.origin, m.unit, m.unit_weight,
      m.unit_price, m.currency, m.used_at
    from ${ctx.rows('hsMemory').as('m')}
    where m.customer_id = ${owner} and (m.sku = ${sku ?? ''}
      or (${q} <> '' and (m.sku ilike ${begins} or m.name_cn ilike ${begins}
        or m.name_en ilike ${begins})))
    order by m.sku = ${sku ?? ''} desc, m.used_at desc limit 5`.execute(ctx.db)
  return found.rows.map(({ unitWeight, unitPrice, ...row }) => ({
    ...row,
    unitWeightKg: unitWeight === null ? null : gramsToKg(unitWeight),
    unitPrice:
      unitPrice === null || row.currency === null
        ? null
        : formatMoney({ minor: BigInt(unitPrice), currency: row.currency }),
  }))
}
