import { paymentCalls, paymentLists } from './catalogue.payments.ts'
import { accountRequestList, accountRequests } from './money/account-requests.ts'
import { accountList, accounts } from './money/accounts.ts'
import { charges } from './money/charges.ts'
import { tradeList, trades } from './money/trades.ts'

/** Accounts of customers, their trade details and what two users decide. */
export const moneyLists = [...paymentLists, accountList, accountRequestList, tradeList] as const
export const moneyCalls = { ...paymentCalls, charges, accounts, accountRequests, trades }
