import { podCarrierList } from '#contracts/billing/pod-carriers.ts'
import { podList } from '#contracts/billing/pods.ts'
import { printJobList } from '#contracts/billing/print-jobs.ts'
import { podCalls, podCarrierHooks, podHooks } from './features/billing/pods/index.ts'
import { billCalls } from './features/billing/bills/index.ts'
import { printCalls, printHooks } from './features/billing/print-data/index.ts'
import type { BoundEndpoint } from './kit/http/bind-endpoints.ts'
import { hooked, type Hooked } from './kit/resource/crud.ts'

/** Calls of carriers' bills, proofs of delivery and of what is printed. */
export function billingFeatureCalls(): BoundEndpoint[] {
  return [...billCalls(), ...podCalls(), ...printCalls()]
}

/** What entities of billing add to the kit's verbs. */
export const billingHooks: readonly Hooked[] = [
  hooked(podCarrierList, podCarrierHooks),
  hooked(podList, podHooks),
  hooked(printJobList, printHooks),
]
