import { createHash } from 'node:crypto'
import type { CustomerSide, OwnSide, PaymentChannel, TradeType } from '#contracts/money/ledger.ts'
import type { TaxFacts } from '#contracts/money/tax.ts'

/**
 * An account of the ledger, by what it is for; one that is not there yet is made by its first
 * posting. `ref` is the fee item (revenue), country, category and rate (tax, `taxRef`), the supplier
 * (cost, payable), the collection account (cash). An account of the tenant's own side is kept per
 * customer where one is named: postings for two customers then share no row, and the tenant's
 * revenue is the sum of the parts.
 */
export type AccountRef =
  | { kind: CustomerSide; customerId: string; currency: string }
  | { kind: OwnSide; ref?: string; customerId?: string | null; currency: string }

/** What a user sees of a line on a customer's account, next to its amount. */
export interface TradeFacts {
  /** The transaction's kind where it is left out, and so `tradeItem`. */
  tradeType?: TradeType
  /** The fee item: freight, fuel, tax … */
  tradeItem?: string
  paymentChannel?: PaymentChannel
  outTradeNo?: string
  shipmentId?: string
  shipmentNo?: string
  parcelId?: string
  parcelNo?: string
  priceVersionId?: string
  explanation?: unknown
  /** Minor units the price list asks, where the charge is free or differs. */
  listPrice?: bigint
  note?: string
  /** What the line is taxed as; that of a tax line, what it is the tax of. */
  tax?: TaxFacts
  /** The user it is done for (the order's): a sub-account sees the trades done for it. */
  forUser?: { id: string; username: string }
}

/**
 * One entry to be made. `minor` above zero credits the account (a customer has more, we earned
 * more), below zero debits it (a customer has less, cash came in, cost arose).
 */
export interface Line {
  account: AccountRef
  minor: bigint
  trade?: TradeFacts
}

/** What a tax account is kept for. */
export const taxRef = ({ country, category, rate }: TaxFacts): string =>
  `${country}:${category}:${rate}`

export const isCustomerSide = (kind: string): kind is CustomerSide =>
  kind === 'customer' || kind === 'receivable'

/** A line as `ledger_post` takes it. */
export function lineBody({ account, minor, trade }: Line): object {
  return {
    kind: account.kind,
    party: account.customerId ?? '0',
    ref: 'ref' in account ? (account.ref ?? '') : '',
    currency: account.currency,
    amount: minor.toString(),
    ...(trade ? { trade: tradeBody(trade) } : {}),
  }
}

function tradeBody(trade: TradeFacts): object {
  return {
    user_id: trade.forUser?.id,
    for_user: trade.forUser?.username,
    trade_type: trade.tradeType,
    trade_item: trade.tradeItem,
    payment_channel: trade.paymentChannel,
    out_trade_no: trade.outTradeNo,
    shipment_id: trade.shipmentId,
    shipment_no: trade.shipmentNo,
    parcel_id: trade.parcelId,
    parcel_no: trade.parcelNo,
    price_version_id: trade.priceVersionId,
    explanation: trade.explanation,
    list_price: trade.listPrice?.toString(),
    tax_category: trade.tax?.category,
    tax_rate: trade.tax?.rate,
    tax_country: trade.tax?.country,
    note: trade.note,
  }
}

/** Throws where lines do not sum to zero in each currency: a fault of the caller, not of a user. */
export function checkLines(lines: readonly Line[]): void {
  if (lines.length < 2) throw new Error('a posting has at least two lines')
  const sums = new Map<string, bigint>()
  for (const { account, minor } of lines)
    sums.set(account.currency, (sums.get(account.currency) ?? 0n) + minor)
  for (const [currency, sum] of sums)
    if (sum !== 0n) throw new Error(`the lines of a posting sum to ${sum} ${currency}, not to 0`)
}

/**
 * What makes two postings the same event: kind, what is taken back, accounts and amounts. Words
 * (notes, explanations) may differ between a call and its repeat.
 */
export function digestOf(content: {
  kind: string
  lines: readonly Line[]
  holdKey?: string | undefined
  reversesId?: string | undefined
  refundsId?: string | undefined
}): string {
  const lines = content.lines.map(({ account, minor, trade }) => [
    account.kind,
    account.customerId ?? '0',
    'ref' in account ? (account.ref ?? '') : '',
    account.currency,
    minor.toString(),
    trade?.tradeItem ?? '',
    trade?.outTradeNo ?? '',
    // Left out where there is none, so that events of before are known again.
    ...(trade?.tax ? [taxRef(trade.tax)] : []),
  ])
  const { kind, holdKey = '', reversesId = '', refundsId = '' } = content
  return createHash('sha256')
    .update(JSON.stringify([kind, holdKey, reversesId, refundsId, lines]))
    .digest('hex')
}
