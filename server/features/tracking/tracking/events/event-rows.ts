import { sql } from 'kysely'
import type { EventEffect, EventSource, TrackEvent } from '#contracts/tracking/tracking.events.ts'
import {
  isTrackStatus,
  isTrackSub,
  type TrackStatus,
  type TrackSub,
} from '#contracts/tracking/tracking.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { OWN } from './event-key.ts'
import type { StatusEvent } from './derive-tracking-status.ts'
import { parseLocalTime } from './local-time.ts'

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

export type StoredEvent = StatusEvent & { cancelled: boolean }

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
      e.received_at, e.effect, e.status, e.sub, e.place, e.country, e.cancelled
    from ${ctx.rows('trackingEvent').as('e')} where e.parcel_id = any(${parcelIds}::bigint[])`.execute(
    ctx.db,
  )
  const byParcel = new Map<string, Map<string, StoredEvent>>()
  for (const row of found.rows) {
    const known = byParcel.get(row.parcelId)
    if (known) known.set(row.key, eventOf(row))
    else byParcel.set(row.parcelId, new Map([[row.key, eventOf(row)]]))
  }
  return byParcel
}

/** A scan of ours that was undone: kept, and no news. */
export const isUndone = (event: Pick<StoredEvent, 'cancelled' | 'courier'>): boolean =>
  event.cancelled && event.courier === OWN

function eventOf(row: Row): StoredEvent {
  const { key, courier, place, country, cancelled, receivedAt } = row
  const status = row.status !== null && isTrackStatus(row.status) ? row.status : null
  return {
    key,
    courier,
    place,
    country,
    cancelled,
    receivedAt,
    utc: row.at,
    local: localOf(row),
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
