/** States of a proof of delivery, and which action leads where. */
export const POD_STATES = [
  'EXPECTED',
  'REQUESTED',
  'RECEIVED',
  'VERIFIED',
  'REJECTED',
  'MISSING',
  'BILLED',
] as const
export type PodState = (typeof POD_STATES)[number]
export const POD_ACTIONS = ['request', 'receive', 'verify', 'reject', 'miss', 'bill'] as const
export type PodAction = (typeof POD_ACTIONS)[number]

interface Rule {
  from: readonly PodState[]
  to: PodState
}
export const POD_RULES: Readonly<Record<PodAction, Rule>> = {
  request: { from: ['EXPECTED', 'REJECTED', 'MISSING'], to: 'REQUESTED' },
  receive: { from: ['EXPECTED', 'REQUESTED', 'RECEIVED', 'REJECTED', 'MISSING'], to: 'RECEIVED' },
  verify: { from: ['RECEIVED'], to: 'VERIFIED' },
  reject: { from: ['RECEIVED'], to: 'REJECTED' },
  miss: { from: ['EXPECTED', 'REQUESTED', 'REJECTED'], to: 'MISSING' },
  bill: { from: ['VERIFIED'], to: 'BILLED' },
}

export const isPodOpen = (action: PodAction, state: PodState): boolean =>
  POD_RULES[action].from.includes(state)

/** Proofs that are still to come. */
export const PODS_AWAITED: readonly PodState[] = ['EXPECTED', 'REQUESTED', 'REJECTED']
/** Proofs that count. */
export const PODS_PROVEN: readonly PodState[] = ['VERIFIED', 'BILLED']
