import { typedNumber } from '../../kit/typed-number.ts'

/** What carriers collect for customers: its states, and what each action needs. Free of zod. */
export const COD = {
  /** With the carrier, not delivered yet. */
  waiting: 'waiting',
  /** Delivered: the carrier owes it. */
  open: 'open',
  /** Less or more was remitted: finance decides. */
  difference: 'difference',
  /** The customer has it to come. */
  remitted: 'remitted',
  /** In a payout that is not made yet. */
  paying: 'paying',
  paid: 'paid',
  writtenOff: 'writtenOff',
  /** Never collected: the parcels came back. */
  cancelled: 'cancelled',
} as const
export type CodState = (typeof COD)[keyof typeof COD]

/** States in which a carrier's payment belongs to an order. */
export const COD_TAKES: readonly string[] = [COD.waiting, COD.open, COD.difference]

/** How a line of a remittance compares with its order. */
export const COD_KINDS = [
  'matched',
  'short',
  'over',
  'unknown',
  'twice',
  'currency',
  'closed',
  'takenBack',
] as const
export type CodKind = (typeof COD_KINDS)[number]
/** What has no order it counts for. */
export const isUnclear = (kind: string): boolean =>
  kind !== 'matched' && kind !== 'short' && kind !== 'over'

/**
 * `accept`: the company bears or keeps the difference; `claim`: the carrier is asked again;
 * `writeOff`: the customer bears it, or has what came in addition.
 */
export const COD_DECISIONS = ['accept', 'claim', 'writeOff'] as const
export type CodDecision = (typeof COD_DECISIONS)[number]

export const PAYOUT = {
  /** For a second user. */
  waiting: 'waiting',
  /** To be transferred. */
  ordered: 'ordered',
  paid: 'paid',
  /** The transfer came back. */
  returned: 'returned',
  cancelled: 'cancelled',
} as const
export type PayoutState = (typeof PAYOUT)[keyof typeof PAYOUT]
export type PayoutAction = 'approve' | 'cancel' | 'pay' | 'returned'

/** Whether an action is open for a payout; `exported`: it is in a bank file already. */
export function mayPayout(
  action: PayoutAction,
  { status, payTo, exported }: { status: string; payTo: string; exported: boolean },
): boolean {
  if (action === 'approve') return status === PAYOUT.waiting
  if (action === 'cancel')
    return status === PAYOUT.waiting || (status === PAYOUT.ordered && !exported)
  if (action === 'pay') return status === PAYOUT.ordered
  return payTo === 'bank' && (status === PAYOUT.paid || (status === PAYOUT.ordered && exported))
}

/** A number as it is compared: capitals without blanks and signs people put between groups. */
export const plainNumber = (text: string): string =>
  typedNumber(text)
    .replace(/[\s._/()-]/g, '')
    .toUpperCase()
