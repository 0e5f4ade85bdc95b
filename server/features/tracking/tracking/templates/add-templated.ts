import { sql } from 'kysely'
import type { z } from 'zod'
import type { EventsAdded, templatedEvent } from '#contracts/tracking/parcel-events.ts'
import type { TrackEvent } from '#contracts/tracking/tracking.events.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { ErrorCode } from '#server/kit/runtime/error-codes.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { deriveTrackingStatus } from '../events/derive-tracking-status.ts'
import {
  eventsOf,
  followedParcels,
  isUndone,
  type FollowedParcel,
  type StoredEvent,
} from '../events/event-rows.ts'
import { eventKey, ownEvent } from '../events/normalise-event.ts'
import { parcelEffect } from '../events/parcel-effect.ts'
import { storeEvents, type TrackingUpdate } from '../events/store-events.ts'
import { startsOf, tooEarly } from './event-time.ts'
import { loadTemplate, type Template } from './load-template.ts'
import type { Target } from './target-parcels.ts'

/** Parcels one statement stores events of. */
const AT_ONCE = 500

type Row = EventsAdded['rows'][number]
type Given = Omit<z.output<typeof templatedEvent>, 'templateId'>

/**
 * Adds one event to many parcels; each is accepted or refused by itself. The same template at the
 * same time on the same parcel adds nothing; one that was taken back stands again. All parcels are
 * locked before the first change, in the order every other verb locks them. `mark` makes it another
 * event than one of the same template and time, and is what it is found by (`withdrawMarked`).
 */
export async function addTemplatedEvent(
  tx: Tx,
  targets: readonly Target[],
  { templateId, ...given }: z.output<typeof templatedEvent>,
  mark: string | null = null,
): Promise<EventsAdded> {
  const template = await loadTemplate(tx, templateId)
  const ids = [...new Set(targets.flatMap(({ parcelId }) => parcelId ?? []))]
  await lockParcels(tx, ids)
  const outcomes = new Map<string, Row>()
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await addToSome(tx, ids.slice(from, from + AT_ONCE), { template, given, mark }, outcomes)
  const rows = targets.map(({ no, parcelId }): Row => {
    const row = parcelId === null ? undefined : outcomes.get(parcelId)
    return row ? { ...row, no } : refusal(tx, no, null, 'tracking.noParcel')
  })
  return {
    added: rows.filter(({ added }) => added).length,
    known: rows.filter(({ ok, added }) => ok && !added).length,
    refused: rows.filter(({ ok }) => !ok).length,
    rows,
  }
}

const refusal = (tx: Tx, no: string, parcelId: string | null, code: ErrorCode): Row => ({
  parcelId,
  no,
  ok: false,
  added: false,
  code,
  message: translateError(tx.lang, code, {}),
})

async function addToSome(
  tx: Tx,
  ids: readonly string[],
  { template, given, mark }: { template: Template; given: Given; mark: string | null },
  outcomes: Map<string, Row>,
): Promise<void> {
  const receivedAt = nowIso()
  const parcels = await followedParcels(tx, ids)
  const stored = await eventsOf(tx, ids)
  const starts = await startsOf(tx, ids)
  const updates: TrackingUpdate[] = []
  const revived: { parcelId: string; key: string }[] = []
  for (const parcel of parcels.values()) {
    const event = { ...eventFor(parcel, { template, given, mark }, receivedAt), reasonCode: mark }
    const there = stored.get(parcel.id) ?? new Map<string, StoredEvent>()
    const same = there.get(event.key)
    const row = { parcelId: parcel.id, no: parcel.number, code: null, message: null }
    if (same && !same.cancelled) {
      outcomes.set(parcel.id, { ...row, ok: true, added: false })
      continue
    }
    const code = tooEarly(given.at, starts.get(parcel.id))
      ? 'tracking.beforeOrder'
      : refusedBy(parcel, there, event)
    if (code !== null) {
      outcomes.set(parcel.id, refusal(tx, parcel.number, parcel.id, code))
      continue
    }
    if (same) revived.push({ parcelId: parcel.id, key: event.key })
    updates.push({ parcelId: parcel.id, events: [event], recompute: true })
    outcomes.set(parcel.id, { ...row, ok: true, added: true })
  }
  if (updates.length === 0) return
  await revive(tx, revived)
  await storeEvents(tx, updates)
  await tx.auditMany(
    'tracking_event',
    'add',
    updates.map(({ parcelId }) => ({
      id: parcelId,
      before: null,
      after: { template: template.code, ...given },
    })),
  )
}

/** The event's identity is its template and its time: a changed text or place is the same event. */
function eventFor(
  parcel: FollowedParcel,
  { template, given, mark }: { template: Template; given: Given; mark: string | null },
  receivedAt: string,
): TrackEvent {
  const { status, sub, text, textEn, visibility } = template
  const event = ownEvent({
    trackNo: parcel.number,
    status,
    sub,
    at: given.at,
    receivedAt,
    place: given.place || template.place,
    country: given.country?.toUpperCase() ?? template.country,
    source: 'manual',
    text,
  })
  const key = eventKey({
    ...event,
    rawTime: new Date(given.at).toISOString(),
    rawText: `template ${template.code}`,
    place: null,
    ...(mark === null ? {} : { reasonCode: mark }),
  })
  return {
    ...event,
    key,
    textEn,
    visibleToPublic: visibility === 'PUBLIC',
    customerVisible: visibility === 'CUSTOMER',
  }
}

/** Why the states of tracking or of the parcel do not allow the event; null where they do. */
function refusedBy(
  parcel: FollowedParcel,
  there: ReadonlyMap<string, StoredEvent>,
  event: TrackEvent,
): ErrorCode | null {
  const standing = [...there.values()].filter((one) => one.key !== event.key && !isUndone(one))
  const state = deriveTrackingStatus([...standing, event])
  if (state.refused.includes(event.key)) return 'tracking.final'
  // An older event than the one that gives the status moves nothing.
  if (state.statusEvent !== event.key) return null
  const effect = parcelEffect(parcel.parcelStatus, state)
  return effect.do === 'ask' ? `tracking.question.${effect.question}` : null
}

/** Events that were taken back and are added again stand as they did. */
async function revive(tx: Tx, events: readonly { parcelId: string; key: string }[]): Promise<void> {
  if (events.length === 0) return
  await sql`update tracking_event as e set cancelled = false, cancel_reason = null
    from unnest(${events.map(({ parcelId }) => parcelId)}::bigint[],
      ${events.map(({ key }) => key)}::text[]) as x(parcel_id, key)
    where ${tx.rows('trackingEvent').where('e')} and e.parcel_id = x.parcel_id
      and e.event_key = decode(x.key, 'hex')`.execute(tx.db)
}
