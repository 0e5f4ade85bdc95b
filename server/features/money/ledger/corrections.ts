import { sql } from 'kysely'
import { minorUnits, type Money } from '#contracts/kit/money.ts'
import type { CustomerSide, OwnSide } from '#contracts/money/ledger.ts'
import type { TaxCategory, TaxFacts } from '#contracts/money/tax.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import type { EventKey } from './event-keys.ts'
import { isCustomerSide, type AccountRef, type Line, type TradeFacts } from './lines.ts'
import { postWith, type DebitKind, type Posted } from './post.ts'

/**
 * Takes a transaction back whole by one with all amounts turned around, linked both ways
 * (`reversesId`, and `reversedById` of its trade details). Once: the same call again answers the
 * first reversal. Not for charges, which are given back (`giveBack`). Refuses with
 * `ledger.originalMissing`, `ledger.originalTakesBack` (a reversal or refund is not reversed),
 * `ledger.partlyRefunded`, and as `post` does where it takes money from a customer.
 */
export async function reverse(
  tx: Tx,
  {
    transactionId,
    reason,
    note,
    debit = 'refusable',
    kind = 'reversal',
    useCredit = true,
    on,
  }: {
    transactionId: string
    reason: string
    /** What the customer reads of it; the reason where left out. */
    note?: string
    debit?: DebitKind
    kind?: 'reversal' | 'chargeback'
    useCredit?: boolean
    /** The day it counts for; today where left out. */
    on?: string
  },
): Promise<Posted> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<
    StoredRef & StoredFacts & { amount: string; charge: boolean }
  >`select p.kind = 'charge' as charge, a.kind, a.party_id, a.ref, e.currency, e.amount, t.trade_item, t.payment_channel,
      t.out_trade_no, t.user_id, t.create_by as for_user, t.shipment_id, t.shipment_no,
      t.parcel_id, t.parcel_no, t.price_version_id, t.tax_country, t.tax_category, t.tax_rate
    from ${tenant.rows('ledgerEntry').as('e')}
      join ${tenant.rows('ledgerTransaction').as('p')} on p.id = e.transaction_id
      join ${tenant.rows('ledgerAccount').as('a')} on a.id = e.account_id
      left join ${tenant.rows('trade').as('t')} on t.id = e.id
    where e.transaction_id = ${transactionId}::bigint order by e.line_no`.execute(tx.db)
  if (rows.length === 0) return fail('ledger.originalMissing')
  if (rows[0]!.charge) throw new Error('a charge is given back, not reversed')
  const lines = rows.map((row): Line => ({
    account: refOf(row),
    minor: -BigInt(row.amount),
    trade: { ...facingOf(row), ...(note ? { note } : {}) },
  }))
  return postWith(
    tx,
    {
      key: `reverse:${transactionId}`,
      kind,
      lines,
      debit,
      useCredit,
      reason,
      ...(on ? { on } : {}),
    },
    { reversesId: transactionId },
  )
}

/** Columns of an entry's account. */
export interface StoredRef {
  kind: string
  partyId: string
  ref: string
  currency: string
}

/** Columns of an entry's trade detail; null where it has none. */
interface StoredFacts {
  tradeItem: string | null
  paymentChannel?: string | null
  outTradeNo?: string | null
  userId: string | null
  forUser: string | null
  shipmentId: string | null
  shipmentNo: string | null
  parcelId: string | null
  parcelNo: string | null
  priceVersionId: string | null
  taxCountry: string | null
  taxCategory: TaxCategory | null
  taxRate: number | null
}

/** What the trade detail of the posting that takes an entry back shows. */
export function facingOf(row: StoredFacts): TradeFacts {
  const { userId, forUser, taxCountry, taxCategory, taxRate, ...facts } = row
  const { tradeItem, paymentChannel, outTradeNo, priceVersionId } = facts
  const { shipmentId, shipmentNo, parcelId, parcelNo } = facts
  return Object.fromEntries(
    Object.entries({
      tradeItem,
      paymentChannel,
      outTradeNo,
      shipmentId,
      shipmentNo,
      parcelId,
      parcelNo,
      priceVersionId,
      tax: taxOfRow({ taxCountry, taxCategory, taxRate }),
      forUser: userId && forUser ? { id: userId, username: forUser } : null,
    }).filter(([, value]) => value !== null && value !== undefined),
  ) as TradeFacts
}

export function taxOfRow(
  row: Pick<StoredFacts, 'taxCountry' | 'taxCategory' | 'taxRate'>,
): TaxFacts | null {
  const { taxCountry: country, taxCategory: category, taxRate: rate } = row
  return country === null || category === null || rate === null ? null : { country, category, rate }
}

export function refOf({ kind, partyId, ref, currency }: StoredRef): AccountRef {
  return isCustomerSide(kind)
    ? { kind: kind satisfies CustomerSide, customerId: partyId, currency }
    : { kind: kind as OwnSide, customerId: partyId === '0' ? null : partyId, ref, currency }
}

/** Moves money from one customer's account to another's. Refuses as `post` does. */
export function transfer(
  tx: Tx,
  wish: {
    key: EventKey
    fromCustomerId: string
    toCustomerId: string
    money: Money
    reason: string
    useCredit?: boolean
  },
): Promise<Posted> {
  const { key, fromCustomerId, toCustomerId, money, reason, useCredit = false } = wish
  if (money.minor <= 0n) throw new Error('a transfer is above zero')
  const { currency, minor } = money
  const lines: Line[] = [
    { account: { kind: 'customer', customerId: fromCustomerId, currency }, minor: -minor },
    { account: { kind: 'customer', customerId: toCustomerId, currency }, minor },
  ]
  return postWith(tx, { key, kind: 'transfer', lines, debit: 'refusable', useCredit, reason }, {})
}

/**
 * Changes money of a customer into another currency at a dated rate (decimal text, so much of `to`
 * for one of `from`). Answers also what came out of it: half a minor unit is rounded up. Refuses as
 * `post` does, and with `ledger.exchangeTooSmall` where nothing would come out.
 */
export async function exchange(
  tx: Tx,
  wish: {
    key: EventKey
    customerId: string
    from: Money
    to: string
    rate: string
    rateOn: string
    reason?: string
  },
): Promise<Posted & { money: Money }> {
  const { key, customerId, from, to, rate, rateOn, reason } = wish
  if (from.minor <= 0n || from.currency === to) throw new Error('nothing to exchange')
  const money = { minor: converted(from, to, rate), currency: to }
  if (money.minor === 0n) fail('ledger.exchangeTooSmall', { from: from.currency, to })
  const side = (currency: string, minor: bigint): Line[] => [
    { account: { kind: 'customer', customerId, currency }, minor },
    { account: { kind: 'exchange', customerId, currency }, minor: -minor },
  ]
  const lines = [...side(from.currency, -from.minor), ...side(to, money.minor)]
  const posted = await postWith(
    tx,
    { key, kind: 'exchange', lines, debit: 'refusable', ...(reason ? { reason } : {}) },
    { rate, rateOn },
  )
  return { ...posted, money }
}

/** An amount in another currency at a rate above zero, half a minor unit rounded up. */
export function converted(from: Money, to: string, rate: string): bigint {
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(rate)
  if (!parts) throw new RangeError(`no rate: ${rate}`)
  const [, whole = '', behind = ''] = parts
  const shift = minorUnits(to) - minorUnits(from.currency) - behind.length
  const exact = from.minor * BigInt(whole + behind)
  if (shift >= 0) return exact * 10n ** BigInt(shift)
  const unit = 10n ** BigInt(-shift)
  return (exact * 2n + unit) / (unit * 2n)
}
