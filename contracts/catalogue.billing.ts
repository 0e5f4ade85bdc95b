import { orderPods } from './billing/order-pods.ts'
import { billLineList, billLines } from './billing/bill-lines.ts'
import { billRunList, billRuns } from './billing/bill-runs.ts'
import { disputeList, disputes } from './billing/disputes.ts'
import { podCarrierList, podCarriers } from './billing/pod-carriers.ts'
import { podFiles } from './billing/pod-files.ts'
import { printJobList, printJobs } from './billing/print-jobs.ts'
import { podList, pods } from './billing/pods.ts'

/** Calls of billing. */
export const billingCalls = {
  billRuns,
  billLines,
  disputes,
  podCarriers,
  pods,
  podFiles,
  orderPods,
  printJobs,
}

/** Entities of billing. */
export const billingLists = [
  billRunList,
  billLineList,
  disputeList,
  podCarrierList,
  podList,
  printJobList,
] as const
