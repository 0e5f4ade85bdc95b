import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { billLines } from '#contracts/billing/bill-lines.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { paddedForms } from '../compare/bill-numbers.ts'
import { readLine } from './line-row.ts'

const SHOWN = 20
/** Days around the date, and hundredths around the weight, within which a parcel may be meant. */
const DAYS = 3
const WEIGHT_PERCENT = 5
type Answer = Out<typeof billLines.suggest>
interface Row {
  parcelNo: string
  trackNo: string | null
  customer: string
  outboundAt: string | null
  weight: number
  why: 'zeros' | 'reference' | 'place'
}

/**
 * Parcels a line may be about: whose number it would be with the zeros a spreadsheet cut, of whose
 * customers' references it has one, and those that left around its date to its
 * postcode with its weight. Users decide; nothing is linked by itself.
 */
export async function suggestParcels(
  ctx: Ctx,
  { id }: In<typeof billLines.suggest>,
): Promise<Answer> {
  const line = await readLine(ctx, id)
  const { rows } = await sql<Row>`with facts as (
      select l.ship_date, l.postal_code, l.weight_billed
      from ${ctx.rows('billLine').as('l')} where l.id = ${id}),
    hits as (
      select t.parcel_id as id, 'zeros' as why from ${ctx.rows('trackingNumber').as('t')}
        where t.number = any(${paddedForms(line.key)}::text[])
      union
      select p.id, 'reference' from ${ctx.rows('parcel').as('p')}
        where p.reference = any(${line.references}::text[])
          or p.fba_code = any(${line.references}::text[])
      union
      select p.id, 'reference' from ${ctx.rows('shipment').as('s')}
        join ${ctx.rows('parcel').as('p')} on p.shipment_id = s.id
        where s.reference = any(${line.references}::text[])
          or s.po_code = any(${line.references}::text[])
          or s.fba_code = any(${line.references}::text[])
      union
      select p.id, 'place' from ${ctx.rows('parcel').as('p')}
        join ${ctx.rows('shipment').as('s')} on s.id = p.shipment_id
        join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
        join channel h on h.tenant_id = v.tenant_id and h.id = v.channel_id
        cross join facts f
      where h.supplier_id = ${line.supplierId}
        and p.outbound_at >= f.ship_date - ${DAYS}::int
        and p.outbound_at < f.ship_date + ${DAYS + 1}::int
        and replace(upper(s.postal_code), ' ', '') = replace(upper(f.postal_code), ' ', '')
        and abs(coalesce(p.measured_weight, p.weight) - f.weight_billed) * 100
          <= f.weight_billed * ${WEIGHT_PERCENT}::int)
    select p.serial_number as parcel_no, p.track_no, c.name as customer, p.outbound_at,
      coalesce(p.measured_weight, p.weight) as weight, min(h.why) as why
    from hits h join ${ctx.rows('parcel').as('p')} on p.id = h.id
      join ${ctx.rows('customer').as('c')} on c.id = p.customer_id
    group by p.id, p.serial_number, p.track_no, c.name, p.outbound_at, p.measured_weight, p.weight
    order by min(h.why) desc, p.outbound_at desc nulls last limit ${SHOWN}`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    outboundAt: row.outboundAt === null ? null : new Date(row.outboundAt).toISOString(),
  }))
}
