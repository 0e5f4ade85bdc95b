import { sql } from 'kysely'
import type { dashboards, WAIT_BUCKETS } from '#contracts/insight/dashboards.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { ofKind } from './count-by-status.ts'
import { startOfDay } from './figures-of-today.ts'

/** The first day, counted back from today, of the second and later buckets. */
const FROM = [3, 8, 31] as const

/** Orders that wait for their confirmation, by whole days of the calendar where the caller is: the list filtered by those days has as many. */
export async function countUnconfirmed(
  ctx: Ctx,
  { zone = 'UTC', shipmentResource }: In<typeof dashboards.statusUnconfirmCount>,
): Promise<Record<(typeof WAIT_BUCKETS)[number], number>> {
  if (startOfDay(new Date(), zone) === null) failFields([{ path: 'zone', code: 'field.invalid' }])
  const found = await sql<{
    bucket: number
    n: number
  }>`select width_bucket((now() at time zone ${zone})::date - (s.create_time at time zone ${zone})::date, ${FROM}::int[]) as bucket, count(*)::int as n
    from ${ctx.rows('shipment').as('s')} where s.shipment_status = ${PARCEL.DRAFT} and ${ofKind('s', shipmentResource)} group by 1`.execute(
    ctx.db,
  )
  const of = (at: number) => found.rows.find(({ bucket }) => bucket === at)?.n ?? 0
  return { '0-2': of(0), '3-7': of(1), '8-30': of(2), '30+': of(3) }
}
