import { accountRequestList, accountRequests } from './money/account-requests.ts'
import { accountList, accounts } from './money/accounts.ts'
import { bankInvoices } from './money/bank-invoices.ts'
import { bankLineList, bankLines } from './money/bank-lines.ts'
import { charges } from './money/charges.ts'
import {
  codLineList,
  codLines,
  codRemittanceList,
  codRemittances,
} from './money/cod/cod-remittances.ts'
import { cod, codPayoutList, codPayouts } from './money/cod/cod.ts'
import { codList } from './money/cod/cod-list.ts'
import { paymentAccounts, providerKeys } from './money/payment-accounts.ts'
import { paymentEventList, paymentEvents, paymentHooks } from './money/payment-events.ts'
import { accountingExport } from './money/accounting-export/accounting-export.ts'
import { dunning, dunningLetters } from './money/dunning/dunning.ts'
import { goodwill } from './money/corrections/goodwill.ts'
import { settlements } from './money/corrections/settlements.ts'
import { invoiceMails } from './money/invoice-mails.ts'
import { invoiceList, invoices } from './money/invoices.ts'
import {
  ecSalesLists,
  openItemLists,
  revaluationRows,
  revaluations,
  trialBalances,
  vatReturns,
} from './money/month-end/month-end.ts'
import { rechargeList, recharges } from './money/recharges.ts'
import { rerates } from './money/rerates.ts'
import { tax } from './money/tax.ts'
import { taxRates } from './money/tax-rates.ts'
import { tradeQuestions } from './money/trade-questions.ts'
import { tradeList, trades } from './money/trades.ts'
import { twoUsers } from './money/two-users.ts'
import { company } from './parties/company.ts'
import { charging } from './orders/charging.ts'

/** Entities of money: how customers pay, their accounts and trade details. */
export const moneyLists = [
  paymentAccounts,
  taxRates,
  rechargeList,
  bankLineList,
  paymentEventList,
  invoiceList,
  dunningLetters,
  accountList,
  accountRequestList,
  tradeList,
  codList,
  codPayoutList,
  codRemittanceList,
  codLineList,
] as const
export const moneyCalls = {
  charges,
  charging,
  company,
  rechargeCalls: recharges,
  bankLineCalls: bankLines,
  bankInvoices,
  providerKeys,
  paymentEventCalls: paymentEvents,
  paymentHooks,
  invoices,
  goodwill,
  settlements,
  invoiceMails,
  dunning,
  accountingExport,
  vatReturns,
  ecSalesLists,
  trialBalances,
  openItemLists,
  revaluationRows,
  revaluations,
  accounts,
  accountRequests,
  tax,
  trades,
  tradeQuestions,
  twoUsers,
  rerates,
  cod,
  codPayouts,
  codRemittances,
  codLines,
}
