/** Calls of billing. */
export const billingCalls = {}

/** Entities of billing. */
export const billingLists = [] as const
