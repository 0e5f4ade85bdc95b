import { businessSpan, companyTerms } from '#server/kit/db/business-day.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { DUNNING_ITEMS } from '#contracts/money/dunning/dunning.parts.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { groupTrades, type ChargedTrade, type Grouped } from './group-trades.ts'
import { invoicedOrders } from './order-port.ts'
import { buyerOf } from './parties.ts'

/** An account of a customer within the caller's reach. */
export interface InvoicedAccount {
  id: string
  kind: 'customer' | 'receivable'
  customerId: string
  customer: string
  currency: string
}

export async function invoicedAccount(ctx: Ctx, id: string): Promise<InvoicedAccount> {
  const found = await sql<InvoicedAccount>`select a.id, a.kind, a.customer_id,
      c.name as customer, a.currency
    from ${ctx.rows('ledgerAccount').as('a')}
      join ${ctx.rows('customer').as('c')} on c.id = a.customer_id
    where a.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

/** Fees and interest of dunning are owed next to invoices. */
const OWED_APART: readonly string[] = Object.values(DUNNING_ITEMS)

/**
 * Trade details `t` that an invoice may have: charges, and what was given back of them. Recharges,
 * transfers, exchanges and bookings by hand are none.
 */
export const isCharge = (ctx: Ctx): RawBuilder<SqlBool> => {
  const system = asSystem(ctx, ctx.principal.tenantId)
  return sql<SqlBool>`t.money <> 0
    and t.trade_item <> all(${OWED_APART}::text[]) and (t.trade_type = 'charge' or t.trade_type in ('refund', 'reversal')
    and exists (select 1 from ${system.rows('ledgerTransaction').as('o')}
      where o.id = t.reverses_id and o.kind = 'charge'))`
}

/** Trade details `t` that are on no live invoice, or on this draft only. */
export const isFree = (ctx: Ctx, draftId: string | null = null): RawBuilder<SqlBool> => {
  const system = asSystem(ctx, ctx.principal.tenantId)
  return sql<SqlBool>`not exists (select 1 from ${system.rows('invoiceTrade').as('it')}
    where it.trade_id = t.id and it.live and it.invoice_id is distinct from ${draftId}::bigint)`
}

/** Invoices `i` whose period ends in the month of a day: the draft that is made again for it. */
export const isOfMonth = (day: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`date_trunc('month', i.period_to::timestamp)
    = date_trunc('month', ${day}::timestamp)`

/**
 * Trade details `t` that give back a charge of an issued invoice, or of another month's draft: they
 * get its credit note once it is issued.
 */
export const isOfOther = (ctx: Ctx, day: string): RawBuilder<SqlBool> => {
  const system = asSystem(ctx, ctx.principal.tenantId)
  return sql<SqlBool>`exists (select 1 from ${system.rows('invoiceTrade').as('o')}
      join ${system.rows('invoice').as('i')} on i.id = o.invoice_id
    where o.transaction_id = t.reverses_id and o.live and i.kind = 'invoice'
      and (i.number is not null or not ${isOfMonth(day)}) and i.account_id = t.account_id)`
}

export interface Gathered extends Grouped {
  trades: ChargedTrade[]
  first: string | null
  /** Orders that may not be invoiced yet, and what was charged for them. */
  waiting: number
  waitingAmount: bigint
  /** More was given back than charged: it is a credit note, and its amounts what goes back. */
  isBack: boolean
}

const turned = (trade: ChargedTrade): ChargedTrade => ({
  ...trade,
  money: String(-BigInt(trade.money)),
})

/** What of an account may be invoiced, of the company's days from and to. */
export async function gather(
  ctx: Ctx,
  account: InvoicedAccount,
  { from, to, draftId }: { from?: string | undefined; to: string; draftId: string | null },
): Promise<Gathered> {
  const { timeZone } = await companyTerms(ctx)
  const span = await businessSpan(ctx, from ?? to, to)
  const found = await sql<ChargedTrade & { day: string }>`select t.id, t.transaction_id, t.money,
      t.trade_item, t.shipment_id, t.tax_category, t.tax_rate, t.tax_country,
      to_char(t.create_time at time zone ${timeZone}, 'YYYY-MM-DD') as day
    from ${ctx.rows('trade').as('t')}
    where t.account_id = ${account.id} and ${isCharge(ctx)} and ${isFree(ctx, draftId)}
      and not ${isOfOther(ctx, to)}
      and t.create_time < ${span.next}::timestamptz
      and (${from === undefined} or t.create_time >= ${span.first}::timestamptz)
    order by t.id`.execute(ctx.db)
  const shipments = [
    ...new Set(found.rows.flatMap(({ shipmentId }) => (shipmentId === null ? [] : [shipmentId]))),
  ]
  const orders = invoicedOrders.of(ctx.deps)
  const waiting = await orders.waiting(ctx, shipments)
  // Lines are worded for the customer, not for the user who makes the draft.
  const { lang } = await buyerOf(ctx, account.customerId)
  const services = await orders.services(ctx, shipments, lang)
  const waits = ({ shipmentId }: ChargedTrade) => shipmentId !== null && waiting.has(shipmentId)
  const trades = found.rows
    .filter((trade) => !waits(trade))
    .map((trade) => ({
      ...trade,
      service: trade.shipmentId === null ? null : (services.get(trade.shipmentId) ?? null),
    }))
  const grouped = groupTrades(trades)
  const isBack = grouped.gross < 0n
  return {
    ...(isBack ? groupTrades(trades.map(turned), { posted: true }) : grouped),
    isBack,
    trades,
    first:
      trades.length > 0 ? trades.map(({ day }) => day).reduce((a, b) => (a < b ? a : b)) : null,
    waiting: waiting.size,
    waitingAmount: found.rows.filter(waits).reduce((sum, { money }) => sum - BigInt(money), 0n),
  }
}
