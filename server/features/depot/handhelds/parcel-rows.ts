import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { HANDHELD, type HandheldParcel, type handhelds } from '#contracts/depot/handhelds.ts'
import { INTERCEPT, PREDICTED_BATCH } from '#contracts/depot/scans.states.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

const EXPECTED = [PARCEL.PREDICTED, PARCEL.CONFIRMED, PARCEL.LABELLED]
const IN_STOCK = [PARCEL.RECEIVED, PARCEL.SORTED, PARCEL.BAGGED]
type Filters = In<typeof handhelds.expected>

interface Row {
  id: string
  trackNo: string | null
  serialNumber: string
  weight: number
  length: number | null
  width: number | null
  height: number | null
  parcelStatus: number
  channelId: string
  country: string
  createTime: string
  updateTime: string | null
  receivedAt: string | null
  outboundAt: string | null
  inboundBatchId: string | null
  outboundBatchId: string | null
  batchSerialNumber: string | null
  found: number
}

/** `*x*` of the family's lists as a pattern; a number without stars is meant as a whole. */
const like = (text: string | undefined): string | null =>
  text ? text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%') : null

/** Where a page begins and how long it is; the second may be asked for first. */
export function pageAsked({ pageNo, pageSize }: { pageNo: number; pageSize: number }) {
  return { current: pageNo, size: pageSize, skip: (pageNo - 1) * pageSize }
}
export type PageAsked = ReturnType<typeof pageAsked>

/** One row, by its id. */
export const ONE = { pageNo: 1, pageSize: 1 } as const

export function pageOfRows<R>(
  records: R[],
  found: number | undefined,
  { current, size, skip }: PageAsked,
) {
  const total = found ?? skip
  return { records, total, size, current, pages: Math.ceil(total / size), capped: false }
}

async function parcelsWith(
  ctx: Ctx,
  states: readonly number[],
  filters: Filters,
  parcelId: string | null = null,
): Promise<Row[]> {
  const { size, skip } = pageAsked(filters)
  const [trackNo, no] = [like(filters.trackNo), like(filters.no)]
  const [batchId, channelId] = [filters.batchId ?? null, filters.channelId ?? null]
  const { rows } = await sql<Row>`select p.id, p.track_no, p.serial_number,
      coalesce(p.measured_weight, p.weight) as weight,
      coalesce(p.measured_length, p.length) as length,
      coalesce(p.measured_width, p.width) as width,
      coalesce(p.measured_height, p.height) as height, p.parcel_status, v.channel_id, s.country,
      p.create_time, p.update_time, p.received_at, p.outbound_at, i.id as inbound_batch_id,
      i.no as batch_serial_number, o.batch_id as outbound_batch_id, (count(*) over ())::int as found
    from ${ctx.rows('parcel').as('p')}
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
      left join lateral (select b.id, b.no from predicted_parcel r
          join predicted_batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
        where r.tenant_id = p.tenant_id and r.parcel_id = p.id
        order by b.status = ${PREDICTED_BATCH.finished}, b.id desc limit 1) as i on true
      left join lateral (select x.batch_id from out_batch_parcel x
        where x.tenant_id = p.tenant_id and x.parcel_id = p.id
        order by x.open desc, x.create_time desc limit 1) as o on true
    where p.parcel_status = any(${states}::int[])
      and (${parcelId}::bigint is null or p.id = ${parcelId}::bigint)
      and (${trackNo}::text is null or p.track_no like ${trackNo}::text)
      and (${no}::text is null or p.serial_number like ${no}::text)
      and (${batchId}::bigint is null or i.id = ${batchId}::bigint
        or o.batch_id = ${batchId}::bigint)
      and (${channelId}::bigint is null or v.channel_id = ${channelId}::bigint)
    order by p.create_time desc, p.id desc limit ${size} offset ${skip}`.execute(ctx.db)
  return rows
}

const ALL = Object.values(PARCEL)

/** A parcel in the shape of handhelds: kilograms, centimetres, their own states. */
function handheldOf({ found: _, ...row }: Row): HandheldParcel {
  const cm = (mm: number | null) => (mm === null ? null : mm / 10)
  const state = row.parcelStatus
  return {
    id: row.id,
    trackNo: row.trackNo,
    no: row.serialNumber,
    weight: row.weight / 1000,
    length: cm(row.length),
    width: cm(row.width),
    height: cm(row.height),
    status:
      state === PARCEL.HELD
        ? HANDHELD.held
        : state >= PARCEL.OUTBOUND
          ? HANDHELD.out
          : state >= PARCEL.RECEIVED
            ? HANDHELD.received
            : HANDHELD.expected,
    channelId: row.channelId,
    country: row.country,
    createTime: row.createTime,
    updateTime: row.updateTime,
    scanInAt: row.receivedAt,
    scanOutAt: row.outboundAt,
    inboundBatchId: row.inboundBatchId,
    outboundBatchId: row.outboundBatchId,
    batchSerialNumber: row.batchSerialNumber,
  }
}

export async function handheldParcelOf(ctx: Ctx, id: string): Promise<HandheldParcel | null> {
  const [row] = await parcelsWith(ctx, ALL, ONE, id)
  return row ? handheldOf(row) : null
}

const listOf =
  (states: readonly number[]) =>
  async (ctx: Ctx, filters: Filters): Promise<Out<typeof handhelds.expected>> => {
    const rows = await parcelsWith(ctx, states, filters)
    return pageOfRows(rows.map(handheldOf), rows[0]?.found, pageAsked(filters))
  }

export const expectedParcels = listOf(EXPECTED)
export const parcelsInStock = listOf(IN_STOCK)
export const parcelsHeld = listOf([PARCEL.HELD])
export const parcelsOut = listOf([PARCEL.BAGGED, ...ALL.filter((one) => one >= PARCEL.OUTBOUND)])

/** Figures of a handheld's home page. */
export async function handheldCounts(ctx: Ctx): Promise<Out<typeof handhelds.count>> {
  const { rows } = await sql<{
    intoCount: number
    holdingCount: number
    inboundCount: number
    pendingInterceptedCount: number
  }>`select
      count(*) filter (where p.parcel_status = any(${IN_STOCK}::int[]))::int as into_count,
      count(*) filter (where p.parcel_status = ${PARCEL.HELD})::int as holding_count,
      count(*) filter (where p.parcel_status = any(${EXPECTED}::int[]))::int as inbound_count,
      (select count(*)::int from ${ctx.rows('intercept').as('i')}
        where i.status = ${INTERCEPT.waiting}) as pending_intercepted_count
    from ${ctx.rows('parcel').as('p')}
    where p.parcel_status between ${PARCEL.PREDICTED} and ${PARCEL.BAGGED}`.execute(ctx.db)
  return rows[0]!
}

interface InterceptRow {
  id: string
  no: string
  status: string
  createTime: string
  interceptedAt: string | null
  found: number
}

export async function handheldIntercepts(
  ctx: Ctx,
  filters: Filters,
): Promise<Out<typeof handhelds.intercepts>> {
  const asked = pageAsked(filters)
  const no = like(filters.no ?? filters.trackNo)
  const status = filters.status ?? null
  const { rows } = await sql<InterceptRow>`select i.id, i.no, i.status, i.create_time,
      i.intercepted_at, (count(*) over ())::int as found
    from ${ctx.rows('intercept').as('i')}
    where i.status <> ${INTERCEPT.released} and (${status}::text is null or i.status = ${status}::text)
      and (${no}::text is null or i.no like ${no}::text)
    order by i.create_time desc, i.id desc limit ${asked.size} offset ${asked.skip}`.execute(ctx.db)
  return pageOfRows(
    rows.map(({ id, no: number, status: state, createTime, interceptedAt }) => ({
      id,
      trackNo: number,
      no: number,
      status: state,
      createTime,
      scanInAt: interceptedAt,
    })),
    rows[0]?.found,
    asked,
  )
}
