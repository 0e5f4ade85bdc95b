import { CLOSED_MIXED, PARCEL } from './shipments.states.ts'

const P = PARCEL
/**
 * States that a clerk works through together, as tabs over the list. Every state stands in exactly
 * one.
 */
export const TABS = [
  { key: 'draft', states: [P.DRAFT] },
  { key: 'predicted', states: [P.PREDICTED] },
  { key: 'confirmed', states: [P.CONFIRMED] },
  { key: 'labelled', states: [P.LABELLED] },
  { key: 'depot', states: [P.RECEIVED, P.SORTED, P.BAGGED] },
  { key: 'held', states: [P.HELD] },
  { key: 'moving', states: [P.OUTBOUND, P.IN_TRANSIT] },
  { key: 'exception', states: [P.EXCEPTION] },
  { key: 'returning', states: [P.RETURNING, P.RETURNED] },
  { key: 'delivered', states: [P.DELIVERED] },
  { key: 'closed', states: [P.CANCELLED, P.REVOKED, P.DESTROYED, P.LOST, CLOSED_MIXED] },
] as const satisfies readonly { key: string; states: readonly number[] }[]
