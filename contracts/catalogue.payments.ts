import { bankLineList, bankLines } from './money/bank-lines.ts'
import { paymentAccounts } from './money/payment-accounts.ts'
import { rechargeList, recharges } from './money/recharges.ts'

/** Entities about how customers pay. */
export const paymentLists = [paymentAccounts, rechargeList, bankLineList] as const

/** Calls on recharges and on what banks booked. */
export const paymentCalls = { rechargeCalls: recharges, bankLineCalls: bankLines }
