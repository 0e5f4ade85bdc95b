import { PARCEL } from '#contracts/orders/shipments.states.ts'

export type InboundClass = 'receive' | 'status' | 'held' | 'alreadyIn' | 'alreadyOut'
export type OutboundClass = 'bag' | 'status' | 'held' | 'neverReceived' | 'bagged' | 'alreadyOut'

const P = PARCEL
const EXPECTED: readonly number[] = [P.PREDICTED, P.CONFIRMED, P.LABELLED]
const IN_STOCK: readonly number[] = [P.RECEIVED, P.SORTED, P.BAGGED]
const DEPARTED: readonly number[] = [
  P.OUTBOUND,
  P.IN_TRANSIT,
  P.EXCEPTION,
  P.RETURNING,
  P.DELIVERED,
]

/**
 * What an inbound scan means for a parcel in this state (domain §3.2). What came back or ended
 * is not ours to receive again.
 */
export function classifyInboundScan(status: number): InboundClass {
  if (EXPECTED.includes(status)) return 'receive'
  if (status === P.HELD) return 'held'
  if (IN_STOCK.includes(status)) return 'alreadyIn'
  return DEPARTED.includes(status) ? 'alreadyOut' : 'status'
}

/** What a scan into an outbound batch means for a parcel in this state. */
export function classifyOutboundScan(status: number): OutboundClass {
  if (status === P.RECEIVED || status === P.SORTED) return 'bag'
  if (status === P.BAGGED) return 'bagged'
  if (status === P.HELD) return 'held'
  if (status === P.DRAFT || EXPECTED.includes(status)) return 'neverReceived'
  return DEPARTED.includes(status) ? 'alreadyOut' : 'status'
}
