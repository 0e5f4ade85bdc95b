import { measure, type ListFilters, type Look, type Measure } from '../kit/measure.ts'
import type { parcels } from './parcels.ts'
import { PARCEL } from './shipments.states.ts'

/** The list figures of parcels lead to; parcels of all kinds of orders. */
export const PARCELS_LISTED = { path: '/shipment/parcels', perm: 'ship:parcel:list' } as const
type Filters = Parameters<typeof measure<typeof parcels>>[0]['filter']
const counted = (filter: Filters): Measure =>
  measure<typeof parcels>({ entity: 'parcels', screen: PARCELS_LISTED.path, filter })

/** Parcels by a moment of theirs. */
export const parcelsAt = (
  moment: 'receivedAt' | 'outboundAt' | 'deliveredAt',
  days: (look: Look) => { from: string; to: string },
  narrow: ListFilters = {},
): Measure =>
  counted((look) => ({
    [`${moment}_begin`]: days(look).from,
    [`${moment}_end`]: days(look).to,
    ...narrow,
  }))
const withStatus = (...states: number[]): Measure =>
  counted(() => ({ parcelStatus: states.join(',') }))

/** What a depot counts: on their way to it by an order, in it, held in it. */
export const IN_DEPOT = {
  expected: withStatus(PARCEL.PREDICTED, PARCEL.CONFIRMED, PARCEL.LABELLED),
  inStock: withStatus(PARCEL.RECEIVED, PARCEL.SORTED, PARCEL.BAGGED),
  held: withStatus(PARCEL.HELD),
} as const
