import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { Known } from './read-numbers.ts'

/**
 * The proofs numbers lead to: every number a parcel ever had, the order's and its marketplace's,
 * and the freight papers'. A number may lead to several.
 */
export async function matchNumbers(ctx: Ctx, numbers: readonly string[]): Promise<Known> {
  const known = new Map<string, Set<string>>()
  if (numbers.length === 0) return known
  const { rows } = await sql<{ number: string; id: string }>`with sent as (
      select distinct x.number from unnest(${numbers}::text[]) as x(number)),
    parcels as (
      select s.number, n.parcel_id from sent s
        join ${ctx.rows('trackingNumber').as('n')} on n.number = s.number
      union select s.number, p.id from sent s
        join ${ctx.rows('parcel').as('p')} on p.track_no = s.number
      union select s.number, p.id from sent s
        join ${ctx.rows('parcel').as('p')} on p.serial_number = s.number
      union select s.number, p.id from sent s
        join ${ctx.rows('parcel').as('p')} on p.fba_code = s.number),
    orders as (
      select s.number, f.id from sent s
        join ${ctx.rows('fbaOrder').as('f')} on f.fba_code = s.number
          or f.serial_number = s.number or f.bol_no = s.number
          or s.number = any(string_to_array(f.pro_nos, ',')))
    select q.number, o.id from parcels q
      join ${ctx.rows('pod').as('o')} on o.parcel_id = q.parcel_id
    union select q.number, o.id from parcels q
      join ${ctx.rows('parcel').as('p')} on p.id = q.parcel_id
      join ${ctx.rows('pod').as('o')} on o.shipment_id = p.shipment_id and o.parcel_id is null
    union select q.number, o.id from orders q
      join ${ctx.rows('pod').as('o')} on o.shipment_id = q.id and o.parcel_id is null`.execute(
    ctx.db,
  )
  for (const { number, id } of rows) known.set(number, (known.get(number) ?? new Set()).add(id))
  return known
}
