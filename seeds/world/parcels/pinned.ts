import type { ScenarioKind } from './simulate-parcel.ts'
import type { CarrierEventKind } from './carrier-events.ts'
import { PARCEL as P } from '#contracts/orders/shipments.states.ts'
import type { ParcelState } from '#contracts/orders/shipments.states.ts'

/**
 * The first rows of the world: one shipment for every parcel state and the examples of
 * docs/demo.md. They have the first serial numbers of their tenant and the first track numbers of
 * their service, whatever the day.
 */
export interface Pinned {
  tenant: 1 | 2
  /** Place of the customer among its tenant's. */
  customer: number
  service: string
  pieces: number
  kind: ScenarioKind
  hoursAgo: number
  announced: boolean
  country: string
  /** Where its life stops, whatever the time; absent where it ends by itself. */
  stopAt?: ParcelState
  /** The last thing the carrier has sent. */
  stopAfter?: CarrierEventKind
  /** Where the last parcel of several has come to. */
  lastAt?: ParcelState
}

const pin = (scenarioKind: ScenarioKind, hoursAgo: number, more: Partial<Pinned> = {}): Pinned => ({
  tenant: 1,
  customer: 0,
  service: 'ECO-PARCEL',
  pieces: 1,
  kind: scenarioKind,
  hoursAgo,
  announced: false,
  country: 'DE',
  ...more,
})

export const PINNED: readonly Pinned[] = [
  // 1–6: the examples, all of customer C1001, the one behind the demo users `customer` and `sub`.
  pin('normal', 30 * 24),
  pin('normal', 7 * 24, { country: 'FR', stopAfter: 'left' }),
  pin('damaged', 9 * 24, { country: 'AT', stopAt: P.EXCEPTION }),
  pin('customsDocs', 12 * 24, { country: 'US', stopAfter: 'customsDocs' }),
  pin('normal', 6 * 24, { pieces: 3, announced: true, stopAt: P.RECEIVED, lastAt: P.LABELLED }),
  pin('shop', 25 * 24, { country: 'NL' }),
  // One of every other state, among the other large customers.
  pin('draft', 8, { customer: 1 }),
  pin('predicted', 30, { customer: 1, announced: true, pieces: 2 }),
  pin('confirmed', 26, { customer: 2 }),
  pin('neverSent', 40, { customer: 2, announced: true }),
  pin('held', 8 * 24, { customer: 3, stopAt: P.HELD }),
  pin('normal', 5 * 24, { customer: 3, stopAt: P.SORTED }),
  pin('normal', 6 * 24, { customer: 4, stopAt: P.BAGGED }),
  pin('normal', 5 * 24, { customer: 4, stopAt: P.OUTBOUND }),
  pin('refused', 14 * 24, { customer: 5, stopAt: P.RETURNING }),
  pin('refused', 35 * 24, { customer: 5 }),
  pin('cancelled', 20 * 24, { customer: 6 }),
  pin('revoked', 18 * 24, { customer: 6 }),
  pin('destroyed', 40 * 24, { customer: 7 }),
  pin('lost', 45 * 24, { customer: 7 }),
  // The second tenant's own examples.
  pin('normal', 28 * 24, { tenant: 2 }),
  pin('normal', 7 * 24, { tenant: 2, country: 'PL', stopAfter: 'left' }),
  pin('normal', 12 * 24, { tenant: 2, service: 'POST-S10', country: 'GB' }),
]

/** The orders of a tenant's examples, by their numbers. */
export const exampleOrders = (tenant: 1 | 2): string[] =>
  PINNED.filter((one) => one.tenant === tenant).map(
    (_, at) => `PY${String(at + 1).padStart(10, '0')}`,
  )
