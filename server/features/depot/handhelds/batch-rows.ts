import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { HandheldOutbound, handhelds } from '#contracts/depot/handhelds.ts'
import { PREDICTED_ROW } from '#contracts/depot/scans.states.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { ONE, pageAsked, pageOfRows } from './parcel-rows.ts'

type Filters = In<typeof handhelds.inboundBatches>
type InboundBatch = Out<typeof handhelds.inboundBatch>
type ByChannel = Out<typeof handhelds.inboundByChannel>

/** `!3` leaves a state out; without the sign only that state is asked for. */
function stateAsked(status: string | undefined): { only: string | null; without: string | null } {
  if (!status) return { only: null, without: null }
  return status.startsWith('!')
    ? { only: null, without: status.slice(1) }
    : { only: status, without: null }
}

interface InboundRow {
  id: string
  no: string
  status: string
  expected: number
  received: number
  outbound: number
  expectedDate: string | null
  createTime: string
  found: number
}

async function inboundRows(ctx: Ctx, filters: Filters, id: string | null): Promise<InboundRow[]> {
  const { size, skip } = pageAsked(filters)
  const { only, without } = stateAsked(filters.status)
  const { rows } = await sql<InboundRow>`select b.id, b.no, b.status,
      count(r.id) filter (where r.status <> ${PREDICTED_ROW.extra})::int as expected,
      count(r.id) filter (where r.status = ${PREDICTED_ROW.received})::int as received,
      count(p.id) filter (where p.parcel_status >= ${PARCEL.OUTBOUND})::int as outbound,
      b.expected_date::text as expected_date, b.create_time, (count(*) over ())::int as found
    from ${ctx.rows('predictedBatch').as('b')}
      left join predicted_parcel r on r.tenant_id = b.tenant_id and r.batch_id = b.id
      left join parcel p on p.tenant_id = r.tenant_id and p.id = r.parcel_id
    where (${id}::bigint is null or b.id = ${id}::bigint)
      and (${only}::text is null or b.status = ${only}::text)
      and (${without}::text is null or b.status <> ${without}::text)
    group by b.id, b.no, b.status, b.expected_date, b.create_time
    order by b.create_time desc, b.id desc limit ${size} offset ${skip}`.execute(ctx.db)
  return rows
}

const inboundOf = ({ no, expected, received, outbound, ...row }: InboundRow): InboundBatch => ({
  id: row.id,
  no,
  serialNumber: no,
  status: row.status,
  expectedQuantity: expected,
  inboundQuantity: received,
  outboundQuantity: outbound,
  expectedDate: row.expectedDate,
  createTime: row.createTime,
})

export async function inboundBatches(
  ctx: Ctx,
  filters: Filters,
): Promise<Out<typeof handhelds.inboundBatches>> {
  const rows = await inboundRows(ctx, filters, null)
  return pageOfRows(rows.map(inboundOf), rows[0]?.found, pageAsked(filters))
}

export async function inboundBatch(ctx: Ctx, { id }: { id: string }): Promise<InboundBatch> {
  const [row] = await inboundRows(ctx, ONE, id)
  return inboundOf(row ?? failMissing())
}

export async function inboundByChannel(
  ctx: Ctx,
  { batchId }: { batchId: string },
): Promise<ByChannel> {
  await inboundBatch(ctx, { id: batchId })
  const { rows } = await sql<{
    channelId: string
    channelCode: string
    expectQuantity: number
    actualQuantity: number
    outboundQuantity: number
  }>`select h.id as channel_id, h.code as channel_code, count(*)::int as expect_quantity,
      count(*) filter (where r.status = ${PREDICTED_ROW.received})::int as actual_quantity,
      count(*) filter (where p.parcel_status >= ${PARCEL.OUTBOUND})::int as outbound_quantity
    from ${ctx.rows('predictedParcel').as('r')} join ${ctx.rows('parcel').as('p')} on p.id = r.parcel_id
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
      join channel h on h.tenant_id = v.tenant_id and h.id = v.channel_id
    where r.batch_id = ${batchId} group by h.id, h.code order by h.code`.execute(ctx.db)
  return rows.map((row) => ({ batchId, ...row }))
}

interface OutboundRow {
  id: string
  no: string
  status: string
  channelIds: string | null
  quantity: number
  createTime: string
  found: number
}

async function outboundRows(ctx: Ctx, filters: Filters, id: string | null): Promise<OutboundRow[]> {
  const { size, skip } = pageAsked(filters)
  const { only, without } = stateAsked(filters.status)
  const { rows } = await sql<OutboundRow>`select b.id, b.no, b.status,
      (select string_agg(k.channel_id::text, ',' order by k.channel_id) from out_batch_channel k
        where k.tenant_id = b.tenant_id and k.batch_id = b.id) as channel_ids,
      (select count(*)::int from out_batch_parcel o
        where o.tenant_id = b.tenant_id and o.batch_id = b.id) as quantity,
      b.create_time, (count(*) over ())::int as found
    from ${ctx.rows('outBatch').as('b')}
    where (${id}::bigint is null or b.id = ${id}::bigint)
      and (${only}::text is null or b.status = ${only}::text)
      and (${without}::text is null or b.status <> ${without}::text)
    order by b.create_time desc, b.id desc limit ${size} offset ${skip}`.execute(ctx.db)
  return rows
}

const outboundOf = ({ found: _, channelIds, ...row }: OutboundRow): HandheldOutbound => ({
  ...row,
  batchNo: row.no,
  channelIds: channelIds ?? '',
})

export async function outboundBatches(
  ctx: Ctx,
  filters: Filters,
): Promise<Out<typeof handhelds.outboundBatches>> {
  const rows = await outboundRows(ctx, filters, null)
  return pageOfRows(rows.map(outboundOf), rows[0]?.found, pageAsked(filters))
}

export async function outboundBatch(ctx: Ctx, { id }: { id: string }): Promise<HandheldOutbound> {
  const [row] = await outboundRows(ctx, ONE, id)
  return outboundOf(row ?? failMissing())
}

export async function outboundByChannel(
  ctx: Ctx,
  { batchId }: { batchId: string },
): Promise<ByChannel> {
  await outboundBatch(ctx, { id: batchId })
  const { rows } = await sql<{
    channelId: string
    channelCode: string
    actualQuantity: number
    outboundQuantity: number
  }>`select h.id as channel_id, h.code as channel_code, count(p.id)::int as actual_quantity,
      count(p.id) filter (where p.parcel_status >= ${PARCEL.OUTBOUND})::int as outbound_quantity
    from ${ctx.rows('outBatchChannel').as('k')}
      join channel h on h.tenant_id = k.tenant_id and h.id = k.channel_id
      left join (select q.*, v.channel_id from ${ctx.rows('outBatchParcel').as('o')}
          join parcel q on q.tenant_id = o.tenant_id and q.id = o.parcel_id
          join delivery_service v on v.tenant_id = q.tenant_id and v.id = q.service_id
        where o.batch_id = ${batchId}) as p
        on p.tenant_id = k.tenant_id and p.channel_id = k.channel_id
    where k.batch_id = ${batchId} group by h.id, h.code order by h.code`.execute(ctx.db)
  return rows.map((row) => ({ batchId, ...row, expectQuantity: row.actualQuantity }))
}
