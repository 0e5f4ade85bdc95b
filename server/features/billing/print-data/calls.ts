import { printJobs } from '#contracts/billing/print-jobs.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { addPrint, previewPrint, printSet, readLog } from './print-jobs.ts'

/** Calls on papers that are printed as one. */
export const printCalls = (): BoundEndpoint[] =>
  bindEndpoints(printJobs, { add: addPrint, preview: previewPrint, print: printSet, log: readLog })
