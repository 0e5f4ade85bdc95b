import { businessDay } from '#server/kit/db/business-day.ts'
import { sql, type SqlBool } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { stockBalanceList } from '#contracts/orders/stock/stock-balances.ts'
import type { stockSkus, SkuFound, stockSkuList } from '#contracts/orders/stock/stock-skus.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

const FOUND_MAX = 20
const INITIAL_CURRENCY = 'EUR'

/** Barcodes are stored one way, and lead to one SKU of a customer. */
export const skuHooks: Hooks<typeof stockSkuList> = {
  beforeSave: async (tx, draft, before) => {
    // An amount is read by its currency, before initial values are filled in.
    if (!before) draft.currency ??= INITIAL_CURRENCY
    // A row does not show a customer whose it is, and stays its own.
    const own = before?.customerId ?? tx.principal.customerId
    const customerId = draft.customerId ?? own
    if (before && customerId !== own) {
      const used = await sql`select 1 from ${tx.rows('stockBalance').as('b')}
        where b.sku_id = ${before.id} limit 1`.execute(tx.db)
      if (used.rows.length > 0) failFields([{ path: 'customerId', code: 'stock.skuUsed' }])
    }
    if (typeof draft.barcodes !== 'string') return
    const codes = [...new Set(draft.barcodes.split(/[,;，；\s]+/).filter(Boolean))]
    draft.barcodes = codes.join(',') || null
    const other = await sql<{ sku: string }>`select k.sku from ${tx.rows('stockSku').as('k')}
      where k.customer_id = ${customerId}::bigint and k.id <> ${before?.id ?? 0}::bigint
        and k.barcode_list && ${codes}::text[] limit 1`.execute(tx.db)
    if (other.rows[0])
      failFields([
        { path: 'barcodes', code: 'stock.barcodeOf', data: { label: other.rows[0].sku } },
      ])
  },
}

/** Any part of a SKU or of a name, or a whole barcode, leads to the goods of `k`. */
const isNamed = (text: string) => {
  const part = `%${likeText(text)}%`
  return sql<SqlBool>`(k.sku ilike ${part} or k.name_cn ilike ${part} or k.name_en ilike ${part}
    or k.barcode_list @> ${[text]}::text[])`
}

/** Balances of what a SKU, a word of its name or a barcode leads to. */
export const balanceHooks: Hooks<typeof stockBalanceList> = {
  listQuery: (ctx, query) => {
    const { goods } = query as ListQuery & { goods?: string }
    if (!goods) return []
    return [
      sql<SqlBool>`t.sku_id in (select k.id from ${ctx.rows('stockSku').as('k')}
        where ${isNamed(goods)})`,
    ]
  },
}

interface Row {
  id: string
  sku: string
  nameCn: string | null
  nameEn: string | null
  hscodeCn: string | null
  hscodeForeign: string | null
  unitWeight: number
  unitPrice: string | null
  currency: string
  material: string | null
  brand: string | null
  lotTracked: boolean
  expiryTracked: boolean
  available: number
}

/** SKUs of a customer by what was typed or scanned, with the pieces that can be had. */
export async function findSkus(
  ctx: Ctx,
  { keyword = '', customerId, depotId }: In<typeof stockSkus.find>,
): Promise<SkuFound[]> {
  const owner = ctx.principal.customerId ?? customerId ?? null
  const found = await sql<Row>`select k.id, k.sku, k.name_cn, k.name_en, k.hscode_cn,
      k.hscode_foreign, k.unit_weight, k.unit_price, k.currency, k.material, k.brand,
      k.lot_tracked, k.expiry_tracked,
      (select coalesce(sum(b.available), 0)::int
        from ${ctx.rows('stockBalance').as('b')} join stock_place p
          on p.tenant_id = b.tenant_id and p.id = b.place_id
        where b.sku_id = k.id and not p.blocked
          and (b.expiry_date is null or b.expiry_date >= ${await businessDay(ctx)}::date)
          and (${depotId ?? null}::bigint is null or b.depot_id = ${depotId ?? null}::bigint))
        as available
    from ${ctx.rows('stockSku').as('k')}
    where k.enabled and (${owner}::bigint is null or k.customer_id = ${owner}::bigint)
      and (${keyword} = '' or ${isNamed(keyword)})
    order by (k.sku = ${keyword} or k.barcode_list @> ${[keyword]}::text[]) desc,
      (k.sku ilike ${`${likeText(keyword)}%`}) desc, k.sku
    limit ${FOUND_MAX}`.execute(ctx.db)
  return found.rows.map(({ unitWeight, unitPrice, ...row }) => ({
    ...row,
    unitWeightKg: gramsToKg(unitWeight),
    unitPrice:
      unitPrice === null ? null : formatMoney({ minor: BigInt(unitPrice), currency: row.currency }),
  }))
}

export interface KnownSku {
  id: string
  sku: string
  lotTracked: boolean
  expiryTracked: boolean
}

/** SKUs of a customer by id; the caller's reach to the customer was asked. */
export async function skusOf(
  ctx: Ctx,
  customerId: string,
  ids: readonly string[],
): Promise<Map<string, KnownSku>> {
  const found = await sql<KnownSku>`select k.id, k.sku, k.lot_tracked, k.expiry_tracked
    from ${ctx.rows('stockSku').as('k')}
    where k.customer_id = ${customerId} and k.id = any(${ids}::bigint[])`.execute(ctx.db)
  return new Map(found.rows.map((row) => [row.id, row]))
}

/** SKUs of a customer by their numbers, for the lines of orders. */
export async function skuIdsOf(
  ctx: Ctx,
  customerId: string,
  skus: readonly string[],
): Promise<Map<string, string>> {
  const found = await sql<{ sku: string; id: string }>`select k.sku, k.id
    from ${ctx.rows('stockSku').as('k')}
    where k.customer_id = ${customerId} and k.enabled and k.sku = any(${skus}::text[])`.execute(
    ctx.db,
  )
  const missing = skus.filter((sku) => !found.rows.some((row) => row.sku === sku))
  if (missing.length > 0) fail('stock.unknownSku', { list: [...new Set(missing)].join(', ') })
  return new Map(found.rows.map((row) => [row.sku, row.id]))
}
