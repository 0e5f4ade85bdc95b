import { sql } from 'kysely'
import { failFields } from '#server/kit/http/errors.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'

const MINUTE = 60_000

/** A user's event has happened: clocks may differ by a minute. */
export function requirePast(at: string): void {
  if (Date.parse(at) > Date.parse(nowIso()) + MINUTE)
    failFields([{ path: 'at', code: 'tracking.future' }])
}

/** When each parcel began to be: made, or confirmed where that was entered as earlier. */
export async function startsOf(
  ctx: Ctx,
  parcelIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await sql<{
    id: string
    at: string
  }>`select p.id, least(s.create_time, p.confirmed_at) as at
    from ${ctx.rows('parcel').as('p')}
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
    where p.id = any(${parcelIds}::bigint[])`.execute(ctx.db)
  return new Map(found.rows.map(({ id, at }) => [id, at]))
}

/** Users enter minutes: an event within the minute of the order is none before it. */
export const tooEarly = (at: string, start: string | undefined): boolean =>
  start !== undefined && Date.parse(at) < Math.floor(Date.parse(start) / MINUTE) * MINUTE
