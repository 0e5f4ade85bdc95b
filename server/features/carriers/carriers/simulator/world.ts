import { sql, type QueryExecutorProvider } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { Following, SimWorld } from './sim-world.ts'

interface Row {
  startedAt: string
  originPlace: string | null
  originCountry: string | null
  destinationCity: string | null
  destinationCountry: string | null
  speed: number
}

/**
 * The simulator's world as the database has it: numbers it was handed, when, and how fast their
 * story runs.
 */
export function storedWorld(db: QueryExecutorProvider): SimWorld {
  return {
    now: nowIso,
    speed: 1,
    apiKey: null,
    followed: {
      of: async (number) =>
        (
          await sql<{ followed: Following | null }>`select followed from simulator_parcel
            where number = ${number}`.execute(db)
        ).rows[0]?.followed ?? null,
      // One the simulator does not know is not remembered: it is registered again with each question.
      set: async (number, state) => {
        await sql`update simulator_parcel set followed = ${state} where number = ${number}`.execute(
          db,
        )
      },
    },
    isKnown: async (number) => {
      const found =
        await sql<Row>`select started_at, origin_place, origin_country, destination_city,
            destination_country, speed from simulator_parcel where number = ${number}`.execute(db)
      const row = found.rows[0]
      if (!row) return null
      const destination = { city: row.destinationCity ?? '', country: row.destinationCountry ?? '' }
      return {
        startedAt: row.startedAt,
        speed: row.speed,
        destination,
        depot: {
          city: row.originPlace ?? destination.city,
          country: row.originCountry ?? destination.country,
        },
      }
    },
  }
}

/**
 * Parcels whose carrier is simulated are the simulator's from now on; one it knows goes on as it
 * began. It writes whole seconds, and speaks after us.
 */
export async function addToSimulator(
  tx: Tx,
  parcelIds: readonly string[],
  adapters: readonly string[],
): Promise<void> {
  if (parcelIds.length === 0) return
  await sql`insert into simulator_parcel (number, started_at, origin_place, origin_country,
      destination_city, destination_country, speed)
    select n.number, date_trunc('second', p.outbound_at) + interval '1 second', d.city, d.country,
      s.city, s.country, c.simulator_speed
    from parcel as p
    join tracking_number as n on n.number = p.track_no and n.tenant_id = p.tenant_id and n.state = 1
      join courier as c on c.tenant_id = p.tenant_id and c.code = n.courier_code
      join shipment as s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      join depot as d on d.tenant_id = p.tenant_id and d.id = p.depot_id
    where ${tx.rows('parcel').where('p')} and p.id = any((select ${parcelIds}::bigint[])::bigint[])
      and p.outbound_at is not null and c.adapter = any(${adapters}::text[]) and c.enabled
      and c.simulated and c.api_base is null
    on conflict (number) do nothing`.execute(tx.db)
}

/**
 * Parcels that did not leave after all are dropped, unless their events have been read: then it
 * goes on when they leave.
 */
export async function removeFromSimulator(tx: Tx, parcelIds: readonly string[]): Promise<void> {
  if (parcelIds.length === 0) return
  await sql`delete from simulator_parcel as w using parcel as p
    where ${tx.rows('parcel').where('p')} and p.id = any((select ${parcelIds}::bigint[])::bigint[])
      and w.number = p.track_no
      and not exists (select 1 from tracking_event as e
        where e.tenant_id = p.tenant_id and e.parcel_id = p.id
          and e.source in ('poll', 'push'))`.execute(tx.db)
}
