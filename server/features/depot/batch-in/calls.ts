import { batchIn } from '#contracts/depot/batch-in.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { readSheet } from './read-sheet.ts'
import { addExtra, closeBatch, markRows, receiveAll } from './receive-batch.ts'
import { drawBatchReport } from './report.ts'

/** Calls on the sheet an announced batch is received by. */
export function batchInCalls(): BoundEndpoint[] {
  return bindEndpoints(batchIn, {
    queryById: readSheet,
    receiveAll,
    missing: markRows,
    extra: addExtra,
    close: closeBatch,
    report: drawBatchReport,
  })
}
