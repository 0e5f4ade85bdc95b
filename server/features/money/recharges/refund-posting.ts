import type { Channel } from '#contracts/money/recharges.states.ts'
import type { Posting } from '#server/features/money/ledger/index.ts'
import type { Recharge } from './recharge-row.ts'

/** A payment of a recharge, with what is left of it to be given back. */
export interface Part {
  id: string
  transactionId: string
  channel: Channel
  outTradeNo: string | null
  accountId: string
  left: string
}

/** Money of a payment that goes back: never more than it took in. */
export function refundPosting(
  { customerId, currency, reference }: Recharge,
  part: Pick<Part, 'transactionId' | 'channel' | 'outTradeNo' | 'accountId'>,
  { paymentId, minor, reason }: { paymentId: string; minor: bigint; reason: string },
): Posting {
  return {
    key: `recharge:refund:${paymentId}`,
    kind: 'refund',
    debit: 'refusable',
    refundsId: part.transactionId,
    reason,
    lines: [
      {
        account: { kind: 'customer', customerId, currency },
        minor: -minor,
        trade: {
          tradeItem: 'recharge',
          paymentChannel: part.channel,
          ...(part.outTradeNo ? { outTradeNo: part.outTradeNo } : {}),
          note: `${reference} ${reason}`,
        },
      },
      { account: { kind: 'cash', ref: part.accountId, customerId, currency }, minor },
    ],
  }
}
