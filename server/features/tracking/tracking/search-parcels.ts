import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { normaliseNumber, spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import type { tracking } from '#contracts/tracking/tracking.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { groupNumbers } from './group-numbers.ts'
import { expectedDeliveries } from './expected/expected-delivery.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'

type Found = Out<typeof tracking.search>[number]
type Row = Omit<
  Found,
  'asked' | 'found' | 'expected' | 'parcelStatus_dictText' | 'trackingStatus_dictText'
> & {
  no: string
  serviceNameEn: string | null
}

/** An order or a batch of many parcels shows so many, all numbers together so many. */
const PER_NUMBER = 500
const ROWS_MAX = 10_000

/**
 * Numbers of any kind, each looked up where it may stand by an index of its own: track numbers
 * (withdrawn ones too), suppliers' own numbers, serials of parcels and orders, references, FBA
 * codes, batches, waybills and bags. In the order asked; what is not found, or not ours to see, is marked.
 */
export async function searchParcels(
  ctx: Ctx,
  { nos }: In<typeof tracking.search>,
): Promise<Found[]> {
  // One number in many spellings is asked once: its rows would be answered as many times over.
  const requested = [...Map.groupBy(nos, normaliseNumber).values()].map((forms) => ({
    no: forms[0] ?? '',
    forms: [...new Set(forms.flatMap(spellingsOf))],
  }))
  const spellings = [...new Set(requested.flatMap(({ forms }) => forms))]
  const parcel = ctx.rows('parcel').as('p')
  const order = ctx.rows('shipment').as('o')
  const rows = await sql<Row>`with hits as (
      select t.number as no, t.parcel_id as id
      from ${ctx.rows('trackingNumber').as('t')} where t.number = any(${spellings}::text[])
      union select t.third_id, t.parcel_id
      from ${ctx.rows('trackingNumber').as('t')} where t.third_id = any(${spellings}::text[])
      union select p.serial_number, p.id
      from ${parcel} where p.serial_number = any(${spellings}::text[])
      union select p.reference, p.id from ${parcel} where p.reference = any(${spellings}::text[])
      union select p.fba_code, p.id from ${parcel} where p.fba_code = any(${spellings}::text[])
      union select o.serial_number, p.id from ${order} join ${parcel} on p.shipment_id = o.id
      where o.serial_number = any(${spellings}::text[])
      union select o.reference, p.id from ${order} join ${parcel} on p.shipment_id = o.id
      where o.reference = any(${spellings}::text[])
      union ${groupNumbers.of(ctx.deps).parcels(ctx, spellings)}
    ), ranked as (select no, id, row_number() over (partition by no order by id) as nth,
        (count(*) over (partition by no))::int as hits from hits)
    select h.no, h.hits, p.id as parcel_id, p.shipment_id, p.track_no, p.serial_number,
      s.serial_number as order_no, coalesce(p.reference, s.reference) as reference,
      c.name as customer_name,
      v.name as service_name, v.name_en as service_name_en, p.parcel_status, p.tracking_status,
      p.tracking_sub, s.country, s.city, p.last_event_at, p.next_poll_at,
      p.tracking_question as question,
      (select t.visible and t.state = 1 from tracking_number as t
        where t.number = p.track_no) as public
    from ranked h join ${parcel} on p.id = h.id
    join ${ctx.rows('shipment').as('s')} on s.id = p.shipment_id
      join ${ctx.rows('customer').as('c')} on c.id = p.customer_id
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
    where h.nth <= ${PER_NUMBER} order by h.nth, p.id limit ${ROWS_MAX}`.execute(ctx.db)
  const texts = await dictTexts(ctx)
  const expected = await expectedDeliveries(ctx, [
    ...new Set(rows.rows.flatMap(({ parcelId }) => parcelId ?? [])),
  ])
  const byNo = Map.groupBy(rows.rows, ({ no }) => no)
  // Each number has its first row, whatever those before it take.
  let left = ROWS_MAX - requested.length
  return requested.flatMap(({ no, forms }) => {
    const found = forms.flatMap((one) => byNo.get(one) ?? []).slice(0, left + 1)
    left -= Math.max(0, found.length - 1)
    return found.length === 0
      ? [missing(no)]
      : found.map((row) => ({
          ...foundOf(no, row, ctx, texts),
          expected: expected.get(row.parcelId ?? '') ?? null,
        }))
  })
}

function foundOf(
  requested: string,
  { no: _, serviceNameEn, ...row }: Row,
  ctx: Ctx,
  texts: (dict: string, value: string) => string,
): Omit<Found, 'expected'> {
  const serviceName = ctx.lang === 'en_US' ? (serviceNameEn ?? row.serviceName) : row.serviceName
  const own = ctx.principal.customerId !== null ? { nextPollAt: null, question: null } : {}
  return {
    asked: requested,
    found: true,
    ...row,
    ...own,
    serviceName,
    parcelStatus_dictText: texts('parcel_status', String(row.parcelStatus)),
    trackingStatus_dictText: texts('tracking_status', String(row.trackingStatus)),
  }
}

const missing = (requested: string): Found => ({
  asked: requested,
  found: false,
  hits: 0,
  parcelId: null,
  shipmentId: null,
  trackNo: null,
  serialNumber: null,
  orderNo: null,
  reference: null,
  customerName: null,
  serviceName: null,
  parcelStatus: null,
  parcelStatus_dictText: '',
  trackingStatus: null,
  trackingStatus_dictText: '',
  trackingSub: null,
  country: null,
  city: null,
  expected: null,
  lastEventAt: null,
  nextPollAt: null,
  question: null,
  public: null,
})
