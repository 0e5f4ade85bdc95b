import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { deliveryNumbers } from '#contracts/tracking/delivery-numbers.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { readEvents } from '../events/staff-events.ts'
import { parcelOf } from './number-verbs.ts'

type History = Out<typeof deliveryNumbers.history>
interface Leg {
  id: string
  leg: number
  trackNo: string
  courier: string | null
  state: string
  handedAt: string | null
}
const CHANGES_MAX = 200
const SHOWN = ['number', 'courierCode', 'stoppedAt', 'thirdId', 'thirdMark', 'handedAt']

/** What became of a parcel under its numbers, and who changed how they are followed. */
export async function numberHistory(
  ctx: Ctx,
  { id }: In<typeof deliveryNumbers.history>,
): Promise<History> {
  const parcelId = await parcelOf(ctx, id)
  const legs = await sql<Leg>`select d.id, d.leg, d.track_no, d.courier, d.state,
      d.handed_at
    from ${ctx.rows('deliveryNumber').as('d')} where d.shipment_parcel_id = ${parcelId}
    order by d.leg, d.create_time, d.id`.execute(ctx.db)
  const events = await readEvents(ctx, { parcelId })
  const noted = await sql<{
    at: string
    changedBy: string | null
    rowId: string
    diff: Record<string, [unknown, unknown]>
  }>`select l.at, l.actor as changed_by, l.row_id, l.diff from ${ctx.rows('dataLog').as('l')}
    where l.table_name = 'tracking_number' and l.row_id = any(${legs.rows.map((one) => one.id)}::text[])
    order by l.id desc limit ${CHANGES_MAX}`.execute(ctx.db)
  const numbers = new Map(legs.rows.map((one) => [one.id, one.trackNo]))
  const text = (value: unknown): string | null =>
    value === null || value === undefined ? null : String(value as string)
  return {
    parcelId,
    legs: legs.rows,
    events,
    changes: noted.rows.map(({ at, changedBy, rowId, diff }) => ({
      at,
      changedBy,
      trackNo: numbers.get(rowId) ?? '',
      fields: Object.entries(diff)
        .filter(([name]) => SHOWN.includes(name))
        .map(([name, [before, after]]) => ({ name, before: text(before), after: text(after) })),
    })),
  }
}
