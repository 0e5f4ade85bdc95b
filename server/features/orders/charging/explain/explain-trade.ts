import { sql } from 'kysely'
import type { Explanation, QuoteOut } from '#contracts/commercial/rating.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { TAX_ITEM } from '#contracts/money/tax.ts'
import type { charging } from '#contracts/orders/charging.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { seenFee, seenQuote } from '#server/features/commercial/rating/index.ts'
import { kindCondition } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'

type Answer = Out<typeof charging.ofTrade>

interface TradeRow {
  id: string
  transactionId: string
  accountId: string
  tradeType: string
  tradeItem: string
  money: string
  currency: string
  createTime: string
  note: string | null
  listPrice: string | null
  shipmentId: string | null
  shipmentNo: string | null
  parcelId: string | null
  parcelNo: string | null
  priceVersionId: string | null
  explanation: Explanation | null
  taxCategory: string | null
  taxRate: number | null
  reversesId: string | null
}

/** What a trade detail of the caller's reach is for, in the same words for a customer and for finance. */
export async function explainTrade(ctx: Ctx, { id }: In<typeof charging.ofTrade>): Promise<Answer> {
  const found = await sql<TradeRow>`select t.id, t.transaction_id, t.account_id, t.trade_type,
      t.trade_item, t.money, t.currency, t.create_time, t.note, t.list_price, t.shipment_id,
      t.shipment_no, t.parcel_id, t.parcel_no, t.price_version_id,
      coalesce(t.explanation, (select o.explanation from ${ctx.rows('trade').as('o')}
        where o.transaction_id = t.reverses_id and o.trade_item = t.trade_item
          and o.parcel_id is not distinct from t.parcel_id
          and o.money = -t.money order by o.id limit 1)) as explanation,
      t.tax_category, t.tax_rate, t.reverses_id
    from ${ctx.rows('trade').as('t')} where t.id = ${id}`.execute(ctx.db)
  const trade = found.rows[0] ?? failMissing()
  const money = (minor: string) => formatMoney({ minor: BigInt(minor), currency: trade.currency })
  const order = await orderOf(ctx, trade)
  const quote = order && ctx.can(SEE_PRICES) ? order.quote : null
  return {
    id: trade.id,
    tradeType: trade.tradeType,
    tradeItem: trade.tradeItem,
    amount: money(trade.money),
    currency: trade.currency,
    createTime: new Date(trade.createTime).toISOString(),
    note: trade.note,
    listPrice: trade.listPrice === null ? null : money(trade.listPrice),
    order:
      trade.shipmentNo === null || trade.shipmentId === null
        ? null
        : { id: trade.shipmentId, no: trade.shipmentNo, opens: order !== null },
    parcelNo: trade.parcelNo,
    prices: await pricesOf(ctx, trade.priceVersionId),
    why: trade.explanation,
    quote: quote && seenQuote(ctx, quote),
    repriced: Boolean(
      quote?.fee.versionId && trade.priceVersionId && quote.fee.versionId !== trade.priceVersionId,
    ),
    taxCategory: trade.taxCategory,
    taxRate: trade.taxRate,
    tax: (await taxOf(ctx, trade)).map((row) => ({ ...row, amount: money(row.amount) })),
    invoices: await invoicesOf(ctx, trade.id),
    linked: (await linkedOf(ctx, trade)).map((row) => ({
      ...row,
      amount: money(row.amount),
      createTime: new Date(row.createTime).toISOString(),
    })),
  }
}

async function orderOf(ctx: Ctx, { shipmentId }: TradeRow) {
  if (shipmentId === null) return null
  const { rows } = await sql<{ quote: QuoteOut | null }>`select s.quote
    from ${ctx.rows('shipment').as('s')}
    where s.id = ${shipmentId} and ${kindCondition(ctx, 's')}`.execute(ctx.db)
  return rows[0] ?? null
}

/** The table and version; a table of one customer is that customer's own. */
async function pricesOf(ctx: Ctx, versionId: string | null): Promise<Answer['prices']> {
  if (versionId === null) return null
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{
    id: string
    name: string
    versionNo: number
    validFrom: string | null
    own: boolean
  }>`select f.id, f.name, v.version_no, v.valid_from,
      exists (select 1 from ${tenant.rows('feeCustomer').as('c')} where c.fee_id = f.id) as own
    from ${tenant.rows('feeVersion').as('v')}
      join ${tenant.rows('fee').as('f')} on f.id = v.fee_id
    where v.id = ${versionId}`.execute(ctx.db)
  const row = rows[0]
  if (!row) return null
  const { name, nameEn = null } = seenFee(ctx, { id: row.id, name: row.name, own: row.own })
  return {
    name,
    nameEn: nameEn ?? null,
    versionNo: ctx.principal.customerId === null ? row.versionNo : null,
    validFrom: row.validFrom === null ? null : new Date(row.validFrom).toISOString(),
  }
}

/** Tax and what it is the tax of, in one posting, parcel and rate. */
async function taxOf(ctx: Ctx, trade: TradeRow) {
  if (trade.taxCategory === null) return []
  const isTax = trade.tradeItem === TAX_ITEM
  const { rows } = await sql<{
    id: string
    tradeItem: string
    amount: string
  }>`select t.id, t.trade_item, t.money as amount from ${ctx.rows('trade').as('t')}
    where t.transaction_id = ${trade.transactionId} and t.account_id = ${trade.accountId}
      and t.parcel_id is not distinct from ${trade.parcelId}::bigint
      and t.tax_category = ${trade.taxCategory}
      and t.tax_rate is not distinct from ${trade.taxRate}::int
      and (t.trade_item = ${TAX_ITEM}) <> ${isTax} order by t.id`.execute(ctx.db)
  return rows
}

/** A customer sees those that were issued. */
async function invoicesOf(ctx: Ctx, tradeId: string): Promise<Answer['invoices']> {
  if (!ctx.can('acc:invoice:list') && !ctx.can('pay:invoice:list')) return []
  const { rows } = await sql<{
    id: string
    number: string | null
    kind: string
  }>`select i.id, i.number, i.kind
    from ${ctx.rows('invoice').as('i')}
    where (i.number is not null or ${ctx.principal.customerId === null})
      and (exists (select 1 from ${ctx.rows('invoiceTrade').as('it')}
          where it.invoice_id = i.id and it.trade_id = ${tradeId})
        or exists (select 1 from ${ctx.rows('invoiceCredit').as('ic')}
          where ic.credit_id = i.id and ic.trade_id = ${tradeId}))
    order by i.id`.execute(ctx.db)
  return rows
}

/** The same item of the same parcel in the postings it takes back, or is taken back by. */
async function linkedOf(ctx: Ctx, trade: TradeRow) {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{
    id: string
    how: 'takesBack' | 'takenBack'
    tradeType: string
    amount: string
    createTime: string
  }>`select t.id,
      case when t.transaction_id = ${trade.reversesId}::bigint then 'takesBack'
        else 'takenBack' end as how,
      t.trade_type, t.money as amount, t.create_time
    from ${ctx.rows('trade').as('t')}
    where t.account_id = ${trade.accountId}
      and (t.transaction_id = ${trade.reversesId}::bigint
        or t.transaction_id in (select b.id from ${tenant.rows('ledgerTransaction').as('b')}
          where b.reverses_id = ${trade.transactionId}
            or b.refunds_id = ${trade.transactionId}))
      and t.trade_item = ${trade.tradeItem}
      and t.parcel_id is not distinct from ${trade.parcelId}::bigint
    order by t.id`.execute(ctx.db)
  return rows
}
