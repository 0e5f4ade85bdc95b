import { sql } from 'kysely'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { TRACK, type TrackStatus, type TrackSub } from '#contracts/tracking/tracking.states.ts'
import {
  addToSimulator,
  simulatedAdapters,
  removeFromSimulator,
} from '#server/features/carriers/carriers/index.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { Tx, Ctx } from '#server/kit/access/ctx.ts'
import { OWN, zonedText, ownEvent } from './normalise-event.ts'
import { noteFbaStep } from './fba-events.ts'
import { storeEvents } from './store-events.ts'
import {
  parcelBagged,
  parcelHeld,
  parcelOutbound,
  parcelReceived,
  parcelReleased,
  parcelScanUndone,
  parcelSorted,
} from '#contracts/depot/scans.events.ts'
import { fbaMoved } from '#contracts/orders/fba/fba.events.ts'
import { labelPrinted } from '#contracts/orders/labels.events.ts'
import { shipmentCancelled, shipmentConfirmed } from '#contracts/orders/shipments.events.ts'
import { subscribe } from '#server/kit/jobs/jobs.ts'
import { inTx, together } from '#server/kit/db/tx.ts'

interface Row {
  id: string
  number: string
  trackNo: string | null
  parcelStatus: number
  labelCopies: number
  confirmedAt: string | null
  receivedAt: string | null
  outboundAt: string | null
  updateTime: string | null
  city: string
  country: string
  timeZone: string
  cancelTime: string | null
  byCustomer: boolean
}
interface Standing {
  id: string
  parcelId: string
  status: number
  sub: string
  at: string
}
/**
 * A step of ours the parcel's row bears out; `at` null: only that it was taken is known, not when.
 */
interface Step {
  status: TrackStatus
  sub: TrackSub
  at: string | null
  inDepot: boolean
}

const P = PARCEL

/**
 * Brings the scans on the timeline into line with the parcels' rows: what the row bears out is
 * reported, what it no longer does (a scan undone, a batch opened again) is taken back. It looks at the
 * row and not at the message that woke it, so messages may come twice, late or in any order. `at`:
 * when that which is not dated in the row happened.
 */
export async function syncScanEvents(
  tx: Tx,
  parcelIds: readonly string[],
  at: string | null,
): Promise<void> {
  const now = nowIso()
  const [, rows, scans] = await together(
    lockParcels(tx, parcelIds),
    parcelsOf(tx, parcelIds),
    standingScans(tx, parcelIds),
  )
  const standing = Map.groupBy(scans, ({ parcelId }) => parcelId)
  const taken: string[] = []
  const updates = rows.map((row) => {
    const steps = stepsOf(row)
    const existing = standing.get(row.id) ?? []
    const bears = (step: Step, scan: Standing) =>
      step.status === scan.status &&
      step.sub === scan.sub &&
      (step.at === null || second(step.at) === second(scan.at))
    taken.push(
      ...existing
        .filter((scan) => !steps.some((step) => bears(step, scan)) && !history(row, scan))
        .map(({ id }) => id),
    )
    const fresh = steps.filter((step) => !existing.some((scan) => bears(step, scan)))
    return {
      parcelId: row.id,
      recompute: true,
      events: fresh.map((step) => eventOf(row, step, momentOf(row, step, at ?? now), now)),
    }
  })
  const out = rows.filter(({ outboundAt }) => outboundAt !== null)
  const inside = rows.filter((row) => row.outboundAt === null && row.trackNo !== null)
  if (out.length > 0)
    await addToSimulator(
      tx,
      out.map(({ id }) => id),
      simulatedAdapters(tx),
    )
  await together(
    taken.length > 0 ? cancelScans(tx, taken) : null,
    removeFromSimulator(
      tx,
      inside.map(({ id }) => id),
    ),
    storeEvents(tx, updates, { locked: true }),
  )
}

function stepsOf(row: Row): Step[] {
  const step = (status: TrackStatus, sub: TrackSub, at: string | null, inDepot = true): Step => ({
    status,
    sub,
    at,
    inDepot,
  })
  const { parcelStatus: state } = row
  return [
    ...(row.confirmedAt
      ? [step(TRACK.INFO_RECEIVED, 'order_created', row.confirmedAt, false)]
      : []),
    ...(row.confirmedAt && row.labelCopies > 0
      ? [step(TRACK.INFO_RECEIVED, 'label_created', null, false)]
      : []),
    ...(row.receivedAt ? [step(TRACK.RECEIVED, 'depot_received', row.receivedAt)] : []),
    ...(state === P.HELD ? [step(TRACK.RECEIVED, 'held_in_depot', null)] : []),
    ...(state === P.SORTED ? [step(TRACK.RECEIVED, 'sorted', null)] : []),
    ...(state === P.BAGGED ? [step(TRACK.RECEIVED, 'bagged', null)] : []),
    ...(row.outboundAt ? [step(TRACK.OUTBOUND, 'handed_to_linehaul', row.outboundAt)] : []),
    ...(state === P.CANCELLED || state === P.REVOKED
      ? [step(TRACK.CANCELLED, row.byCustomer ? 'by_customer' : 'by_staff', row.cancelTime, false)]
      : []),
  ]
}

/** What the row has no date for stays reported once the parcel went on: it was so then. */
function history({ parcelStatus, receivedAt }: Row, { status, sub }: Standing): boolean {
  if (status === TRACK.INFO_RECEIVED)
    return sub === 'label_created' && parcelStatus !== P.PREDICTED && parcelStatus !== P.DRAFT
  if (sub === 'sorted')
    return receivedAt !== null && (parcelStatus === P.BAGGED || parcelStatus >= P.OUTBOUND)
  return sub === 'bagged' && receivedAt !== null && parcelStatus >= P.OUTBOUND
}

/** A step without a date of its own never seems younger than the dated one that followed it. */
function momentOf(row: Row, step: Step, at: string): string {
  const before =
    step.status === TRACK.INFO_RECEIVED ? (row.receivedAt ?? row.outboundAt) : row.outboundAt
  const moment = step.at ?? at
  return step.at === null && before !== null && moment >= before
    ? new Date(Date.parse(before) - 1).toISOString()
    : moment
}

function eventOf(row: Row, step: Step, at: string, now: string) {
  const where = step.inDepot
    ? { place: row.city, country: row.country }
    : { place: null, country: null }
  return ownEvent({
    trackNo: row.number,
    status: step.status,
    sub: step.sub,
    at: zonedText(at, row.timeZone),
    receivedAt: now,
    source: 'scan',
    ...where,
  })
}

async function parcelsOf(tx: Tx, ids: readonly string[]): Promise<Row[]> {
  const found =
    await sql<Row>`select p.id, coalesce(p.track_no, p.serial_number) as number, p.track_no,
        p.parcel_status, p.label_copies, p.confirmed_at, p.received_at, p.outbound_at,
        p.update_time,
      d.city, d.country, d.time_zone, s.cancel_time,
      exists (select 1 from sys_user u
        where u.tenant_id = s.tenant_id and lower(u.username) = lower(s.cancel_by)
          and u.customer_id is not null) as by_customer
    from parcel as p join shipment as s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
    join depot as d on d.tenant_id = p.tenant_id and d.id = p.depot_id
    where ${tx.rows('parcel').where('p')} and p.id = any((select ${ids}::bigint[])::bigint[]) order by p.id`.execute(
      tx.db,
    )
  return found.rows
}

async function standingScans(tx: Tx, ids: readonly string[]): Promise<Standing[]> {
  const found = await sql<Standing>`select e.id, e.parcel_id, e.status, e.sub, e.at
      from ${tx.rows('trackingEvent').as('e')}
    where e.parcel_id = any((select ${ids}::bigint[])::bigint[]) and e.courier = ${OWN} and e.source = 'scan'
      and not e.cancelled and e.effect = 'move'`.execute(tx.db)
  return found.rows
}

async function cancelScans(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update tracking_event as e set cancelled = true
    where ${tx.rows('trackingEvent').where('e')} and e.id = any((select ${ids}::bigint[])::bigint[])`.execute(
    tx.db,
  )
}

const second = (at: string): number => Math.floor(Date.parse(at) / 1000)

/**
 * Everything that changes our own events of a parcel. Each handler looks at the parcels as they are
 * by then.
 */
const SCAN_EVENTS = [
  shipmentConfirmed,
  shipmentCancelled,
  labelPrinted,
  parcelReceived,
  parcelScanUndone,
  parcelHeld,
  parcelReleased,
  parcelSorted,
  parcelBagged,
  parcelOutbound,
]

const BATCH = 500

/** Call once, at load: a job is defined for the process. */
export function registerEventHandlers(): void {
  for (const event of SCAN_EVENTS) subscribe(event, `tracking.on.${event.name}`, syncParcels)
  subscribe(fbaMoved, 'tracking.on.fba.moved', noteFbaStep)
}

async function syncParcels(
  ctx: Ctx,
  { parcelIds, at }: { parcelIds: string[]; at: string },
): Promise<void> {
  for (let from = 0; from < parcelIds.length; from += BATCH)
    await inTx(ctx, (tx) => syncScanEvents(tx, parcelIds.slice(from, from + BATCH), at))
}
