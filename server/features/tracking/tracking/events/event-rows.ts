import { sql } from 'kysely'
import type { EventEffect, EventSource, TrackEvent } from '#contracts/tracking/tracking.events.ts'
import {
  isTrackStatus,
  isTrackSub,
  type TrackStatus,
  type TrackSub,
} from '#contracts/tracking/tracking.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { OWN, parseLocalTime } from './normalise-event.ts'
import type { StatusEvent } from './derive-tracking-status.ts'
import type { PolledParcel } from '../polling/next-poll.ts'

export interface NewEvent {
  parcelId: string
  event: TrackEvent
  textHidden: boolean
}

/**
 * Column, its type in the database, and what goes in: one array each, so that a batch is one
 * statement.
 */
const COLUMNS: readonly [name: string, type: string, value: (one: NewEvent) => unknown][] = [
  ['parcel_id', 'bigint', ({ parcelId }) => parcelId],
  ['effect', 'text', ({ event }) => event.effect],
  ['status', 'smallint', ({ event }) => event.status],
  ['sub', 'text', ({ event }) => event.sub],
  ['at', 'timestamptz', ({ event }) => event.utc],
  ['local_time', 'text', ({ event }) => event.rawTime],
  ['offset_min', 'smallint', ({ event }) => event.offsetMin],
  ['time_zone', 'text', ({ event }) => event.timeZone],
  ['place', 'text', ({ event }) => event.place],
  ['country', 'text', ({ event }) => event.country],
  ['courier', 'text', ({ event }) => event.courier],
  ['source', 'text', ({ event }) => event.source],
  ['raw_code', 'text', ({ event }) => event.rawCode],
  ['raw_reason', 'text', ({ event }) => event.reasonCode],
  ['raw_text', 'text', ({ event }) => event.rawText || null],
  ['unmapped', 'boolean', ({ event }) => event.unmapped],
  ['visible', 'boolean', ({ event }) => event.visibleToPublic],
  ['text_hidden', 'boolean', ({ textHidden }) => textHidden],
  ['text_en', 'text', ({ event }) => event.textEn ?? null],
  ['customer_visible', 'boolean', ({ event }) => event.customerVisible ?? false],
  ['received_at', 'timestamptz', ({ event }) => event.receivedAt],
]

/**
 * Stores events in one statement; one that is there by its key is left as it is. What all events of
 * the batch have in common (courier, source, when they came in …) goes over once: building and
 * reading arrays is half of the work.
 */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const columns = COLUMNS.map(([name, type, value]) => {
    const values = events.map(value)
    const same = values.every((one) => one === values[0])
    return { name, type: sql.raw(type), values, same }
  })
  const varied = columns.filter(({ same }) => !same)
  const picked = columns.map(({ name, type, values, same }) =>
    same ? sql`${values[0]}::${type}` : sql.raw(`x.${name}`),
  )
  await sql`insert into tracking_event (tenant_id, event_key,
      ${sql.raw(columns.map(({ name }) => name).join(', '))})
    select ${tx.principal.tenantId}, decode(x.key, 'hex'), ${sql.join(picked)}
    from unnest(${sql.join([sql`${events.map(({ event }) => event.key)}::text[]`, ...varied.map(({ type, values }) => sql`${values}::${type}[]`)])})
      as x(${sql.raw(['key', ...varied.map(({ name }) => name)].join(', '))})
    on conflict (tenant_id, parcel_id, event_key) do nothing`.execute(tx.db)
}

/** `withdrawn`: a user took it back or corrected it; `repeated`: another report stands for it. */
export type StoredEvent = StatusEvent & {
  cancelled: boolean
  withdrawn: boolean
  repeated: boolean
}

interface Row {
  parcelId: string
  key: string
  courier: string
  source: string
  at: string | null
  localTime: string | null
  offsetMin: number | null
  timeZone: string | null
  receivedAt: string
  effect: string
  status: number | null
  sub: string | null
  place: string | null
  country: string | null
  cancelled: boolean
  withdrawn: boolean
  repeated: boolean
}

/**
 * All events of the parcels as folding reads them, by parcel and key. Scans of ours that were
 * undone are among them.
 */
export async function eventsOf(
  ctx: Ctx,
  parcelIds: readonly string[],
): Promise<Map<string, Map<string, StoredEvent>>> {
  const found = await sql<Row>`select e.parcel_id, encode(e.event_key, 'hex') as key,
        coalesce(e.courier, ${OWN}) as courier, e.source, e.at, e.local_time, e.offset_min,
        e.time_zone,
      e.received_at, e.effect, e.status, e.sub, e.place, e.country, e.cancelled,
      e.repeated, e.cancelled and e.cancel_reason is not null as withdrawn
    from ${ctx.rows('trackingEvent').as('e')}
    where e.parcel_id = any((select ${parcelIds}::bigint[])::bigint[])`.execute(ctx.db)
  const byParcel = new Map<string, Map<string, StoredEvent>>()
  for (const row of found.rows) {
    const known = byParcel.get(row.parcelId)
    if (known) known.set(row.key, eventOf(row))
    else byParcel.set(row.parcelId, new Map([[row.key, eventOf(row)]]))
  }
  return byParcel
}

/** A scan of ours that was undone, or what a user took back: kept, and no news. */
export const isUndone = (
  event: Pick<StoredEvent, 'cancelled' | 'courier' | 'withdrawn'>,
): boolean => event.cancelled && (event.courier === OWN || event.withdrawn)

function eventOf(row: Row): StoredEvent {
  const { key, courier, place, country, cancelled, withdrawn, repeated, receivedAt } = row
  const status = row.status !== null && isTrackStatus(row.status) ? row.status : null
  return {
    key,
    courier,
    place,
    country,
    cancelled,
    withdrawn,
    repeated,
    receivedAt,
    utc: row.at,
    get local() {
      return localOf(row)
    },
    source: row.source as EventSource,
    effect: row.effect as EventEffect,
    status,
    sub: subOf(status, row.sub),
  }
}

const subOf = (status: TrackStatus | null, sub: string | null): TrackSub | null =>
  status !== null && sub !== null && isTrackSub(status, sub) ? sub : null

/**
 * Wall time, `yyyy-MM-ddTHH:mm:ss`: reckoned where the offset is known, else read from what the
 * carrier wrote.
 */
export function localOf(row: {
  at: string | null
  localTime: string | null
  offsetMin: number | null
  timeZone: string | null
}): string | null {
  if (row.at === null) return parseLocalTime(row.localTime ?? '', row.timeZone).local
  return new Date(Date.parse(row.at) + (row.offsetMin ?? 0) * 60_000).toISOString().slice(0, 19)
}

export interface FollowedParcel extends PolledParcel, PersonalData {
  id: string
  shipmentId: string
  parcelStatus: number
  number: string
  /** Of its numbers, those of former legs among them. */
  couriers: string[]
  trackingStatus: number
  trackingSub: string | null
  lastEventAt: string | null
  nextPollAt: string | null
  deliveredAt: string | null
  trackingQuestion: string | null
}

/**
 * What folding and planning ask of locked parcels. Those out of reach are missing from the answer.
 */
export async function followedParcels(
  tx: Tx,
  parcelIds: readonly string[],
): Promise<Map<string, FollowedParcel>> {
  const found = await sql<FollowedParcel>`select p.id, p.shipment_id, p.parcel_status,
        coalesce(p.track_no, p.serial_number) as number, p.tracking_status, p.tracking_sub,
      array(select distinct t.courier_code from tracking_number as t where t.tenant_id = p.tenant_id
        and t.parcel_id = p.id and t.courier_code is not null) as couriers,
      p.last_event_at, p.next_poll_at, p.delivered_at, p.tracking_question, p.last_polled_at,
      p.poll_failures,
      coalesce(p.polling_since, p.outbound_at, p.confirmed_at, p.create_time) as polling_since,
      sp.speed, n.plan,
      coalesce((p.outbound_at is not null or p.polling_since is not null) and n.number is not null,
        false) as watched,
      s.consignee_name, s.phone, s.email, s.street
    from parcel as p join shipment as s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      left join lateral (select t.number, c.simulated and c.api_base is null as simulated, array[c.poll_early_hours,
            c.poll_moving_hours, c.poll_waiting_hours, c.poll_van_hours] as plan
          from tracking_number as t
          join courier as c on c.tenant_id = t.tenant_id and c.code = t.courier_code
            and c.polling and c.enabled and c.adapter <> 'none'
        where t.tenant_id = p.tenant_id and t.parcel_id = p.id and t.state = 1
          and t.stopped_at is null order by t.leg desc limit 1) as n on true
      left join simulator_parcel as sp on sp.number = n.number and n.simulated
    where ${tx.rows('parcel').where('p')} and p.id = any((select ${parcelIds}::bigint[])::bigint[])
    order by p.id`.execute(tx.db)
  return new Map(found.rows.map((row) => [row.id, row]))
}

export interface PersonalData {
  consigneeName: string
  phone: string | null
  email: string | null
  street: string
}

const WORDS = /[\p{L}\p{M}]{3,}/gu
const PHONE_TAIL = 6

/**
 * Whether a carrier's words give away who the parcel is for: a word of the name, the street, the
 * end of the phone number or the mail address. The public then sees the status without the
 * words; a word too many hidden does no harm.
 */
export function containsPersonalData(text: string, user: PersonalData): boolean {
  const reported = plain(text)
  const words = new Set(reported.match(WORDS) ?? [])
  if (
    plain(user.consigneeName)
      .match(WORDS)
      ?.some((word) => words.has(word))
  )
    return true
  // Chinese and Japanese are written without blanks: a name stands inside a longer run of letters.
  if (
    /\p{Script=Han}/u.test(user.consigneeName) &&
    reported.includes(plain(user.consigneeName).trim())
  )
    return true
  const street = plain(user.street).trim()
  if (street.length >= 4 && reported.includes(street)) return true
  if (user.email && reported.includes(plain(user.email))) return true
  const phone = user.phone?.replace(/\D/g, '').slice(-PHONE_TAIL) ?? ''
  return phone.length === PHONE_TAIL && reported.replace(/\D/g, '').includes(phone)
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
