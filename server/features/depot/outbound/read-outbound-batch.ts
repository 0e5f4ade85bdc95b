import type { Perm } from '#contracts/perms.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { OutboundDetail, outBatches } from '#contracts/depot/outbound.ts'
import {
  DETAIL_ROWS,
  OUT_ACTIONS,
  whyNotOut,
  type OutAction,
} from '#contracts/depot/scans.states.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import { signedKg } from '#server/features/depot/packages/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { debtorsInWords, type LeftBehind } from './debtors-in-words.ts'

interface Head {
  id: string
  version: number
  no: string
  status: string
  depotId: string
  depotCode: string
  closedAt: string | null
  closedBy: string | null
  remark: string | null
  leftBehind: LeftBehind[]
  createBy: string | null
  createTime: string
  updateBy: string | null
  updateTime: string | null
}
interface Row {
  parcelId: string
  trackNo: string | null
  serialNumber: string
  channelName: string
  country: string
  weight: number
  packageNo: string | null
  createBy: string | null
  createTime: string
}
export interface Totals {
  pieces: number
  weightKg: string
  channels: { id: string; name: string; count: number }[]
}

/** The weight that goes on the truck: measured where a scale saw the parcel, declared otherwise. */
export const HEAVY = sql`coalesce(p.measured_weight, p.weight)`

/** Pieces and weight of a batch, and pieces by channel. */
export async function totalsOf(ctx: Ctx, id: string): Promise<Totals> {
  const found = await sql<{
    id: string
    name: string
    count: number
    grams: string
  }>`select k.channel_id as id, ${nameIn(ctx.lang, 'h.name')} as name, count(p.id)::int as count,
      coalesce(sum(${HEAVY}), 0)::text as grams
    from ${ctx.rows('outBatchChannel').as('k')} join channel h on h.tenant_id = k.tenant_id
      and h.id = k.channel_id
      left join (select p.*, v.channel_id
        from ${ctx.rows('outBatchParcel').as('o')} join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
        join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
        where o.batch_id = ${id}) as p on p.channel_id = k.channel_id
    where k.batch_id = ${id} group by k.channel_id, 2 order by 2`.execute(ctx.db)
  return {
    pieces: found.rows.reduce((sum, row) => sum + row.count, 0),
    weightKg: gramsToKg(found.rows.reduce((sum, row) => sum + Number(row.grams), 0)),
    channels: found.rows.map(({ id: channelId, name, count }) => ({ id: channelId, name, count })),
  }
}

/** What lists show next to their batches. */
export async function countOutboundBatches(
  ctx: Ctx,
  { ids }: In<typeof outBatches.counts>,
): Promise<Out<typeof outBatches.counts>> {
  const found = await sql<{
    id: string
    pieces: number
    grams: string
    channels: string | null
  }>`select b.id,
      (select count(*)::int
        from ${ctx.rows('outBatchParcel').as('o')} where o.batch_id = b.id) as pieces,
      (select coalesce(sum(${HEAVY}), 0)::text
        from ${ctx.rows('outBatchParcel').as('o')} join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
        where o.batch_id = b.id) as grams,
      (select string_agg(${nameIn(ctx.lang, 'h.name')}, ' · '
          order by ${nameIn(ctx.lang, 'h.name')})
          from ${ctx.rows('outBatchChannel').as('k')} join channel h on h.tenant_id = k.tenant_id
            and h.id = k.channel_id where k.batch_id = b.id) as channels
    from ${ctx.rows('outBatch').as('b')} where b.id = any(${ids}::bigint[])`.execute(ctx.db)
  return Object.fromEntries(
    found.rows.map((row) => [
      row.id,
      { pieces: row.pieces, weightKg: gramsToKg(Number(row.grams)), channels: row.channels ?? '' },
    ]),
  )
}

/** A batch with its channels, totals and the parcels scanned last. */
export async function readOutboundBatch(
  ctx: Ctx,
  { id, rows: atMost = DETAIL_ROWS }: { id: string; rows?: number | undefined },
): Promise<OutboundDetail> {
  const head =
    (
      await sql<Head>`select b.*, d.code as depot_code
        from ${ctx.rows('outBatch').as('b')} join depot d on d.tenant_id = b.tenant_id
          and d.id = b.depot_id where b.id = ${id}`.execute(ctx.db)
    ).rows[0] ?? failMissing()
  const rows = (
    await sql<Row>`select o.parcel_id, o.create_by, o.create_time, p.track_no, p.serial_number,
        ${nameIn(ctx.lang, 'h.name')} as channel_name, s.country, ${HEAVY} as weight,
        g.no as package_no
    from ${ctx.rows('outBatchParcel').as('o')} join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
    join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      left join out_package g on g.tenant_id = o.tenant_id and g.id = o.package_id
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
      join channel h on h.tenant_id = p.tenant_id and h.id = v.channel_id
    where o.batch_id = ${id} order by o.create_time desc, o.parcel_id desc
    limit ${Math.min(atMost, DETAIL_ROWS)}`.execute(ctx.db)
  ).rows
  const texts = await dictTexts(ctx)
  const totals = await totalsOf(ctx, id)
  const bags = await bagsOf(ctx, id)
  const debtors = await debtorsInWords(ctx, head.leftBehind)
  return {
    id: head.id,
    version: head.version,
    no: head.no,
    status: head.status,
    status_dictText: texts('out_batch_status', head.status),
    depotId: head.depotId,
    depotCode: head.depotCode,
    closedAt: head.closedAt,
    closedBy: head.closedBy,
    remark: head.remark,
    createBy: head.createBy,
    createTime: head.createTime,
    updateBy: head.updateBy,
    updateTime: head.updateTime,
    ...totals,
    gone: (await outboundProgress(ctx, { id })).gone,
    unweighed: await unweighedOf(ctx, id),
    bags,
    loose: totals.pieces - bags.reduce((sum, bag) => sum + bag.pieces, 0),
    rows: rows.map(({ weight, ...row }) => ({ ...row, weightKg: gramsToKg(weight) })),
    actions: Object.fromEntries(
      (Object.keys(OUT_ACTIONS) as OutAction[]).map((action) => [
        action,
        !ctx.can(PERMS[action])
          ? 'access.denied'
          : (whyNotOut(action, head.status) ??
            (action === 'close' && totals.pieces === 0 ? 'outBatch.empty' : null)),
      ]),
    ),
    ...(debtors.length > 0 ? { debtors } : {}),
  }
}

async function unweighedOf(ctx: Ctx, batchId: string): Promise<OutboundDetail['unweighed']> {
  const { rows } = await sql<{ count: number; grams: string }>`select count(*)::int as count,
      coalesce(sum(p.weight), 0)::text as grams
    from ${ctx.rows('outBatchParcel').as('o')} join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
    where o.batch_id = ${batchId} and p.measured_weight is null`.execute(ctx.db)
  const [{ count, grams } = { count: 0, grams: '0' }] = rows
  return { count, weightKg: gramsToKg(Number(grams)) }
}

/** State of a batch, and how many of its parcels have left with it. */
export async function outboundProgress(
  ctx: Ctx,
  { id }: In<typeof outBatches.progress>,
): Promise<Out<typeof outBatches.progress>> {
  const { rows } = await sql<Out<typeof outBatches.progress>>`select b.status,
      count(o.parcel_id)::int as pieces,
      count(o.parcel_id) filter (where not o.open)::int as gone
    from ${ctx.rows('outBatch').as('b')} left join ${ctx.rows('outBatchParcel').as('o')}
      on o.batch_id = b.id
    where b.id = ${id} group by b.status`.execute(ctx.db)
  return rows[0] ?? failMissing()
}

interface Bag {
  id: string
  no: string
  sealNo: string | null
  pieces: number
  grams: string
  weighed: string | null
}

/** The bags of a batch: what their parcels weigh by themselves and what a scale found. */
async function bagsOf(ctx: Ctx, batchId: string): Promise<OutboundDetail['bags']> {
  const { rows } = await sql<Bag>`select g.id, g.no, g.seal_no, count(p.id)::int as pieces,
      coalesce(sum(${HEAVY}), 0)::text as grams,
      (g.weighed_grams - g.tare_grams)::text as weighed
    from ${ctx.rows('outBatchParcel').as('o')} join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
      join ${ctx.rows('outPackage').as('g')} on g.id = o.package_id
    where o.batch_id = ${batchId}
    group by g.id, g.no, g.seal_no, g.weighed_grams, g.tare_grams order by g.no`.execute(ctx.db)
  return rows.map(({ grams, weighed, ...bag }) => ({
    ...bag,
    weightKg: gramsToKg(Number(grams)),
    weighedKg: weighed === null ? null : signedKg(Number(weighed)),
    differenceKg: weighed === null ? null : signedKg(Number(weighed) - Number(grams)),
  }))
}

const PERMS: Record<OutAction, Perm> = {
  scan: 'wh:out:scan',
  remove: 'wh:out:scan',
  close: 'wh:out:close',
  reopen: 'wh:out:reopen',
}
