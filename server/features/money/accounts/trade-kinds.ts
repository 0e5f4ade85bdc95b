import type { TradeType } from '#contracts/money/ledger.ts'

/** What a customer uses up: charges, and what was given back of them. */
export const CHARGES: readonly TradeType[] = ['charge', 'refund']
export const RECHARGES: readonly TradeType[] = ['recharge']
