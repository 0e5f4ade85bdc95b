import { accountRequestList, accountRequests } from './money/account-requests.ts'
import { accountList, accounts } from './money/accounts.ts'
import { bankLineList, bankLines } from './money/bank-lines.ts'
import { charges } from './money/charges.ts'
import { paymentAccounts } from './money/payment-accounts.ts'
import { rechargeList, recharges } from './money/recharges.ts'
import { tax } from './money/tax.ts'
import { taxRates } from './money/tax-rates.ts'
import { tradeList, trades } from './money/trades.ts'
import { company } from './parties/company.ts'
import { charging } from './orders/charging.ts'

/** Entities of money: how customers pay, their accounts and trade details. */
export const moneyLists = [
  paymentAccounts,
  taxRates,
  rechargeList,
  bankLineList,
  accountList,
  accountRequestList,
  tradeList,
] as const
export const moneyCalls = {
  charges,
  charging,
  company,
  rechargeCalls: recharges,
  bankLineCalls: bankLines,
  accounts,
  accountRequests,
  tax,
  trades,
}
