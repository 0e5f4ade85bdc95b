import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { COUNT_CAP } from '#contracts/kit/page.ts'
import { predictedReminded } from '#contracts/depot/predicted.events.ts'
import type { predictedShipments } from '#contracts/depot/predicted-shipments.ts'
import { PREDICTED_BATCH } from '#contracts/depot/scans.states.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { openBatch } from '#server/features/depot/predicted/index.ts'
import { receiveUnscanned } from '#server/features/depot/inbound/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'

const DAY = 86_400_000

interface Row {
  id: string
  serialNumber: string
  reference: string
  customerId: string
  customerName: string
  depotId: string
  depotCode: string
  serviceName: string
  country: string
  outstanding: number
  pieces: number
  announcedAt: string
  batchId: string | null
  batchNo: string | null
  expectedDate: string | null
  firstLegNo: string | null
  remindedAt: string | null
  reminders: number
  found: number
}

/** Orders with parcels that were announced and are not in, the oldest first. */
export async function listPredicted(
  ctx: Ctx,
  { pageNo, pageSize: size, depotId, customerId, minAge, no }: In<typeof predictedShipments.list>,
): Promise<Out<typeof predictedShipments.list>> {
  // A text field's filter asks for a beginning by a star behind it.
  const begins = no === undefined ? null : `${no.replace(/\*$/, '').replace(/[\\%_]/g, '\\$&')}%`
  const before = minAge === undefined ? null : new Date(now() - Number(minAge) * DAY).toISOString()
  const skip = (pageNo - 1) * size
  const { rows } = await sql<Row>`select s.id, s.serial_number, s.reference, s.customer_id,
      c.name as customer_name, s.depot_id, d.code as depot_code,
      ${nameIn(ctx.lang, 'v.name')} as service_name, s.country, w.outstanding,
      s.shipment_pieces as pieces, w.announced_at, o.id as batch_id, o.no as batch_no,
      o.expected_date::text as expected_date, o.first_leg_no, r.reminded_at,
      coalesce(r.times, 0) as reminders, (count(*) over ())::int as found
    from (select p.shipment_id, count(*)::int as outstanding,
        min(coalesce(p.confirmed_at, p.create_time)) as announced_at
      from ${ctx.rows('parcel').as('p')}
      where p.parcel_status in (${PARCEL.PREDICTED}, ${PARCEL.CONFIRMED}, ${PARCEL.LABELLED})
      group by p.shipment_id) as w
    join ${ctx.rows('shipment').as('s')} on s.id = w.shipment_id
    join customer c on c.tenant_id = s.tenant_id and c.id = s.customer_id
    join depot d on d.tenant_id = s.tenant_id and d.id = s.depot_id
    join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
    left join lateral (select b.id, b.no, b.expected_date, b.first_leg_no
      from ${ctx.rows('predictedParcel').as('x')}
        join ${ctx.rows('parcel').as('q')} on q.id = x.parcel_id
        join ${ctx.rows('predictedBatch').as('b')} on b.id = x.batch_id
      where q.shipment_id = s.id and b.status <> ${PREDICTED_BATCH.finished}
      order by b.id desc limit 1) as o on true
    left join ${ctx.rows('predictedReminder').as('r')} on r.shipment_id = s.id
    where (${depotId ?? null}::bigint is null or s.depot_id = ${depotId ?? null}::bigint)
      and (${customerId ?? null}::bigint is null
        or s.customer_id = ${customerId ?? null}::bigint)
      and (${before}::timestamptz is null or w.announced_at <= ${before}::timestamptz)
      and (${begins}::text is null or s.serial_number like ${begins}::text
        or s.reference like ${begins}::text or o.no like ${begins}::text
        or o.first_leg_no like ${begins}::text)
    order by w.announced_at, s.id limit ${size} offset ${skip}`.execute(ctx.db)
  const found = rows[0]?.found ?? skip
  const total = Math.min(found, COUNT_CAP)
  return {
    records: rows.map(({ found: _, ...row }) => ({ ...row, age: ageOf(row.announcedAt) })),
    total,
    size,
    current: pageNo,
    pages: Math.ceil(total / size),
    capped: found > COUNT_CAP,
  }
}

const ageOf = (at: string): number => Math.max(0, Math.floor((now() - Date.parse(at)) / DAY))

interface Waiting {
  id: string
  customerId: string
  serialNumber: string
  announcedAt: string
  parcelIds: string[]
}

/** An order within reach with its outstanding parcels; refused where all are in. */
async function waiting(tx: Tx, id: string): Promise<Waiting> {
  const { rows } = await sql<Waiting>`select s.id, s.customer_id, s.serial_number,
      coalesce(min(coalesce(p.confirmed_at, p.create_time)), s.create_time) as announced_at,
      coalesce(array_agg(p.id::text order by p.id) filter (where p.id is not null), '{}')
        as parcel_ids
    from ${tx.rows('shipment').as('s')} left join ${tx.rows('parcel').as('p')}
      on p.shipment_id = s.id and p.parcel_status in (${PARCEL.PREDICTED}, ${PARCEL.CONFIRMED}, ${PARCEL.LABELLED})
    where s.id = ${id} group by s.id, s.customer_id, s.serial_number, s.create_time`.execute(tx.db)
  const order = rows[0] ?? failMissing()
  if (order.parcelIds.length === 0) fail('batchIn.allIn', { label: order.serialNumber })
  return order
}

/** Asks each customer where an order is; the customer's users are notified. */
export function remindCustomers(
  ctx: Ctx,
  { ids }: In<typeof predictedShipments.remind>,
): Promise<Out<typeof predictedShipments.remind>> {
  return eachRow(ctx, ids, remindOf)
}

/** The same for every order of a batch that has parcels outstanding. */
export function remindBatches(
  ctx: Ctx,
  { ids }: In<typeof predictedShipments.remindBatches>,
): Promise<Out<typeof predictedShipments.remindBatches>> {
  return eachRow(ctx, ids, async (tx, id) => {
    const { no } = await openBatch(tx, id, 'receive')
    const { rows } = await sql<{ orderId: string }>`select distinct p.shipment_id as order_id
      from ${tx.rows('predictedParcel').as('r')} join ${tx.rows('parcel').as('p')}
        on p.id = r.parcel_id
        and p.parcel_status in (${PARCEL.PREDICTED}, ${PARCEL.CONFIRMED}, ${PARCEL.LABELLED})
      where r.batch_id = ${id} order by 1`.execute(tx.db)
    if (rows.length === 0) fail('batchIn.allIn', { label: no })
    for (const { orderId } of rows) await remindOf(tx, orderId)
    return no
  })
}

async function remindOf(tx: Tx, id: string): Promise<string> {
  const { customerId, serialNumber, announcedAt, parcelIds } = await waiting(tx, id)
  await sql`insert into predicted_reminder (tenant_id, shipment_id, reminded_by)
    values (${tx.principal.tenantId}, ${id}, ${tx.principal.username})
    on conflict (tenant_id, shipment_id) do update set times = predicted_reminder.times + 1,
      reminded_at = now(), reminded_by = excluded.reminded_by`.execute(tx.db)
  await tx.emit(predictedReminded, {
    customerId,
    shipmentId: id,
    serialNumber,
    outstanding: parcelIds.length,
    days: ageOf(announcedAt),
    at: nowIso(),
  })
  return serialNumber
}

/** Receives the outstanding parcels of orders, as the inbound station would without a scale. */
export function markArrived(
  ctx: Ctx,
  { ids }: In<typeof predictedShipments.arrived>,
): Promise<Out<typeof predictedShipments.arrived>> {
  return eachRow(ctx, ids, async (tx, id) => {
    const { serialNumber, parcelIds } = await waiting(tx, id)
    for (const parcelId of parcelIds) await receiveUnscanned(tx, parcelId)
    return serialNumber
  })
}
