import { bankInvoices } from '#contracts/money/bank-invoices.ts'
import { goodwill } from '#contracts/money/corrections/goodwill.ts'
import { settlements } from '#contracts/money/corrections/settlements.ts'
import { invoiceMails } from '#contracts/money/invoice-mails.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { applyPayment } from './apply.ts'
import { payByLine } from './bank/pay-by-line.ts'
import { suggestInvoices } from './bank/suggest-invoices.ts'
import { listReturnable, takeBackLine, undoLine } from './bank/undo-line.ts'
import { creditEffect, creditInvoice } from './corrections/credit.ts'
import { discardDrafts, draftInvoices, planDrafts, previewDraft } from './draft.ts'
import { invoicePdf, invoiceXmlFile } from './invoice-files.ts'
import { invoiceSheet } from './invoice-sheet.ts'
import { readInvoice, wireInvoice } from './invoice-row.ts'
import { issueInvoices } from './issue.ts'
import { listUninvoiced } from './list-uninvoiced.ts'
import { invoiceDetail, positionsOf } from './read-invoices.ts'
import { readSetting, saveSetting } from './setting.ts'
import { settleEffect, settleInvoice } from './corrections/settle.ts'
import { undoSettle } from './corrections/undo-settle.ts'
import { giveGoodwill, goodwillEffect } from './corrections/goodwill.ts'
import { dunningCalls } from './dunning/dunning-calls.ts'
import { listReceivers } from './sending/receivers.ts'
import { sendInvoices } from './sending/send-invoices.ts'
import './monthly/draft-month.ts'
import './prove-invoices.ts'
import './corrections/credit-given-back.ts'

/** Invoices and credit notes over what customers were charged. */
export function invoiceCalls(): BoundEndpoint[] {
  return [
    ...dunningCalls(),
    ...bindEndpoints(invoiceMails, { send: sendInvoices, receivers: listReceivers }),
    ...bindEndpoints(settlements, {
      effect: settleEffect,
      settle: settleInvoice,
      undo: undoSettle,
    }),
    ...bindEndpoints(goodwill, { effect: goodwillEffect, give: giveGoodwill }),
    ...bindEndpoints(bankInvoices, {
      suggest: suggestInvoices,
      pay: payByLine,
      undo: undoLine,
      returnable: listReturnable,
      takeBack: takeBackLine,
    }),
    ...bindEndpoints(invoices, {
      queryById: async (ctx, { id }) => {
        await readInvoice(ctx, id)
        return wireInvoice(ctx, id)
      },
      detail: invoiceDetail,
      positions: positionsOf,
      uninvoiced: listUninvoiced,
      preview: previewDraft,
      planned: planDrafts,
      draft: draftInvoices,
      discard: discardDrafts,
      issue: issueInvoices,
      creditEffect,
      credit: creditInvoice,
      apply: applyPayment,
      pdf: invoicePdf,
      xml: invoiceXmlFile,
      sheet: invoiceSheet,
      setting: readSetting,
      saveSetting,
    }),
  ]
}
