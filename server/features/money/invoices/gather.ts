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
  return (await invoicedAccounts(ctx, [id])).get(id) ?? failMissing()
}

/** Those of many accounts, by their ids. */
export async function invoicedAccounts(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InvoicedAccount>> {
  const found = await sql<InvoicedAccount>`select a.id, a.kind, a.customer_id,
      c.name as customer, a.currency
    from ${ctx.rows('ledgerAccount').as('a')}
      join ${ctx.rows('customer').as('c')} on c.id = a.customer_id
    where a.id = any(${[...ids]}::bigint[])`.execute(ctx.db)
  return new Map(found.rows.map((one) => [one.id, one]))
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

/** Trade details `t` that are on no live invoice, or on these drafts only. */
export const isFree = (ctx: Ctx, draftIds: readonly string[] = []): RawBuilder<SqlBool> => {
  const system = asSystem(ctx, ctx.principal.tenantId)
  return sql<SqlBool>`not exists (select 1 from ${system.rows('invoiceTrade').as('it')}
    where it.trade_id = t.id and it.live and it.invoice_id <> all(${[...draftIds]}::bigint[]))`
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

interface Wish {
  from?: string | undefined
  to: string
  draftIds: readonly string[]
}
type FreeTrade = ChargedTrade & { accountId: string; day: string }

/** What of accounts is charged of the company's days from and to, but on other drafts or invoices. */
async function freeTrades(
  ctx: Ctx,
  accountIds: readonly string[],
  { from, to, draftIds }: Wish,
): Promise<{ all: FreeTrade[]; shipments: string[]; waiting: ReadonlySet<string> }> {
  const { timeZone } = await companyTerms(ctx)
  const span = await businessSpan(ctx, from ?? to, to)
  const found = await sql<FreeTrade>`select t.id, t.account_id, t.transaction_id, t.money,
      t.trade_item, t.shipment_id, t.tax_category, t.tax_rate, t.tax_country,
      to_char(t.create_time at time zone ${timeZone}, 'YYYY-MM-DD') as day
    from ${ctx.rows('trade').as('t')}
    where t.account_id = any(${[...accountIds]}::bigint[]) and ${isCharge(ctx)}
      and ${isFree(ctx, draftIds)} and not ${isOfOther(ctx, to)}
      and t.create_time < ${span.next}::timestamptz
      and (${from === undefined} or t.create_time >= ${span.first}::timestamptz)
    order by t.id`.execute(ctx.db)
  const shipments = [
    ...new Set(found.rows.flatMap(({ shipmentId }) => (shipmentId === null ? [] : [shipmentId]))),
  ]
  const waiting = await invoicedOrders.of(ctx.deps).waiting(ctx, shipments)
  return { all: found.rows, shipments, waiting }
}

const waitsIn =
  (waiting: ReadonlySet<string>) =>
  ({ shipmentId }: ChargedTrade) =>
    shipmentId !== null && waiting.has(shipmentId)

function groupedOf(trades: readonly FreeTrade[]): Grouped & Pick<Gathered, 'isBack' | 'first'> {
  const grouped = groupTrades(trades)
  const isBack = grouped.gross < 0n
  return {
    ...(isBack ? groupTrades(trades.map(turned), { posted: true }) : grouped),
    isBack,
    first:
      trades.length > 0 ? trades.map(({ day }) => day).reduce((a, b) => (a < b ? a : b)) : null,
  }
}

/** What of an account may be invoiced. */
export async function gather(
  ctx: Ctx,
  account: InvoicedAccount,
  { draftId, ...span }: Omit<Wish, 'draftIds'> & { draftId: string | null },
): Promise<Gathered> {
  const wish = { ...span, draftIds: draftId === null ? [] : [draftId] }
  const { all, shipments, waiting } = await freeTrades(ctx, [account.id], wish)
  // Lines are worded for the customer, not for the user who makes the draft.
  const { lang } = await buyerOf(ctx, account.customerId)
  const services = await invoicedOrders.of(ctx.deps).services(ctx, shipments, lang)
  const waits = waitsIn(waiting)
  const trades = all
    .filter((trade) => !waits(trade))
    .map((trade) => ({
      ...trade,
      service: trade.shipmentId === null ? null : (services.get(trade.shipmentId) ?? null),
    }))
  return {
    ...groupedOf(trades),
    trades,
    waiting: waiting.size,
    waitingAmount: all.filter(waits).reduce((sum, { money }) => sum - BigInt(money), 0n),
  }
}

/** What accounts would be invoiced, by their ids; those with nothing to invoice are left out. */
export async function sumsOf(
  ctx: Ctx,
  accountIds: readonly string[],
  wish: Wish,
): Promise<ReadonlyMap<string, Pick<Gathered, 'gross' | 'isBack' | 'first'>>> {
  const { all, waiting } = await freeTrades(ctx, accountIds, wish)
  const waits = waitsIn(waiting)
  const free = all.filter((trade) => !waits(trade))
  return new Map(
    [...Map.groupBy(free, ({ accountId }) => accountId)].map(([id, own]) => [id, groupedOf(own)]),
  )
}
