import { orderPods } from './billing/order-pods.ts'
import { podCarrierList, podCarriers } from './billing/pod-carriers.ts'
import { podFiles } from './billing/pod-files.ts'
import { podList, pods } from './billing/pods.ts'

/** Calls of billing. */
export const billingCalls = { podCarriers, pods, podFiles, orderPods }

/** Entities of billing. */
export const billingLists = [podCarrierList, podList] as const
