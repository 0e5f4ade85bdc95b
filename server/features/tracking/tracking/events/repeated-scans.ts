import { subsOf, TRACK } from '#contracts/tracking/tracking.states.ts'
import type { StatusEvent } from './derive-tracking-status.ts'
import { OWN } from './normalise-event.ts'

/**
 * The same scan reported by several couriers: the key of each report that is left out of the
 * timeline, to the key of the one that stands for it. Best is the word of a carrier whose number
 * the parcel bears (`direct`), then a time with its offset, an exact step, a place. What stands for
 * others counts for all: taken back or withdrawn, it takes them along. It looks at nothing but what
 * the events state, so the order they came in makes no difference.
 */
export function repeatedScans(
  events: readonly StatusEvent[],
  direct: ReadonlySet<string>,
): Map<string, string> {
  const moves = events.filter((event) => event.effect === 'move' && isCarriers(event))
  const repeated = new Map<string, string>()
  if (new Set(moves.map(({ courier }) => courier)).size < 2) return repeated
  const ranked = moves.toSorted(
    (a, b) => goodness(b, direct) - goodness(a, direct) || (a.key < b.key ? -1 : 1),
  )
  const couriersOf = new Map<string, Set<string>>()
  // Reports of the very same step find each other first, then those that know no step.
  for (const fits of [isSameStep, isVaguer]) {
    for (const [at, event] of ranked.entries()) {
      if (repeated.has(event.key) || (couriersOf.get(event.key)?.size ?? 0) > 0) continue
      const best = ranked
        .slice(0, at)
        .find(
          (one) =>
            one.courier !== event.courier &&
            !repeated.has(one.key) &&
            !couriersOf.get(one.key)?.has(event.courier) &&
            isSameMoment(one, event) &&
            fits(one, event),
        )
      if (!best) continue
      repeated.set(event.key, best.key)
      const others = couriersOf.get(best.key) ?? new Set()
      couriersOf.set(best.key, others.add(event.courier))
    }
  }
  return repeated
}

const isCarriers = ({ courier, source }: StatusEvent): boolean =>
  courier !== OWN && source !== 'scan' && source !== 'manual'

function goodness(event: StatusEvent, direct: ReadonlySet<string>): number {
  return (
    (direct.has(event.courier) ? 8 : 0) +
    (event.utc === null ? 0 : 4) +
    (isUsual(event) ? 0 : 2) +
    (event.place === null ? 0 : 1)
  )
}

/** The step a status has where no more is known. */
const isUsual = ({ status, sub }: StatusEvent): boolean =>
  status !== null && (sub === null || sub === subsOf(status)[0])

const isSameStep = (a: StatusEvent, b: StatusEvent): boolean =>
  a.status === b.status && a.sub === b.sub

/** Of the same status without a step; "in transit" is what a collector calls what it cannot read. */
const isVaguer = (best: StatusEvent, event: StatusEvent): boolean =>
  (best.status === event.status && (isUsual(event) || isUsual(best))) ||
  (event.status === TRACK.IN_TRANSIT && event.sub === 'in_transit')

const MINUTE = 60_000

/** By UTC where both have it, else by the wall time; carriers cut seconds off. */
function isSameMoment(a: StatusEvent, b: StatusEvent): boolean {
  if (a.country !== null && b.country !== null && a.country !== b.country) return false
  if (a.utc !== null && b.utc !== null) return minuteOf(a.utc) === minuteOf(b.utc)
  return a.local !== null && b.local !== null && a.local.slice(0, 16) === b.local.slice(0, 16)
}

const minuteOf = (utc: string): number => Math.floor(Date.parse(utc) / MINUTE)
