import { billLines } from '#contracts/billing/bill-lines.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { disputes } from '#contracts/billing/disputes.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import {
  answerDispute,
  sendDisputes,
  settleDispute,
  wireDispute,
  withdrawDisputes,
} from './disputes/change-dispute.ts'
import { disputePack } from './disputes/dispute-pack.ts'
import './disputes/watch-deadlines.ts'
import { compareLine } from './lines/compare-line.ts'
import {
  acceptLines,
  disputeLines,
  noteLine,
  rebillLines,
  writeOffLines,
} from './lines/decide-lines.ts'
import { wireLine } from './lines/line-row.ts'
import { linkLine } from './lines/link-line.ts'
import { splitLine } from './lines/split-line.ts'
import { suggestParcels } from './lines/suggest-parcels.ts'
import { readProfile, saveProfile } from './reading/bill-profile.ts'
import { dryRunBill } from './reading/dry-run.ts'
import { acceptRun, discardRun, disputeRun } from './runs/decide-run.ts'
import { missingBills, releaseMissing } from './runs/missing-bills.ts'
import { postBill, rematchBill, resumeBill, startBill } from './runs/run-bill.ts'
import { wireRun } from './runs/run-row.ts'
import { whatIf } from './runs/what-if.ts'

/** Carriers' bills: taken, compared with what was expected, disputed and posted. */
export function billCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(billRuns, {
      queryById: (ctx, { id }) => wireRun(ctx, id),
      profile: readProfile,
      saveProfile,
      dryRun: dryRunBill,
      start: startBill,
      discard: discardRun,
      resume: resumeBill,
      whatIf,
      rematch: rematchBill,
      accept: acceptRun,
      dispute: disputeRun,
      post: postBill,
      missing: missingBills,
      release: releaseMissing,
    }),
    ...bindEndpoints(billLines, {
      queryById: (ctx, { id }) => wireLine(ctx, id),
      compare: compareLine,
      suggest: suggestParcels,
      accept: acceptLines,
      writeOff: writeOffLines,
      dispute: disputeLines,
      rebill: rebillLines,
      link: linkLine,
      split: splitLine,
      note: noteLine,
    }),
    ...bindEndpoints(disputes, {
      queryById: (ctx, { id }) => wireDispute(ctx, id),
      pack: disputePack,
      send: sendDisputes,
      answer: answerDispute,
      settle: settleDispute,
      withdraw: withdrawDisputes,
    }),
  ]
}
