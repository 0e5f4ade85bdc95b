import { sql } from 'kysely'
import type { WAIT_BUCKETS } from '#contracts/dashboards.ts'
import { PARCEL } from '#contracts/shipments.states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { failFields } from '#server/kit/errors.ts'
import { startOfDay } from './figures-of-today.ts'

/** The day, counted back from today, each bucket ends with. */
const UNTIL = [2, 7, 30] as const

/** Orders that wait for their confirmation, by whole days since they were made. */
export async function countUnconfirmed(ctx: Ctx, { zone }: { zone?: string | undefined }): Promise<Record<(typeof WAIT_BUCKETS)[number], number>> {
  const midnight = startOfDay(new Date(), zone ?? 'UTC') ?? failFields([{ path: 'zone', code: 'field.invalid' }])
  const found = await sql<{ bucket: number; n: number }>`select width_bucket(extract(epoch from ${midnight}::timestamptz - s.create_time) / 86400.0, ${UNTIL}::float8[]) as bucket, count(*)::int as n
    from ${ctx.rows('shipment').as('s')} where s.shipment_status = ${PARCEL.DRAFT} group by 1`.execute(ctx.db)
  const of = (at: number) => found.rows.find(({ bucket }) => bucket === at)?.n ?? 0
  return { '0-2': of(0), '3-7': of(1), '8-30': of(2), '30+': of(3) }
}
