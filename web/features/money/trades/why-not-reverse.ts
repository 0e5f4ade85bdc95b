import type { RowOf } from '#contracts/kit/entity.ts'
import type { tradeList } from '#contracts/money/trades.ts'

export type TradeRow = RowOf<typeof tradeList>

/** Why a trade cannot be taken back; null where it can. */
export function whyNotReverse(
  row: Pick<TradeRow, 'reversedById' | 'reversesId' | 'tradeType'>,
): 'reversed' | 'reversal' | 'recharge' | 'payment' | null {
  if (row.reversedById) return 'reversed'
  if (row.reversesId) return 'reversal'
  return row.tradeType === 'recharge' || row.tradeType === 'payment' ? row.tradeType : null
}
