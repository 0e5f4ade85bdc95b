import type { Channel } from '#contracts/money/recharges.states.ts'

/** What a provider reports of a payment; amounts are minor units. */
export interface Report {
  /** The same report again has the same. */
  eventId: string
  /**
   * paid: the money is ours. pending: paid, not there yet. returned: a direct debit that failed
   * after it was paid. chargeback and won: a dispute took the money, or gave it back. refunded: the
   * provider gave money back, `ref` is its refund. odd: signed, but not as it should be.
   */
  kind: ReportKind
  /** Our number of the payment. */
  no: string | null
  /** The provider's number of the payment. */
  outTradeNo: string | null
  /** Of the dispute, the refund or the payment page. */
  ref: string | null
  minor: bigint | null
  currency: string | null
  /** Of a dispute: what the provider keeps for it in all. */
  fee: bigint
}
export const REPORT_KINDS = [
  'paid',
  'pending',
  'failed',
  'expired',
  'returned',
  'chargeback',
  'won',
  'refundFailed',
  'refunded',
  'odd',
  'other',
] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** A visit to a payment page. */
export interface Visit {
  /** Our number: the same visit again opens the same page. */
  no: string
  minor: bigint
  currency: string
  /** What the payer reads. */
  subject: string
  chinese: boolean
  /** Where the payer comes back to; nothing is credited by it. */
  returnUrl: string
  /** Where the provider reports to. */
  hookUrl: string
  expiresAt: Date
}

export interface Payment {
  no: string
  /** Of the payment page, where the provider gave one. */
  ref: string | null
  currency: string
}

export interface RefundWish {
  outTradeNo: string
  minor: bigint
  currency: string
  /** The same refund again is one refund. */
  key: string
  reason: string
}

/** A payment provider, as one payment account reaches it. */
export interface PaymentProvider {
  readonly channel: Channel
  /** Amounts it takes: null, or the catalogue code of what is wrong. */
  amountIssue(minor: bigint, currency: string): 'recharge.providerAmount' | null
  open(visit: Visit): Promise<{ url: string; ref: string | null }>
  /** Reads a report whose signature is checked; null where it is not the provider's. */
  read(body: string, header: (name: string) => string | undefined): Promise<Report | null>
  /** What became of a payment. */
  ask(payment: Payment): Promise<Report>
  /** Throws where it is not known whether the refund was made: it is asked for again. */
  refund(wish: RefundWish): Promise<{ made: true; ref: string } | { made: false; reason: string }>
}

export const NOTHING = {
  no: null,
  outTradeNo: null,
  ref: null,
  minor: null,
  currency: null,
  fee: 0n,
} as const
