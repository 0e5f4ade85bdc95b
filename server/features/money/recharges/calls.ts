import { bankLines } from '#contracts/money/bank-lines.ts'
import { paymentEvents, paymentHooks } from '#contracts/money/payment-events.ts'
import { recharges } from '#contracts/money/recharges.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { addRecharge } from './add-recharge.ts'
import { assignLine } from './bank-lines/assign-line.ts'
import { ignoreLines } from './bank-lines/ignore-lines.ts'
import { importBank } from './bank-lines/import-bank.ts'
import { matchLine, matchSure } from './bank-lines/match-line.ts'
import { suggest } from './bank-lines/suggest.ts'
import { confirmRecharge } from './confirm-recharge.ts'
import { leftAlone, readLimits, saveLimits } from './limits.ts'
import { checkOnline } from './online/ask-provider.ts'
import { payOnline } from './online/pay-online.ts'
import { creditAside, settleAside } from './online/payment-events.ts'
import { receiveReport } from './online/receive-report.ts'
import { simulatePayment } from './online/simulate-payment.ts'
import { askRefundAgain, decideRefund } from './online/unsure-refunds.ts'
import { listPayTo } from './pay-to.ts'
import { listPayments } from './payments.ts'
import { wireRecharge } from './recharge-row.ts'
import { refundRecharge } from './refund-recharge.ts'
import { rejectRecharge } from './reject-recharge.ts'
import { reportPaid } from './report-paid.ts'
import { withdrawRecharge } from './withdraw-recharge.ts'
import { rechargeReceipt, rechargeSlip } from './papers.ts'
import './proof-files.ts'

/** Money customers pay in, and what banks booked of it. */
export function rechargeCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(recharges, {
      queryById: (ctx, { id }) => wireRecharge(ctx, id),
      payTo: listPayTo,
      add: addRecharge,
      pay: payOnline,
      check: checkOnline,
      simulate: simulatePayment,
      payments: listPayments,
      report: reportPaid,
      confirm: confirmRecharge,
      withdraw: withdrawRecharge,
      reject: rejectRecharge,
      refund: refundRecharge,
      slip: rechargeSlip,
      receipt: rechargeReceipt,
      alone: leftAlone,
      limits: readLimits,
      saveLimits,
    }),
    ...bindEndpoints(paymentEvents, {
      credit: creditAside,
      settle: settleAside,
      askRefund: askRefundAgain,
      decideRefund,
    }),
    ...bindEndpoints(paymentHooks, { report: receiveReport }),
    ...bindEndpoints(bankLines, {
      importBank,
      suggest,
      match: matchLine,
      matchSure,
      assign: assignLine,
      ignore: ignoreLines,
    }),
  ]
}
