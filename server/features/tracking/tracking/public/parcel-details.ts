import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { parcelPages } from '#contracts/tracking/parcel-pages.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import { dailyLimit } from './daily-limit.ts'
import { shownParcel } from './shown-parcel.ts'

/** As often a day an address may ask: enough for a family, too few to guess postcodes. */
const PER_DAY = 50
const asked = perApp(() => dailyLimit(PER_DAY))

interface Row {
  sender: string
  service: string
  serviceEn: string | null
  reference: string | null
  weight: number | null
  name: string
  town: string
  country: string
  notes: string[] | null
}

/** What only its receiver may know: a number alone shows none of it. */
export async function parcelDetails(
  ctx: Ctx,
  { no, postcode, lang }: In<typeof parcelPages.details>,
): Promise<Out<typeof parcelPages.details>> {
  if (ctx.http && ctx.deps.env.rateLimits) asked.of(ctx.deps).spend(ctx.http.ip)
  const parcel = (await shownParcel(ctx, no, postcode)) ?? fail('tracking.unknown')
  const tenant = asSystem(ctx, parcel.tenantId)
  const { rows } = await sql<Row>`select c.name as sender, d.name as service,
      d.name_en as service_en, s.reference, coalesce(p.measured_weight, p.weight) as weight,
      s.consignee_name as name, concat_ws(' ', s.postal_code, s.city) as town, s.country,
      (select array_agg(v.raw_text order by v.at desc nulls last, v.id desc)
        from ${tenant.rows('trackingEvent').as('v')}
        where v.parcel_id = p.id and v.visible and not v.cancelled and not v.repeated
          and v.text_hidden and v.raw_text is not null) as notes
    from ${tenant.rows('parcel').as('p')}
      join ${tenant.rows('shipment').as('s')} on s.id = p.shipment_id
      join ${tenant.rows('customer').as('c')} on c.id = p.customer_id
      join ${tenant.rows('deliveryService').as('d')} on d.id = p.service_id
    where p.id = ${parcel.parcelId}`.execute(ctx.db)
  const row = rows[0] ?? fail('tracking.unknown')
  return {
    sender: row.sender,
    service: lang === 'zh_CN' ? row.service : (row.serviceEn ?? row.service),
    reference: row.reference,
    weight: row.weight,
    receiver: { name: row.name, town: row.town, country: row.country },
    notes: (row.notes ?? []).slice(0, 10),
  }
}
