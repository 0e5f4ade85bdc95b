import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { parcelEvents } from '#contracts/tracking/parcel-events.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import { OWN } from '../events/normalise-event.ts'
import { readEvents } from '../events/staff-events.ts'
import { storeEvents } from '../events/store-events.ts'

type Timeline = Out<typeof parcelEvents.withdraw>

interface Entered {
  id: string
  parcelId: string
  number: string
  at: string | null
  status: number
  sub: string
  place: string | null
  country: string | null
  rawText: string | null
  textEn: string | null
  visible: boolean
  customerVisible: boolean
}

/** Takes an event a user entered back: kept with the reason, and the parcel's status without it. */
export async function withdrawEvent(
  ctx: Ctx,
  { eventId, reason }: In<typeof parcelEvents.withdraw>,
): Promise<Timeline> {
  return inTx(ctx, async (tx) => {
    const event = await lockEntered(tx, eventId)
    await takeBack(tx, event, reason)
    await storeEvents(tx, [{ parcelId: event.parcelId, events: [], recompute: true }])
    await tx.audit('tracking_event', eventId, 'edit', shown(event), { withdrawn: true, reason })
    return await readEvents(tx, event)
  })
}

const shown = ({ at, place, country, rawText, textEn, visible, customerVisible }: Entered) => ({
  at,
  place,
  country,
  text: rawText,
  textEn,
  visibility: visible ? 'PUBLIC' : customerVisible ? 'CUSTOMER' : 'STAFF',
})

/** An event a user entered that stands, with its parcel locked; others are refused. */
async function lockEntered(tx: Tx, eventId: string): Promise<Entered> {
  const found = await sql<{
    parcelId: string
  }>`select e.parcel_id from ${tx.rows('trackingEvent').as('e')} where e.id = ${eventId}`.execute(
    tx.db,
  )
  const { parcelId } = found.rows[0] ?? failMissing()
  await lockParcels(tx, [parcelId])
  const rows = await sql<
    Entered & { courier: string | null; source: string; cancelled: boolean }
  >`select e.id, e.parcel_id, coalesce(p.track_no, p.serial_number) as number, e.at, e.status,
      e.sub, e.place, e.country, e.raw_text, e.text_en, e.visible, e.customer_visible, e.courier,
      e.source, e.cancelled
    from ${tx.rows('trackingEvent').as('e')}
      join parcel p on p.tenant_id = e.tenant_id and p.id = e.parcel_id
    where e.id = ${eventId}`.execute(tx.db)
  const event = rows.rows[0] ?? failMissing()
  if (event.courier !== OWN || event.source !== 'manual') fail('tracking.notByHand')
  if (event.cancelled) fail('tracking.alreadyWithdrawn')
  return event
}

async function takeBack(tx: Tx, event: Entered, reason: string): Promise<void> {
  await sql`update tracking_event as e set cancelled = true, cancel_reason = ${reason}
    where ${tx.rows('trackingEvent').where('e')} and e.id = ${event.id}`.execute(tx.db)
}
