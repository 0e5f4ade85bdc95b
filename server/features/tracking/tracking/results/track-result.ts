import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { testTrack } from '#contracts/tracking/test-track.ts'
import type { trackResults } from '#contracts/tracking/track-results.ts'
import { isTrackStatus, isTrackSub, subsOf } from '#contracts/tracking/tracking.states.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { eventKey, ownEvent } from '../events/normalise-event.ts'
import { readEvents } from '../events/staff-events.ts'
import { storeEvents } from '../events/store-events.ts'
import { plainBody } from '../push/push-body.ts'
import { searchParcels } from '../search-parcels.ts'
import { requirePast, startsOf, tooEarly } from '../templates/event-time.ts'

type Verb<N extends keyof typeof trackResults> = (typeof trackResults)[N]

/** The parcels a number may mean, and the events of the one chosen, else the first. */
export async function queryResult(
  ctx: Ctx,
  { no, parcelId }: In<Verb<'query'>>,
): Promise<Out<Verb<'query'>>> {
  const parcels = (await searchParcels(ctx, { nos: [no] })).filter(({ found }) => found)
  const chosen = parcels.find((one) => one.parcelId === parcelId) ?? parcels[0]
  return {
    parcels,
    events: chosen?.parcelId ? await readEvents(ctx, { parcelId: chosen.parcelId }) : [],
  }
}

interface Stored {
  courier: string | null
  source: string
  localTime: string | null
  at: string | null
  offsetMin: number | null
  timeZone: string | null
  rawCode: string | null
  rawReason: string | null
  rawText: string | null
  place: string | null
  country: string | null
  effect: string
  status: number | null
  sub: string | null
  unmapped: boolean
  visible: boolean
  textHidden: boolean
  receivedAt: string
  cancelReason: string | null
}

/**
 * An event as it is stored, with the body of the push that brought it. A push reports parcels of
 * many customers and depots: its body is for those who work on carriers' payloads.
 */
export async function rawResult(ctx: Ctx, { eventId }: In<Verb<'raw'>>): Promise<Out<Verb<'raw'>>> {
  const found = await sql<Stored>`select e.courier, e.source, e.local_time, e.at, e.offset_min,
      e.time_zone, e.raw_code, e.raw_reason, e.raw_text, e.place, e.country, e.effect, e.status,
      e.sub, e.unmapped, e.visible, e.text_hidden, e.received_at, e.cancel_reason
    from ${ctx.rows('trackingEvent').as('e')} where e.id = ${eventId}`.execute(ctx.db)
  const event = found.rows[0] ?? failMissing()
  const push =
    event.source === 'push' && ctx.can(testTrack.run.perm)
      ? await sql<{ body: Buffer }>`select c.body from ${ctx.rows('carrierPush').as('c')}
          where c.courier = ${event.courier} and c.received_at = ${event.receivedAt}
          order by c.id limit 1`.execute(ctx.db)
      : null
  const body = push?.rows[0]?.body
  return {
    fields: Object.entries(event).map(([name, value]) => ({
      name,
      value: value === null ? null : String(value),
    })),
    push: body ? await plainBody(body) : null,
  }
}

interface Corrected {
  number: string
  source: string
  cancelled: boolean
  status: number | null
  sub: string | null
  at: string | null
  place: string | null
}

/**
 * Puts another event in the place of one of any source. The first is kept, with the reason;
 * reported again it is the same event, and stays out.
 */
export function correctResult(
  ctx: Ctx,
  { eventId, reason, visibility, ...given }: In<Verb<'correct'>>,
): Promise<Out<Verb<'correct'>>> {
  const { status } = given
  if (!isTrackStatus(status)) failFields([{ path: 'status', code: 'field.dict' }])
  const sub = given.sub || subsOf(status)[0]
  if (sub === undefined || !isTrackSub(status, sub))
    failFields([{ path: 'sub', code: 'tracking.sub' }])
  requirePast(given.at)
  return inTx(ctx, async (tx) => {
    const parcel = await sql<{ parcelId: string }>`select e.parcel_id
      from ${tx.rows('trackingEvent').as('e')} where e.id = ${eventId}`.execute(tx.db)
    const { parcelId } = parcel.rows[0] ?? failMissing()
    await lockParcels(tx, [parcelId])
    const rows =
      await sql<Corrected>`select coalesce(p.track_no, p.serial_number) as number, e.source, e.cancelled,
        e.status, e.sub, e.at, e.place
      from ${tx.rows('trackingEvent').as('e')}
        join parcel p on p.tenant_id = e.tenant_id and p.id = e.parcel_id
      where e.id = ${eventId}`.execute(tx.db)
    const { number, source, cancelled, ...before } = rows.rows[0] ?? failMissing()
    if (source === 'scan') fail('tracking.ownScan')
    if (cancelled) fail('tracking.alreadyWithdrawn')
    if (tooEarly(given.at, (await startsOf(tx, [parcelId])).get(parcelId)))
      failFields([{ path: 'at', code: 'tracking.beforeOrder' }])
    await sql`update tracking_event as e set cancelled = true, cancel_reason = ${reason}
      where ${tx.rows('trackingEvent').where('e')} and e.id = ${eventId}`.execute(tx.db)
    const event = ownEvent({
      trackNo: number,
      status,
      sub,
      at: given.at,
      receivedAt: nowIso(),
      place: given.place || null,
      country: given.country?.toUpperCase() ?? null,
      source: 'manual',
      text: given.text ?? '',
    })
    // The event it corrects is part of its identity: two may be corrected to the same.
    const key = eventKey({ ...event, reasonCode: `corrects ${eventId}` })
    await storeEvents(
      tx,
      [
        {
          parcelId,
          recompute: true,
          events: [
            {
              ...event,
              key,
              textEn: given.textEn || null,
              visibleToPublic: visibility === 'PUBLIC',
              customerVisible: visibility === 'CUSTOMER',
            },
          ],
        },
      ],
      { locked: true },
    )
    await tx.audit('tracking_event', eventId, 'edit', before, {
      ...given,
      sub,
      visibility,
      reason,
    })
    return await readEvents(tx, { parcelId })
  })
}
