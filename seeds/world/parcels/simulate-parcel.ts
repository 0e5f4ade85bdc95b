import { DAY, HOUR, MINUTE, nextAt, workingTime } from '../calendar.ts'
import type { Draw } from '../random.ts'
import { PARCEL as P } from '#contracts/orders/shipments.states.ts'
import type { ParcelScenario } from './parcel-scenario.ts'
import type { Where } from './parcel-scenario.ts'
import type { CarrierEventKind } from './carrier-events.ts'

/**
 * What becomes of a parcel, in shares of a thousand. The first ones never leave the customer or the
 * depot; the rest leave it and differ in what the carrier makes of them.
 */
export const SCENARIOS = [
  ['draft', 9],
  ['predicted', 10],
  ['confirmed', 6],
  ['neverSent', 8],
  ['cancelled', 16],
  ['revoked', 11],
  ['held', 8],
  ['normal', 690],
  ['neighbour', 90],
  ['shop', 52],
  ['address', 14],
  ['delayed', 32],
  ['damaged', 9],
  ['refused', 19],
  ['lost', 7],
  ['customsDocs', 12],
  ['destroyed', 7],
] as const
export type ScenarioKind = (typeof SCENARIOS)[number][0]

export interface SimulationPlan {
  kind: ScenarioKind
  created: number
  /** Announced to us before it was confirmed: it stands in a predicted batch. */
  announced: boolean
  confirmed: number
  labelled: number
  /** When the lot reaches the depot. */
  arrival: number
  depot: Where
  destination: Where
  courier: string
  /** Minutes of the day (UTC) at which the depot closes its batches for this channel. */
  cutOff: number
  /** Crosses a customs border behind the depot. */
  customs: boolean
  /**
   * The carrier hears of the parcel when its label is made; the simulator's parcels are sent to it
   * at hand-over.
   */
  preAdvised: boolean
  /** Days from hand-over to the delivery base, or to the customs office where there is one. */
  days: readonly [number, number]
  /** Sent by the buyer straight to the carrier (returns): no depot in between. */
  direct: boolean
}

export const RETURNS: Where = { place: 'Venlo', country: 'NL' }

/** Fates without a number: it is given when an order is confirmed, and void when it is cancelled. */
export const UNNUMBERED: readonly ScenarioKind[] = ['draft', 'predicted', 'cancelled']

/**
 * A parcel's whole life as far as the story goes. Parcels of one shipment share plan and fate; each
 * has its own minutes, and one in thirty of a lot arrives a day after the others.
 */
export function simulate(
  plan: SimulationPlan,
  draw: Draw,
  scenario: ParcelScenario,
  handOver?: (scenario: ParcelScenario, outbound: number) => void,
): ParcelScenario {
  const { kind: scenarioKind } = plan
  if (plan.announced && scenarioKind !== 'draft') scenario.step(plan.created, P.PREDICTED, null)
  if (scenarioKind === 'draft' || scenarioKind === 'predicted') return scenario
  if (!scenario.step(plan.confirmed, P.CONFIRMED, plan.depot)) return scenario
  if (scenarioKind === 'cancelled') {
    scenario.step(plan.confirmed + draw.int(20, 60 * 30) * MINUTE, P.CANCELLED, plan.depot)
    return scenario
  }
  if (scenarioKind === 'confirmed' || !scenario.step(plan.labelled, P.LABELLED, plan.depot))
    return scenario
  if (
    plan.preAdvised &&
    !scenario.carrierEvent(plan.labelled + 5 * MINUTE, 'announced', plan.courier, plan.depot)
  )
    return scenario
  if (scenarioKind === 'neverSent') return scenario
  if (scenarioKind === 'revoked') {
    scenario.step(plan.labelled + draw.int(60, 60 * 40) * MINUTE, P.REVOKED, plan.depot)
    return scenario
  }
  const outbound = plan.direct
    ? plan.labelled + draw.int(14, 110) * HOUR
    : inDepot(plan, scenario, draw)
  if (outbound === null) return scenario
  if (handOver) handOver(scenario, outbound)
  else underWay(plan, scenario, draw, outbound)
  return scenario
}

/** From the dock to the closed batch; answers when it went out. */
function inDepot(plan: SimulationPlan, scenario: ParcelScenario, draw: Draw): number | null {
  const received = workingTime(
    plan.arrival + draw.int(0, 40) * MINUTE + (draw.chance(0.03) ? DAY : 0),
  )
  if (!scenario.step(received, P.RECEIVED, plan.depot)) return null
  let at = received
  if (plan.kind === 'held') {
    at += draw.int(5, 50) * MINUTE
    if (!scenario.step(at, P.HELD, plan.depot)) return null
    // Half of the held ones are cleared up within days; the others wait for a clerk.
    if (draw.chance(0.5)) return null
    at = workingTime(at + draw.int(20, 96) * HOUR)
    // Received once: let go, it is no second arrival.
    if (!scenario.step(at, P.RECEIVED, null)) return null
  }
  at = workingTime(at + draw.int(15, 300) * MINUTE)
  if (!scenario.step(at, P.SORTED, plan.depot)) return null
  at = workingTime(at + draw.int(10, 150) * MINUTE)
  if (!scenario.step(at, P.BAGGED, plan.depot)) return null
  const outbound = nextAt(at, plan.cutOff)
  return scenario.step(outbound, P.OUTBOUND, plan.depot) ? outbound : null
}

/** The carrier's part, up to the end of the story or to the present. */
function underWay(
  plan: SimulationPlan,
  scenario: ParcelScenario,
  draw: Draw,
  outbound: number,
): void {
  const { courier, depot, destination, kind: scenarioKind } = plan
  const report = (at: number, eventKind: CarrierEventKind, where: Where) =>
    scenario.carrierEvent(at, eventKind, courier, where)
  let at = outbound + draw.int(150, 480) * MINUTE
  if (!report(at, 'accepted', depot)) return
  at += draw.int(120, 540) * MINUTE
  if (!report(at, 'left', depot)) return
  if (scenarioKind === 'lost') return lose(plan, scenario, draw, at)
  if (scenarioKind === 'delayed') {
    at += draw.int(8, 20) * HOUR
    if (!report(at, 'delayed', depot)) return
    at += draw.int(24, 90) * HOUR
    if (!report(at, 'continues', depot)) return
  }
  const [least, most] = plan.days
  at += draw.int(least * 24, most * 24) * HOUR
  if (plan.customs) {
    if (
      !report(at, 'country', destination) ||
      !report(at + draw.int(40, 200) * MINUTE, 'customs', destination)
    )
      return
    at += draw.int(8, 30) * HOUR
    if (scenarioKind === 'customsDocs') {
      if (!report(at, 'customsDocs', destination)) return
      at += draw.int(40, 130) * HOUR
    }
    if (!report(at, 'released', destination)) return
  }
  // Delivery bases are filled before dawn.
  at = Math.floor(at / DAY + 1) * DAY + draw.int(180, 330) * MINUTE
  if (!report(at, 'arrived', destination)) return
  if (scenarioKind === 'damaged' || scenarioKind === 'destroyed') {
    at += draw.int(2, 8) * HOUR
    if (!report(at, 'damaged', destination)) return
    if (scenarioKind === 'destroyed')
      scenario.step(workingTime(at + draw.int(50, 170) * HOUR), P.DESTROYED, depot)
    else if (draw.chance(0.7) && report(at + 96 * HOUR, 'continues', destination))
      lastMile(plan, scenario, draw, at + 100 * HOUR)
    return
  }
  lastMile(plan, scenario, draw, at)
}

function lose(plan: SimulationPlan, scenario: ParcelScenario, draw: Draw, left: number): void {
  const searched = left + draw.int(4, 7) * DAY
  if (scenario.carrierEvent(searched, 'searched', plan.courier, plan.depot))
    scenario.step(workingTime(searched + draw.int(6, 9) * DAY), P.LOST, plan.depot)
}

/** From the delivery base to the door, or to the shop, or back. */
function lastMile(plan: SimulationPlan, scenario: ParcelScenario, draw: Draw, base: number): void {
  const { courier, destination } = plan
  const report = (at: number, eventKind: CarrierEventKind) =>
    scenario.carrierEvent(at, eventKind, courier, destination)
  let at = base + draw.int(60, 200) * MINUTE
  if (!report(at, 'loaded')) return
  at += draw.int(70, 440) * MINUTE
  switch (plan.kind) {
    case 'refused': {
      if (!report(at, 'refused') || !report(at + draw.int(6, 20) * HOUR, 'returning')) return
      scenario.step(workingTime(at + draw.int(5, 9) * DAY), P.RETURNED, RETURNS)
      return
    }
    case 'shop':
      if (report(at, 'notHome') && report(at + draw.int(120, 260) * MINUTE, 'ready'))
        report(at + draw.int(20, 120) * HOUR, 'collected')
      return
    case 'address':
      if (!report(at, 'wrongAddress') || !report(at + draw.int(16, 50) * HOUR, 'corrected')) return
      at += draw.int(66, 80) * HOUR
      if (report(at, 'loaded')) report(at + draw.int(70, 440) * MINUTE, 'delivered')
      return
    default:
      report(at, plan.kind === 'neighbour' ? 'neighbour' : 'delivered')
  }
}
