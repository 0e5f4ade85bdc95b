import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { tracking } from '#contracts/tracking/tracking.ts'
import { isTrackStatus, isTrackSub, subsOf } from '#contracts/tracking/tracking.states.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields, failMissing } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { localOf } from './event-rows.ts'
import { requirePast, startsOf, tooEarly } from '../templates/event-time.ts'
import { storeEvents } from './store-events.ts'
import { subFacts } from '#contracts/tracking/tracking.facts.ts'
import { ownEvent } from './normalise-event.ts'

type Timeline = Out<typeof tracking.events>
interface Row {
  id: string
  parcelId: string
  at: string | null
  localTime: string | null
  offsetMin: number | null
  timeZone: string | null
  place: string | null
  country: string | null
  courier: string | null
  effect: string
  status: number | null
  sub: string | null
  source: string
  rawCode: string | null
  rawReason: string | null
  rawText: string | null
  textEn: string | null
  unmapped: boolean
  visible: boolean
  customerVisible: boolean
  cancelled: boolean
  repeated: boolean
  cancelReason: string | null
  textHidden: boolean
  receivedAt: string
}

/**
 * A parcel's timeline, newest first. Staff see all of it; a customer what the public sees, and the
 * codes stay with us.
 */
export async function readEvents(
  ctx: Ctx,
  { parcelId }: In<typeof tracking.events>,
): Promise<Timeline> {
  const staff = ctx.principal.customerId === null
  const parcel =
    await sql`select 1 from ${ctx.rows('parcel').as('p')} where p.id = ${parcelId}`.execute(ctx.db)
  if (parcel.rows.length === 0) failMissing()
  const found =
    await sql<Row>`select e.id, e.parcel_id, e.at, e.local_time, e.offset_min, e.time_zone, e.place,
        e.country, e.courier, e.effect, e.status, e.sub, e.source,
      e.raw_code, e.raw_reason, e.raw_text, e.text_en, e.unmapped, e.visible, e.customer_visible,
      e.cancelled, e.repeated, e.cancel_reason, e.text_hidden, e.received_at
    from ${ctx.rows('trackingEvent').as('e')} where e.parcel_id = ${parcelId} and (${staff}
        or ((e.visible or e.customer_visible) and not e.cancelled and not e.repeated
          and e.effect = 'move'))
    order by e.id desc`.execute(ctx.db)
  const timed = found.rows.map((row) => ({ row, local: localOf(row) }))
  // An event whose time cannot be read stands where it was received.
  const order = ({ row, local }: (typeof timed)[number]) =>
    Date.parse(row.at ?? (local === null ? row.receivedAt : `${local}Z`))
  return timed.sort((a, b) => order(b) - order(a)).map(({ row, local }) => wire(row, local, staff))
}

function wire(
  { timeZone: _, textHidden, parcelId: __, ...row }: Row,
  local: string | null,
  staff: boolean,
): Timeline[number] {
  const { status, sub } = row
  const facts =
    status !== null && sub !== null && isTrackStatus(status) && isTrackSub(status, sub)
      ? subFacts(status, sub)
      : null
  const event = {
    ...row,
    local,
    textPublic: !textHidden,
    actionRequired: facts?.actionRequired ?? false,
    blame: facts?.blame ?? null,
  }
  return staff
    ? event
    : {
        ...event,
        rawCode: null,
        rawReason: null,
        localTime: local,
        rawText: textHidden ? null : row.rawText,
        textEn: textHidden ? null : row.textEn,
      }
}

/**
 * What a clerk knows and no scan recorded. It is an event like any other: kept, counted, and answered in
 * the timeline.
 */
export function addEvent(ctx: Ctx, input: In<typeof tracking.addEvent>): Promise<Timeline> {
  const { status } = input
  if (!isTrackStatus(status)) failFields([{ path: 'status', code: 'field.dict' }])
  const sub = input.sub || subsOf(status)[0]
  if (sub === undefined || !isTrackSub(status, sub))
    failFields([{ path: 'sub', code: 'tracking.sub' }])
  requirePast(input.at)
  return inTx(ctx, async (tx) => {
    const found = await sql<{
      number: string
    }>`select coalesce(p.track_no, p.serial_number) as number
      from ${tx.rows('parcel').as('p')} where p.id = ${input.parcelId}`.execute(tx.db)
    const number = found.rows[0]?.number ?? failMissing()
    const starts = await startsOf(tx, [input.parcelId])
    if (tooEarly(input.at, starts.get(input.parcelId)))
      failFields([{ path: 'at', code: 'tracking.beforeOrder' }])
    const event = ownEvent({
      trackNo: number,
      status,
      sub,
      at: input.at,
      receivedAt: nowIso(),
      place: input.place || null,
      country: input.country?.toUpperCase() ?? null,
      source: 'manual',
      ...(input.text ? { text: input.text } : {}),
    })
    await storeEvents(tx, [
      { parcelId: input.parcelId, events: [{ ...event, visibleToPublic: input.visible }] },
    ])
    await sql`update tracking_event as e set visible_set = true
      where ${tx.rows('trackingEvent').where('e')} and e.parcel_id = ${input.parcelId} and e.event_key = decode(${event.key},
        'hex')`.execute(tx.db)
    await tx.audit('tracking_event', input.parcelId, 'add', null, {
      status,
      sub,
      at: input.at,
      place: input.place ?? null,
      text: input.text ?? null,
      visible: input.visible,
    })
    return await readEvents(tx, input)
  })
}

/**
 * Shows an event to the public or hides it; what staff decide outlives a new reading of the
 * carrier's codes.
 */
export function setVisible(
  ctx: Ctx,
  { eventId, visible }: In<typeof tracking.setVisible>,
): Promise<Timeline> {
  return inTx(ctx, async (tx) => {
    const found = await sql<{
      parcelId: string
    }>`select e.parcel_id from ${tx.rows('trackingEvent').as('e')} where e.id = ${eventId}`.execute(
      tx.db,
    )
    const { parcelId } = found.rows[0] ?? failMissing()
    await lockParcels(tx, [parcelId])
    const event = (
      await sql<{
        before: boolean
      }>`select e.visible as before
        from ${tx.rows('trackingEvent').as('e')} where e.id = ${eventId}`.execute(tx.db)
    ).rows[0]
    if (!event) failMissing()
    await sql`update tracking_event as e set visible = ${visible}, visible_set = true
      where ${tx.rows('trackingEvent').where('e')} and e.id = ${eventId}`.execute(tx.db)
    await tx.audit('tracking_event', eventId, 'edit', { visible: event.before }, { visible })
    return await readEvents(tx, { parcelId })
  })
}
