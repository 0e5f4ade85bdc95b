import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { MilestoneState, Nature } from '#contracts/depot/waybills.states.ts'
import type { WaybillDetail, waybillBatches } from '#contracts/depot/waybills.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { batchesOn } from './load-batches.ts'
import { loadWaybill, type Waybill } from './lock-waybill.ts'

/** A waybill batch with its outbound batches, its milestones and what does not add up. */
export async function readWaybill(
  ctx: Ctx,
  { id }: In<typeof waybillBatches.detail>,
): Promise<WaybillDetail> {
  const waybill = await loadWaybill(ctx, id)
  const outBatches = await batchesOn(ctx, waybill)
  const { version, no, status, closedAt, timeZone, pieces, weight } = waybill
  return {
    id,
    version,
    no,
    status,
    closedAt,
    timeZone,
    pieces,
    weightKg: gramsToKg(Number(weight)),
    outBatches,
    milestones: await milestonesOf(ctx, waybill),
    ...(await differencesOf(ctx, waybill)),
  }
}

interface Stored {
  id: string
  version: number
  kind: string
  nature: Nature
  words: string
  at: string
  local: string
  timeZone: string
  place: string | null
  state: MilestoneState
  parcels: number
  refused: number
  reason: string | null
  replaced: boolean
  createBy: string | null
  createTime: string
}
async function milestonesOf(
  ctx: Ctx,
  { id, pieces }: Waybill,
): Promise<WaybillDetail['milestones']> {
  const texts = await dictTexts(ctx)
  const { rows } = await sql<Stored>`select m.id, m.version, m.kind, m.nature, m.words, m.at,
      to_char(m.at at time zone m.time_zone,
        case when m.day_only then 'YYYY-MM-DD' else 'YYYY-MM-DD HH24:MI' end) as local,
      m.time_zone, m.place, m.state, m.parcels, m.refused, m.reason,
      exists (select 1 from waybill_milestone n
        where n.tenant_id = m.tenant_id and n.replaces_id = m.id) as replaced,
      m.create_by, m.create_time
    from ${ctx.rows('waybillMilestone').as('m')} where m.waybill_id = ${id}
    order by m.at, m.id`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    kind_dictText: texts('waybill_milestone', row.kind),
    of: row.nature === 'actual' ? pieces : 0,
  }))
}

interface Sums {
  houses: number
  unhousedPieces: number
  unhousedGrams: string
  missingPieces: number
  missingGrams: string
}
/** Parcels in no house waybill once there is one, and what the outbound batches have beyond this. */
export async function differencesOf(
  ctx: Ctx,
  { id }: { id: string },
): Promise<Pick<WaybillDetail, 'houses' | 'unhoused' | 'missing'>> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const heavy = sql`coalesce(p.measured_weight, p.weight)`
  const { rows } = await sql<Sums>`with h as (select count(*)::int as houses
      from ${tenant.rows('houseWaybill').as('h')} where h.waybill_id = ${id}),
    u as (select count(*)::int as pieces, coalesce(sum(${heavy}), 0)::text as grams
      from ${tenant.rows('waybillParcel').as('x')}
        join parcel p on p.tenant_id = x.tenant_id and p.id = x.parcel_id
      where x.waybill_id = ${id} and x.house_id is null),
    m as (select count(*)::int as pieces, coalesce(sum(${heavy}), 0)::text as grams
      from ${tenant.rows('outBatchParcel').as('o')}
        join parcel p on p.tenant_id = o.tenant_id and p.id = o.parcel_id
      where o.batch_id in (select x.out_batch_id from waybill_parcel x
          where x.tenant_id = o.tenant_id and x.waybill_id = ${id})
        and not exists (select 1 from waybill_parcel x where x.tenant_id = o.tenant_id
          and x.waybill_id = ${id} and x.parcel_id = o.parcel_id))
    select h.houses, u.pieces as unhoused_pieces, u.grams as unhoused_grams,
      m.pieces as missing_pieces, m.grams as missing_grams from h, u, m`.execute(ctx.db)
  const { houses, ...sums } = rows[0]!
  const kg = (grams: string) => gramsToKg(Number(grams))
  return {
    houses,
    unhoused:
      houses === 0
        ? { pieces: 0, weightKg: kg('0') }
        : { pieces: sums.unhousedPieces, weightKg: kg(sums.unhousedGrams) },
    missing: { pieces: sums.missingPieces, weightKg: kg(sums.missingGrams) },
  }
}
