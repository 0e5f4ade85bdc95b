import { sql } from 'kysely'
import { parcelTracked, type TrackEvent } from '#contracts/tracking/tracking.events.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import { together } from '#server/kit/db/tx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { OWN, ownEvent } from './normalise-event.ts'
import {
  eventsOf,
  insertEvents,
  isUndone,
  type NewEvent,
  type StoredEvent,
  followedParcels,
  type FollowedParcel,
  containsPersonalData,
} from './event-rows.ts'
import { repeatedScans } from './repeated-scans.ts'
import { deriveTrackingStatus, type TrackState } from './derive-tracking-status.ts'
import { applyCarrierStatus } from './parcel-effect.ts'
import { pollSchedule } from '../polling/next-poll.ts'

/**
 * News of one parcel. `asked`: the carrier was asked just now; `recompute`: look again though
 * nothing may be new.
 */
export interface TrackingUpdate {
  parcelId: string
  events: readonly TrackEvent[]
  recompute?: boolean
  polled?: { at: string | null; failures: number; retryAfterMs?: number }
}

interface Outcome {
  id: string
  state: TrackState
  nextPollAt: string | null
  lastPolledAt: string | null
  failures: number
  deliveredAt: string | null
  question: string | null
}

/**
 * Stores news of parcels and brings everything that follows from it along, in one transaction: the
 * folded status, the parcel's own state, the time of the next poll. The same news in any order and
 * number of times comes to the same end. Events must bear our own spelling of the number in their
 * key. `locked`: the caller has locked the parcels. Answers the parcels it looked at.
 */
export async function storeEvents(
  tx: Tx,
  updates: readonly TrackingUpdate[],
  caller: { locked?: boolean } = {},
): Promise<Map<string, TrackState>> {
  const now = nowIso()
  const ids = [...new Set(updates.map(({ parcelId }) => parcelId))]
  const [, locked, stored] = await together(
    caller.locked ? null : lockParcels(tx, ids),
    followedParcels(tx, ids),
    eventsOf(tx, ids),
  )
  const known = updates.filter(({ parcelId }) => locked.has(parcelId))
  const touched = new Set(
    known.filter((one) => one.recompute || one.polled).map(({ parcelId }) => parcelId),
  )
  const fresh: NewEvent[] = []
  for (const { parcelId, events } of known) {
    const there = stored.get(parcelId) ?? new Map<string, StoredEvent>()
    stored.set(parcelId, there)
    for (const event of events) {
      if (there.has(event.key)) continue
      // The parcels are locked, so what is not there now is not added by any other process.
      there.set(event.key, { ...event, cancelled: false, withdrawn: false, repeated: false })
      fresh.push({ parcelId, event, textHidden: hides(event, locked.get(parcelId)) })
      touched.add(parcelId)
    }
  }
  if (touched.size === 0) return new Map()

  const requested = new Map(
    known.flatMap((one) => (one.polled ? [[one.parcelId, one.polled] as const] : [])),
  )
  const states = new Map<string, TrackState>()
  const repetitions = new Map<string, ReadonlyMap<string, string>>()
  const outcomes: Outcome[] = []
  const expired: TrackingUpdate[] = []
  for (const id of touched) {
    const parcel = locked.get(id)
    if (!parcel) continue
    const all = [...(stored.get(id)?.values() ?? [])]
    const repeated = repeatedScans(all, new Set(parcel.couriers))
    const state = deriveTrackingStatus(
      all.filter((event) => !isUndone(event) && !repeated.has(event.key)),
    )
    repetitions.set(id, repeated)
    state.cancelled.push(...withdrawnDeliveries(all))
    const poll = requested.get(id)
    const watched = poll
      ? { ...parcel, lastPolledAt: poll.at ?? parcel.lastPolledAt, pollFailures: poll.failures }
      : parcel
    const plan = pollSchedule(watched, state, now, poll?.retryAfterMs)
    if ('expire' in plan && poll && poll.failures === 0)
      expired.push({ parcelId: id, events: [expiry(parcel, plan.expire, now)] })
    states.set(id, state)
    outcomes.push({
      id,
      state,
      nextPollAt: 'expire' in plan ? now : plan.at,
      lastPolledAt: watched.lastPolledAt,
      failures: watched.pollFailures,
      deliveredAt:
        state.deliveredAt ?? (state.deliveredLocal === null ? null : `${state.deliveredLocal}Z`),
      question: null,
    })
  }
  await together(insertEvents(tx, fresh), hideEvents(tx, stored, states, repetitions))
  await applyCarrierStatus(tx, locked, outcomes)
  const moved = outcomes
    .filter(
      ({ id, state }) =>
        state.status !== locked.get(id)?.trackingStatus ||
        state.sub !== locked.get(id)?.trackingSub,
    )
    .map(({ id }) => id)
  await together(
    writeParcels(tx, locked, outcomes),
    moved.length > 0 ? tx.emit(parcelTracked, { parcelIds: moved }) : null,
  )
  if (expired.length > 0)
    for (const [id, state] of await storeEvents(tx, expired, { locked: true }))
      states.set(id, state)
  return states
}

/** A delivery a user took back: the parcel may go on like after a carrier's correction. */
const withdrawnDeliveries = (events: readonly StoredEvent[]): string[] =>
  events
    .filter(
      (event) =>
        isUndone(event) &&
        (event.source === 'manual' || event.withdrawn) &&
        event.status === TRACK.DELIVERED,
    )
    .map(({ key }) => key)

/** Our own scans have no words; a clerk's and a carrier's are looked at. */
function hides(event: TrackEvent, parcel: FollowedParcel | undefined): boolean {
  const words = [event.rawText, event.textEn ?? ''].filter((text) => text !== '')
  return parcel !== undefined && words.some((text) => containsPersonalData(text, parcel))
}

const expiry = (
  parcel: FollowedParcel,
  sub: 'no_update_30d' | 'never_found_15d',
  at: string,
): TrackEvent =>
  ownEvent({
    trackNo: parcel.number,
    status: TRACK.EXPIRED,
    sub,
    at,
    receivedAt: at,
    place: null,
    country: null,
    source: 'poll',
  })

/**
 * Marks what carriers took back, what stands again after a correction of the correction, and scans
 * another report stands for.
 */
async function hideEvents(
  tx: Tx,
  stored: ReadonlyMap<string, ReadonlyMap<string, StoredEvent>>,
  states: ReadonlyMap<string, TrackState>,
  repetitions: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Promise<void> {
  const wrong: { parcelId: string; key: string; cancelled: boolean; repeated: boolean }[] = []
  for (const [parcelId, state] of states) {
    for (const event of stored.get(parcelId)?.values() ?? []) {
      const { key } = event
      if (event.courier === OWN) continue
      const cancelled = event.withdrawn ? event.cancelled : state.cancelled.includes(key)
      const repeated = repetitions.get(parcelId)?.has(key) ?? false
      if (event.cancelled !== cancelled || event.repeated !== repeated)
        wrong.push({ parcelId, key, cancelled, repeated })
    }
  }
  if (wrong.length === 0) return
  await sql`update tracking_event as e set cancelled = x.cancelled, repeated = x.repeated
    from unnest(${wrong.map((one) => one.parcelId)}::bigint[],
      ${wrong.map((one) => one.key)}::text[],
      ${wrong.map((one) => one.cancelled)}::boolean[],
      ${wrong.map((one) => one.repeated)}::boolean[]) as x(parcel_id, key, cancelled, repeated)
    where ${tx.rows('trackingEvent').where('e')} and e.parcel_id = x.parcel_id
      and e.event_key = decode(x.key, 'hex')`.execute(tx.db)
}

async function writeParcels(
  tx: Tx,
  locked: ReadonlyMap<string, FollowedParcel>,
  outcomes: readonly Outcome[],
): Promise<void> {
  const of = <V>(value: (one: Outcome, was: FollowedParcel | undefined) => V): V[] =>
    outcomes.map((one) => value(one, locked.get(one.id)))
  const deliveryTime = ({ state, deliveredAt }: Outcome, was: FollowedParcel | undefined) => {
    if (state.delivered) return deliveredAt
    return state.cancelled.length > 0 ? null : (was?.deliveredAt ?? null)
  }
  await sql`update parcel as p
    set tracking_status = x.status, tracking_sub = x.sub, last_event_at = x.last_event_at,
      next_poll_at = x.next_poll_at, last_polled_at = x.last_polled_at,
      poll_failures = x.failures, delivered_at = x.delivered_at, tracking_question = x.question
    from unnest((select ${of(({ id }) => id)}::bigint[]),
      (select ${of(({ state }) => state.status)}::smallint[]),
      (select ${of(({ state }) => state.sub)}::text[]),
      (select ${of(({ state }) => state.lastEventAt)}::timestamptz[]),
      (select ${of(({ nextPollAt }) => nextPollAt)}::timestamptz[]),
      (select ${of(({ lastPolledAt }) => lastPolledAt)}::timestamptz[]),
      (select ${of(({ failures }) => failures)}::smallint[]),
      (select ${of(deliveryTime)}::timestamptz[]),
      (select ${of(({ question }) => question)}::text[])) as x(id, status, sub, last_event_at,
      next_poll_at, last_polled_at, failures, delivered_at, question)
    where ${tx.rows('parcel').where('p')} and p.id = x.id`.execute(tx.db)
}
