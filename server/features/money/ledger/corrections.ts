import { sql } from 'kysely'
import { minorUnits, type Money } from '#contracts/kit/money.ts'
import type { CustomerSide, OwnSide } from '#contracts/money/ledger.ts'
import type { TaxCategory, TaxFacts } from '#contracts/money/tax.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { isCustomerSide, type AccountRef, type Line, type TradeFacts } from './lines.ts'
import { postWith, type DebitKind, type Posted } from './post.ts'

/**
 * Takes a transaction back whole by one with all amounts turned around, linked both ways
 * (`reversesId`, and `reversedById` of its trade details). Once: the same call again answers the
 * first reversal. Refuses with `ledger.originalMissing`, `ledger.originalTakesBack` (a reversal or
 * refund is not reversed), `ledger.partlyRefunded`, and as `post` does where it takes money from a
 * customer.
 */
export async function reverse(
  tx: Tx,
  {
    transactionId,
    reason,
    debit = 'refusable',
    kind = 'reversal',
  }: {
    transactionId: string
    reason: string
    debit?: DebitKind
    kind?: 'reversal' | 'refund' | 'chargeback'
  },
): Promise<Posted> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{
    kind: string
    partyId: string
    ref: string
    currency: string
    amount: string
    tradeItem: string | null
    paymentChannel: string | null
    outTradeNo: string | null
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
  }>`select a.kind, a.party_id, a.ref, e.currency, e.amount, t.trade_item, t.payment_channel,
      t.out_trade_no, t.user_id, t.create_by as for_user, t.shipment_id, t.shipment_no,
      t.parcel_id, t.parcel_no, t.price_version_id, t.tax_country, t.tax_category, t.tax_rate
    from ${tenant.rows('ledgerEntry').as('e')}
      join ${tenant.rows('ledgerAccount').as('a')} on a.id = e.account_id
      left join ${tenant.rows('trade').as('t')} on t.id = e.id
    where e.transaction_id = ${transactionId}::bigint order by e.line_no`.execute(tx.db)
  if (rows.length === 0) return fail('ledger.originalMissing')
  const lines = rows.map((row): Line => {
    const trade = Object.fromEntries(
      Object.entries({
        tradeItem: row.tradeItem,
        paymentChannel: row.paymentChannel,
        outTradeNo: row.outTradeNo,
        shipmentId: row.shipmentId,
        shipmentNo: row.shipmentNo,
        parcelId: row.parcelId,
        parcelNo: row.parcelNo,
        priceVersionId: row.priceVersionId,
        tax: taxOfRow(row),
        forUser: row.userId && row.forUser ? { id: row.userId, username: row.forUser } : null,
      }).filter(([, value]) => value !== null),
    ) as TradeFacts
    return { account: refOf(row), minor: -BigInt(row.amount), trade }
  })
  return postWith(
    tx,
    { key: `reverse:${transactionId}`, kind, lines, debit, useCredit: true, reason },
    { reversesId: transactionId },
  )
}

function taxOfRow(row: {
  taxCountry: string | null
  taxCategory: TaxCategory | null
  taxRate: number | null
}): TaxFacts | null {
  const { taxCountry: country, taxCategory: category, taxRate: rate } = row
  return country === null || category === null || rate === null ? null : { country, category, rate }
}

function refOf(row: { kind: string; partyId: string; ref: string; currency: string }): AccountRef {
  const { kind, partyId, ref, currency } = row
  return isCustomerSide(kind)
    ? { kind: kind satisfies CustomerSide, customerId: partyId, currency }
    : { kind: kind as OwnSide, customerId: partyId === '0' ? null : partyId, ref, currency }
}

/** Moves money from one customer's account to another's. Refuses as `post` does. */
export function transfer(
  tx: Tx,
  wish: {
    key: string
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
    key: string
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
