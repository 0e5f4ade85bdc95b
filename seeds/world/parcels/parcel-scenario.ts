import type { TrackStatus, TrackSub } from '#contracts/tracking/tracking.states.ts'
import type { EventSource } from '#contracts/tracking/tracking.events.ts'
import { TRACK, TRACK_PRECEDENCE } from '#contracts/tracking/tracking.states.ts'
import { offsetOf, offsetText, wallText } from '../calendar.ts'
import { carrierEventOf } from './carrier-events.ts'
import type { CarrierEventKind } from './carrier-events.ts'
import { locationOf, PARCEL as P } from '#contracts/orders/shipments.states.ts'
import type { ParcelState } from '#contracts/orders/shipments.states.ts'

/** An event as tracking keeps it, before it has ids. */
export interface DemoEvent {
  at: number
  status: TrackStatus
  sub: TrackSub
  /** `own` for what we saw ourselves. */
  courier: string
  source: EventSource
  code: string
  text: string
  /** As the carrier wrote it; the wall time where it happened. */
  rawTime: string
  local: string
  offset: number
  place: string | null
  country: string | null
}

export interface Where {
  place: string
  country: string
}

const T = TRACK
/**
 * What a parcel's own states are called in its timeline, as tracking reports them when it follows our
 * scans.
 */
const OWN_EVENTS: Partial<Record<ParcelState, readonly [TrackStatus, TrackSub]>> = {
  [P.CONFIRMED]: [T.INFO_RECEIVED, 'order_created'],
  [P.LABELLED]: [T.INFO_RECEIVED, 'label_created'],
  [P.RECEIVED]: [T.RECEIVED, 'depot_received'],
  [P.HELD]: [T.RECEIVED, 'held_in_depot'],
  [P.SORTED]: [T.RECEIVED, 'sorted'],
  [P.BAGGED]: [T.RECEIVED, 'bagged'],
  [P.OUTBOUND]: [T.OUTBOUND, 'handed_to_linehaul'],
  [P.RETURNED]: [T.RETURNED, 'to_depot'],
  [P.CANCELLED]: [T.CANCELLED, 'by_customer'],
  [P.REVOKED]: [T.CANCELLED, 'by_staff'],
  [P.DESTROYED]: [T.DESTROYED, 'by_request'],
  [P.LOST]: [T.EXCEPTION, 'lost'],
}

/** What a user entered; the rest is borne out by scans and by the order. */
const BY_HAND: readonly ParcelState[] = [P.RETURNED, P.DESTROYED, P.LOST]
const NOWHERE = { place: null, country: null }

const rank = (status: TrackStatus | 0): number => TRACK_PRECEDENCE.indexOf(status as TrackStatus)

/**
 * A parcel's life, step by step up to a horizon: what would happen later has not happened.
 * Every step answers whether it took place, so a chain of steps ends where the present is.
 */
export class ParcelScenario {
  state: ParcelState = P.DRAFT
  tracking: { status: TrackStatus | 0; sub: TrackSub | null; at: number | null } = {
    status: 0,
    sub: null,
    at: null,
  }
  readonly events: DemoEvent[] = []
  /** The states it went through. */
  readonly path: ParcelState[] = [P.DRAFT]
  readonly times: Partial<
    Record<'confirmed' | 'received' | 'outbound' | 'delivered' | 'bagged', number>
  > = {}
  readonly #until: number
  readonly #stop: { at?: ParcelState | undefined; after?: CarrierEventKind | undefined }
  #ended = false

  constructor(
    until: number,
    stop: { at?: ParcelState | undefined; after?: CarrierEventKind | undefined } = {},
  ) {
    this.#until = until
    this.#stop = stop
  }

  get location(): number {
    return this.state === P.IN_TRANSIT && this.tracking.status === T.CUSTOMS
      ? 5
      : locationOf(this.state)
  }

  /** One of our own steps; `where` null leaves it out of the timeline. */
  step(at: number, state: ParcelState, where: Where | null): boolean {
    if (this.#over(at, state)) return false
    this.#enter(state)
    if (state === P.CONFIRMED) this.times.confirmed = at
    if (state === P.RECEIVED) this.times.received ??= at
    if (state === P.BAGGED) this.times.bagged = at
    if (state === P.OUTBOUND) this.times.outbound = at
    const meaning = OWN_EVENTS[state]
    if (!meaning || !where) return true
    const [status, sub] = meaning
    const inDepot = state >= P.RECEIVED
    this.#add(
      at,
      status,
      sub,
      'own',
      BY_HAND.includes(state) ? 'manual' : 'scan',
      `${status}/${sub}`,
      '',
      inDepot || BY_HAND.includes(state) ? where : NOWHERE,
      offsetOf(where.country, at),
    )
    return true
  }

  /** News of the carrier, which moves the parcel as tracking would. */
  carrierEvent(at: number, kind: CarrierEventKind, courier: string, where: Where): boolean {
    const { code, text, status, sub } = carrierEventOf(kind, courier)
    const reportedEvents = this.carrier(
      { at, status, sub, code, text },
      courier,
      where,
      offsetOf(where.country, at),
    )
    if (reportedEvents && kind === this.#stop.after) this.#ended = true
    return reportedEvents
  }

  /** A carrier's event with its own meaning; DHL is asked, the others report through a file. */
  carrier(
    reportedEvents: { at: number; status: TrackStatus; sub: TrackSub; code: string; text: string },
    courier: string,
    where: Where,
    offset: number | 'Z',
  ): boolean {
    const { at, status, sub, code, text } = reportedEvents
    const state = this.#stateBy(status)
    if (this.#over(at, state)) return false
    this.#add(
      at,
      status,
      sub,
      courier,
      courier === 'DHL' ? 'poll' : 'import',
      code,
      text,
      where,
      offset,
    )
    this.#enter(state)
    if (status === T.DELIVERED) this.times.delivered = at
    return true
  }

  #enter(state: ParcelState): void {
    if (state === this.state) return
    this.state = state
    this.path.push(state)
  }

  /** Past the present, past what a pinned row shows, or behind the end of the story. */
  #over(at: number, next: ParcelState): boolean {
    return at > this.#until || this.#ended || (this.state === this.#stop.at && next !== this.state)
  }

  #stateBy(status: TrackStatus): ParcelState {
    if (status === T.DELIVERED) return P.DELIVERED
    if (status === T.EXCEPTION) return P.EXCEPTION
    if (status === T.RETURNING) return P.RETURNING
    if (status === T.RETURNED) return P.RETURNED
    return status >= T.ACCEPTED && this.state !== P.RETURNING ? P.IN_TRANSIT : this.state
  }

  #add(
    at: number,
    status: TrackStatus,
    sub: TrackSub,
    courier: string,
    source: EventSource,
    code: string,
    text: string,
    where: Where | typeof NOWHERE,
    offset: number | 'Z',
  ): void {
    const minutes = offset === 'Z' ? 0 : offset
    const local = wallText(at, minutes)
    const rawTime = offset === 'Z' ? `${local}Z` : `${local}${offsetText(minutes)}`
    this.events.push({
      at,
      status,
      sub,
      courier,
      source,
      code,
      text,
      rawTime,
      local,
      offset: minutes,
      place: where.place,
      country: where.country,
    })
    // Of two at the same instant the weightier one is the present one.
    if (at === this.tracking.at && rank(status) < rank(this.tracking.status)) return
    this.tracking = { status, sub, at }
  }
}
