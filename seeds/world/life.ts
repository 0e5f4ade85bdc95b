import { DAY, HOUR, MINUTE, nextAt, workingTime } from './calendar.ts'
import type { Draw } from './random.ts'
import { PARCEL as P } from '#contracts/orders/shipments.states.ts'
import type { Story } from './story.ts'
import type { Where } from './story.ts'
import type { News } from './news.ts'

/**
 * What becomes of a parcel, in shares of a thousand. The first ones never leave the customer or the depot; the rest
 * leave it and differ in what the carrier makes of them.
 */
export const FATES = [
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
export type Fate = (typeof FATES)[number][0]

export interface LifePlan {
  fate: Fate
  created: number
  /** Told to us before it was confirmed: it stands in a predicted batch. */
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
  /** The carrier hears of the parcel when its label is made; the simulator's parcels are told to it at hand-over. */
  preAdvised: boolean
  /** Days from hand-over to the delivery base, or to the customs office where there is one. */
  days: readonly [number, number]
  /** Sent by the buyer straight to the carrier (returns): no depot in between. */
  direct: boolean
}

export const RETURNS: Where = { place: 'Venlo', country: 'NL' }

/** Fates that end before a label exists. */
export const UNLABELLED: readonly Fate[] = ['draft', 'predicted', 'confirmed', 'cancelled']

/**
 * A parcel's whole life as far as the story goes. Parcels of one shipment share plan and fate; each has its own minutes, and
 * one in thirty of a lot arrives a day after the others.
 */
export function liveOn(
  plan: LifePlan,
  draw: Draw,
  story: Story,
  handOver?: (story: Story, outbound: number) => void,
): Story {
  const { fate } = plan
  if (plan.announced && fate !== 'draft') story.step(plan.created, P.PREDICTED, null)
  if (fate === 'draft' || fate === 'predicted') return story
  if (!story.step(plan.confirmed, P.CONFIRMED, plan.depot)) return story
  if (fate === 'cancelled') {
    story.step(plan.confirmed + draw.int(20, 60 * 30) * MINUTE, P.CANCELLED, plan.depot)
    return story
  }
  if (fate === 'confirmed' || !story.step(plan.labelled, P.LABELLED, plan.depot)) return story
  if (
    plan.preAdvised &&
    !story.news(plan.labelled + 5 * MINUTE, 'announced', plan.courier, plan.depot)
  )
    return story
  if (fate === 'neverSent') return story
  if (fate === 'revoked') {
    story.step(plan.labelled + draw.int(60, 60 * 40) * MINUTE, P.REVOKED, plan.depot)
    return story
  }
  const outbound = plan.direct
    ? plan.labelled + draw.int(14, 110) * HOUR
    : inDepot(plan, story, draw)
  if (outbound === null) return story
  if (handOver) handOver(story, outbound)
  else underWay(plan, story, draw, outbound)
  return story
}

/** From the dock to the closed batch; answers when it went out. */
function inDepot(plan: LifePlan, story: Story, draw: Draw): number | null {
  const received = workingTime(
    plan.arrival + draw.int(0, 40) * MINUTE + (draw.chance(0.03) ? DAY : 0),
  )
  if (!story.step(received, P.RECEIVED, plan.depot)) return null
  let at = received
  if (plan.fate === 'held') {
    at += draw.int(5, 50) * MINUTE
    if (!story.step(at, P.HELD, plan.depot)) return null
    // Half of the held ones are cleared up within days; the others wait for somebody.
    if (draw.chance(0.5)) return null
    at = workingTime(at + draw.int(20, 96) * HOUR)
    // Received once: let go, it is no second arrival.
    if (!story.step(at, P.RECEIVED, null)) return null
  }
  at = workingTime(at + draw.int(15, 300) * MINUTE)
  if (!story.step(at, P.SORTED, plan.depot)) return null
  at = workingTime(at + draw.int(10, 150) * MINUTE)
  if (!story.step(at, P.BAGGED, plan.depot)) return null
  const outbound = nextAt(at, plan.cutOff)
  return story.step(outbound, P.OUTBOUND, plan.depot) ? outbound : null
}

/** The carrier's part, up to the end of the story or to the present. */
function underWay(plan: LifePlan, story: Story, draw: Draw, outbound: number): void {
  const { courier, depot, destination, fate } = plan
  const tell = (at: number, news: News, where: Where) => story.news(at, news, courier, where)
  let at = outbound + draw.int(150, 480) * MINUTE
  if (!tell(at, 'accepted', depot)) return
  at += draw.int(120, 540) * MINUTE
  if (!tell(at, 'left', depot)) return
  if (fate === 'lost') return lose(plan, story, draw, at)
  if (fate === 'delayed') {
    at += draw.int(8, 20) * HOUR
    if (!tell(at, 'delayed', depot)) return
    at += draw.int(24, 90) * HOUR
    if (!tell(at, 'continues', depot)) return
  }
  const [least, most] = plan.days
  at += draw.int(least * 24, most * 24) * HOUR
  if (plan.customs) {
    if (
      !tell(at, 'country', destination) ||
      !tell(at + draw.int(40, 200) * MINUTE, 'customs', destination)
    )
      return
    at += draw.int(8, 30) * HOUR
    if (fate === 'customsDocs') {
      if (!tell(at, 'customsDocs', destination)) return
      at += draw.int(40, 130) * HOUR
    }
    if (!tell(at, 'released', destination)) return
  }
  // Delivery bases are filled before dawn.
  at = Math.floor(at / DAY + 1) * DAY + draw.int(180, 330) * MINUTE
  if (!tell(at, 'arrived', destination)) return
  if (fate === 'damaged' || fate === 'destroyed') {
    at += draw.int(2, 8) * HOUR
    if (!tell(at, 'damaged', destination)) return
    if (fate === 'destroyed')
      story.step(workingTime(at + draw.int(50, 170) * HOUR), P.DESTROYED, depot)
    else if (draw.chance(0.7) && tell(at + 96 * HOUR, 'continues', destination))
      lastMile(plan, story, draw, at + 100 * HOUR)
    return
  }
  lastMile(plan, story, draw, at)
}

function lose(plan: LifePlan, story: Story, draw: Draw, left: number): void {
  const searched = left + draw.int(4, 7) * DAY
  if (story.news(searched, 'searched', plan.courier, plan.depot))
    story.step(workingTime(searched + draw.int(6, 9) * DAY), P.LOST, plan.depot)
}

/** From the delivery base to the door, or to the shop, or back. */
function lastMile(plan: LifePlan, story: Story, draw: Draw, base: number): void {
  const { courier, destination } = plan
  const tell = (at: number, news: News) => story.news(at, news, courier, destination)
  let at = base + draw.int(60, 200) * MINUTE
  if (!tell(at, 'loaded')) return
  at += draw.int(70, 440) * MINUTE
  switch (plan.fate) {
    case 'refused': {
      if (!tell(at, 'refused') || !tell(at + draw.int(6, 20) * HOUR, 'returning')) return
      story.step(workingTime(at + draw.int(5, 9) * DAY), P.RETURNED, RETURNS)
      return
    }
    case 'shop':
      if (tell(at, 'notHome') && tell(at + draw.int(120, 260) * MINUTE, 'ready'))
        tell(at + draw.int(20, 120) * HOUR, 'collected')
      return
    case 'address':
      if (!tell(at, 'wrongAddress') || !tell(at + draw.int(16, 50) * HOUR, 'corrected')) return
      at += draw.int(66, 80) * HOUR
      if (tell(at, 'loaded')) tell(at + draw.int(70, 440) * MINUTE, 'delivered')
      return
    default:
      tell(at, plan.fate === 'neighbour' ? 'neighbour' : 'delivered')
  }
}
