import { paymentAccounts } from './money/payment-accounts.ts'

/** Entities about how customers pay. */
export const paymentLists = [paymentAccounts] as const
