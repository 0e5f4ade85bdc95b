import { podCarrierList, podCarriers } from './billing/pod-carriers.ts'

/** Calls of billing. */
export const billingCalls = { podCarriers }

/** Entities of billing. */
export const billingLists = [podCarrierList] as const
