import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  goodsName,
  type GoodsChoice,
  type predictedReturns,
} from '#contracts/returns/predicted-returns.ts'
import { findSkus } from '#server/features/orders/stock/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { soldLines } from '../page/page-order.ts'
import { goodsLines } from './goods-lines.ts'

/** SKUs named at most. */
const UNLISTED_MAX = 50

/** Goods to choose for an announcement: of the order it names, then of the customer's stock. */
export async function goodsToAnnounce(
  ctx: Ctx,
  { customerId: wanted, orderNo, keyword = '', goods = '' }: In<typeof predictedReturns.goods>,
): Promise<Out<typeof predictedReturns.goods>> {
  const customerId = ctx.principal.customerId ?? wanted
  if (!customerId) return { choices: [], unlisted: [] }
  const ofOrder = orderNo ? await goodsOfOrder(ctx, customerId, orderNo) : []
  const words = keyword.toLowerCase()
  const inStock = await findSkus(ctx, { customerId, keyword })
  const choices = [
    ...ofOrder.filter(({ sku, name }) => `${sku ?? ''} ${name}`.toLowerCase().includes(words)),
    ...inStock
      .filter(({ sku }) => !ofOrder.some((one) => one.sku === sku))
      .map(({ sku, nameCn, nameEn }) => {
        const name = (ctx.lang === 'en_US' ? (nameEn ?? nameCn) : (nameCn ?? nameEn)) ?? ''
        return isReadable(sku)
          ? { sku, name, left: null }
          : { sku: null, name: `${sku} ${name}`.trim(), left: null }
      }),
  ]
  const named = skusIn(goods).filter((sku) => !ofOrder.some((one) => one.sku === sku))
  const unlisted = await notInStock(ctx, customerId, named)
  return { choices, unlisted: unlisted.slice(0, UNLISTED_MAX) }
}

/** One with a blank or brackets is no SKU to the lines of an announcement: it is a name there. */
function isReadable(sku: string): boolean {
  const lines = goodsLines(`${sku}*1`) ?? []
  return lines.length === 1 && lines[0]!.sku === sku && !lines[0]!.named
}

const skusIn = (goods: string): string[] =>
  (goodsLines(goods) ?? []).flatMap(({ sku, named }) => (named ? [] : sku))

/** Those of the customer's stock goods that are not there. */
export async function notInStock(
  ctx: Ctx,
  customerId: string,
  skus: readonly string[],
): Promise<string[]> {
  if (skus.length === 0) return []
  const { rows } = await sql<{ sku: string }>`select k.sku from ${ctx.rows('stockSku').as('k')}
    where k.customer_id = ${customerId} and k.sku = any(${skus}::text[])`.execute(ctx.db)
  const known = new Set(rows.map(({ sku }) => sku))
  return skus.filter((sku) => !known.has(sku))
}

/** What an order of the customer sent out, by its number or reference. */
async function goodsOfOrder(ctx: Ctx, customerId: string, orderNo: string): Promise<GoodsChoice[]> {
  const { rows } = await sql<{ id: string; serialNumber: string; reference: string | null }>`
    select s.id, s.serial_number, s.reference from ${ctx.rows('shipment').as('s')}
    where s.customer_id = ${customerId}
      and (s.serial_number = ${orderNo.toUpperCase()} or s.reference = ${orderNo})
    order by s.id desc limit 1`.execute(ctx.db)
  const [order] = rows
  if (!order) return []
  const { id: shipmentId, serialNumber } = order
  const orderNumbers = { orderNo: order.reference ?? serialNumber, serialNumber }
  const sold = await soldLines(ctx, { shipmentId, customerId, ...orderNumbers })
  return sold
    .map(({ sku, name, left }) => ({ sku: sku.startsWith('#') ? null : sku, name, left }))
    .filter(({ sku, name }) => sku !== null || goodsName(name) !== '')
}
