import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { FREE, stateName, USED, VOID } from './pool-states.ts'

type Found = Out<typeof poolNumbers.search>
interface Row {
  number: string
  poolState: number | null
  state: number | null
  thirdId: string | null
  thirdMark: string | null
  pool: string | null
  segment: string | null
  sourceCode: string | null
  service: string | null
  customer: string | null
  orderNo: string | null
  shipmentId: string | null
  at: string | null
}

/** Who has numbers: each as typed, in its other spellings, or as a third number. */
export async function searchNumbers(
  ctx: Ctx,
  { numbers }: In<typeof poolNumbers.search>,
): Promise<Found> {
  const asked = new Map<string, string>()
  for (const text of numbers)
    for (const spelling of spellingsOf(text)) if (!asked.has(spelling)) asked.set(spelling, text)
  const wanted = [...asked.keys()]
  const found = await sql<Row>`with hit as (
      select n.number from ${ctx.rows('numberPoolNumber').as('n')}
      where n.number = any(${wanted}::text[]) or n.third_id = any(${wanted}::text[])
      union select t.number from ${ctx.rows('trackingNumber').as('t')}
      where t.number = any(${wanted}::text[]))
    select h.number, n.state as pool_state, t.state, n.third_id, n.third_mark, q.code as pool,
      g.code as segment, coalesce(q.code, g.code) as source_code,
      coalesce(v.code, w.code) as service, c.name as customer, s.serial_number as order_no,
      s.id as shipment_id, coalesce(t.voided_at, n.voided_at, t.issued_at, n.taken_at) as at
    from hit h
      left join ${ctx.rows('numberPoolNumber').as('n')} on n.number = h.number
      left join ${ctx.rows('numberPool').as('q')} on q.id = n.pool_id
      left join ${ctx.rows('trackingNumber').as('t')} on t.number = h.number
      left join ${ctx.rows('numberSegment').as('g')} on g.id = t.segment_id
      left join ${ctx.rows('parcel').as('p')} on p.id = coalesce(t.parcel_id, n.parcel_id)
      left join ${ctx.rows('shipment').as('s')} on s.id = p.shipment_id
      left join ${ctx.rows('deliveryService').as('v')} on v.id = p.service_id
      left join ${ctx.rows('deliveryService').as('w')} on w.id = q.service_id
      left join ${ctx.rows('customer').as('c')} on c.id = s.customer_id
    order by h.number`.execute(ctx.db)
  return found.rows.map(({ poolState, state, segment, pool, ...row }) => ({
    ...row,
    asked: asked.get(row.number) ?? asked.get(row.thirdId ?? '') ?? row.number,
    source: pool ? 'pool' : segment ? 'segment' : 'other',
    state: stateName(poolState ?? (state === 2 ? VOID : state === 1 ? USED : FREE)),
  }))
}
