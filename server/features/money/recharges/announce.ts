import { formatMoney } from '#contracts/kit/money.ts'
import { rechargeDecided, type RechargeOutcome } from '#contracts/money/recharges.events.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { Recharge } from './recharge-row.ts'

/** The customer learns of it, once per occasion. */
export function announce(
  tx: Tx,
  { id, customerId, reference, currency }: Recharge,
  outcome: RechargeOutcome,
  minor: bigint,
  occasion: string,
): Promise<void> {
  const amount = formatMoney({ minor, currency })
  return tx.emit(rechargeDecided, {
    id,
    customerId,
    reference,
    outcome,
    amount,
    currency,
    occasion,
  })
}
