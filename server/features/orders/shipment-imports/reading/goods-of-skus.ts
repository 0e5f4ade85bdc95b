import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg, kgToGrams } from '#contracts/kit/units.ts'
import { isKind, kindOf, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import type { OrderIssue } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import type { FileOrder, MappedRow, Values } from './file-order.ts'

interface Sku {
  sku: string
  nameCn: string | null
  nameEn: string | null
  hscodeCn: string | null
  hscodeForeign: string | null
  material: string | null
  brand: string | null
  unitWeight: number
  unitPrice: string | null
  currency: string
}
export interface GoodsOfSkus {
  /** Completes the goods of an order that are kept in stock. */
  complete: (order: FileOrder) => FileOrder
  /** Goods of an order from stock that cannot be reserved: their SKUs are not in the list. */
  unlisted: (draft: OrderDraft) => OrderIssue[]
}

const TEXTS = ['nameCn', 'nameEn', 'hscodeCn', 'hscodeForeign', 'material', 'brand'] as const

/** What the list has of goods a file names by their SKU alone. */
const NEEDED = ['unitWeightKg', 'unitPrice', 'currency'] as const

/**
 * A shop's file names goods by their SKU: what it lacks is in the customer's list,
 * and a parcel of unknown weight weighs as much as its contents.
 */
export async function goodsOfSkus(
  ctx: Ctx,
  {
    customerId,
    kind,
    orders,
  }: { customerId: string; kind: KindCode; orders: readonly FileOrder[] },
): Promise<GoodsOfSkus> {
  const takes = ({ rows }: FileOrder): boolean => {
    const named = rows[0]?.values.shipmentResource?.toUpperCase()
    return kindOf(named !== undefined && isKind(named) ? named : kind).can.usesStock
  }
  const names = new Set(
    orders.filter(takes).flatMap(({ rows }) => rows.flatMap(({ values }) => values.sku ?? [])),
  )
  if (names.size === 0) return { complete: (order) => order, unlisted: () => [] }
  const found = await sql<Sku>`select k.sku, k.name_cn, k.name_en, k.hscode_cn, k.hscode_foreign,
      k.material, k.brand, k.unit_weight, k.unit_price, k.currency
    from ${asSystem(ctx, ctx.principal.tenantId).rows('stockSku').as('k')}
    where k.customer_id = ${customerId} and k.enabled
      and k.sku = any(${[...names]}::text[])`.execute(ctx.db)
  const skus = new Map(found.rows.map((row) => [row.sku, row]))
  const complete = (order: FileOrder) =>
    takes(order)
      ? {
          ...order,
          rows: weighed(
            order.rows.map((row) => filled(row, skus)),
            skus,
          ),
        }
      : order
  return { complete, unlisted: (draft) => unlistedOf(draft, skus) }
}

function unlistedOf(
  { shipmentResource, parcels }: OrderDraft,
  skus: ReadonlyMap<string, Sku>,
): OrderIssue[] {
  if (!shipmentResource || !kindOf(shipmentResource).can.usesStock) return []
  return parcels.flatMap(({ products }, parcel) =>
    products.flatMap(({ sku }, at) =>
      sku && !skus.has(sku)
        ? [
            {
              path: `parcels.${parcel}.products.${at}.sku`,
              code: 'stock.unknownSku',
              data: { list: sku },
            },
          ]
        : [],
    ),
  )
}

function filled(row: MappedRow, skus: ReadonlyMap<string, Sku>): MappedRow {
  const { sku = '' } = row.values
  const known = skus.get(sku)
  // What its goods lack has one cause, which is named where it is.
  if (!known)
    return sku === '' || NEEDED.every((name) => row.values[name] !== undefined)
      ? row
      : { ...row, faults: [...row.faults, { field: 'sku', code: 'cell.sku' }] }
  const values: Values = { ...row.values }
  if (values.nameCn === undefined && values.nameEn === undefined) {
    if (known.nameCn) values.nameCn = known.nameCn
    if (known.nameEn) values.nameEn = known.nameEn
  }
  for (const name of TEXTS) if (known[name]) values[name] ??= known[name]
  values.unitWeightKg ??= gramsToKg(known.unitWeight)
  const { currency } = known
  // A price of the list counts in its own currency alone.
  if (values.unitPrice === undefined && known.unitPrice !== null)
    if (values.currency === undefined || values.currency.toUpperCase() === currency) {
      values.unitPrice = formatMoney({ minor: BigInt(known.unitPrice), currency })
      values.currency ??= currency
    }
  return { ...row, values }
}

/** Whether a row is another parcel than the one `before` began. */
const beginsParcel = ({ values }: MappedRow, { values: before }: MappedRow): boolean =>
  values.parcelNo !== undefined
    ? values.parcelNo !== before.parcelNo
    : values.parcelReference !== undefined
      ? values.parcelReference !== before.parcelReference
      : values.weightKg !== undefined

/** A parcel without a weight gets that of its contents, where the list has all of them. */
function weighed(rows: readonly MappedRow[], skus: ReadonlyMap<string, Sku>): MappedRow[] {
  const starts: number[] = []
  for (const [at, row] of rows.entries())
    if (at === 0 || beginsParcel(row, rows[starts.at(-1)!]!)) starts.push(at)
  return rows.map((row, at) => {
    const next = starts[starts.indexOf(at) + 1] ?? rows.length
    if (!starts.includes(at) || row.values.weightKg !== undefined) return row
    const grams = rows.slice(at, next).reduce<number | null>((sum, { values }) => {
      const unit = kgToGrams(values.unitWeightKg ?? '')
      return sum === null ||
        unit === null ||
        !skus.has(values.sku ?? '') ||
        !/^\d{1,6}$/.test(values.quantity ?? '')
        ? null
        : sum + unit * Number(values.quantity)
    }, 0)
    return grams ? { ...row, values: { ...row.values, weightKg: gramsToKg(grams) } } : row
  })
}
