import { dunning, dunningLetters } from '#contracts/money/dunning/dunning.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'
import { payClaim, waiveClaim } from './claims.ts'
import { readDunningSetting, saveDunningSetting } from './dunning-setting.ts'
import { letterPdf } from './letter-file.ts'
import { letterDetail } from './read-letters.ts'
import { blockInvoices, dunningProposal, runDunning } from './run.ts'
import { sendLetters } from './send-letter.ts'

/** Dunning in three steps: the proposal, its letters, and what they made customers owe. */
export function dunningCalls(): BoundEndpoint[] {
  return bindEndpoints(dunning, {
    queryById: (ctx, { id }) => listedRow(ctx, dunningLetters, id),
    detail: letterDetail,
    pdf: letterPdf,
    proposal: dunningProposal,
    run: runDunning,
    send: sendLetters,
    block: blockInvoices,
    pay: payClaim,
    waive: waiveClaim,
    setting: readDunningSetting,
    saveSetting: saveDunningSetting,
  })
}
