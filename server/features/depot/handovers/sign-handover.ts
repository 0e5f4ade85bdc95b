import { sql } from 'kysely'
import { HANDOVER_HOURS, type handovers, type Strokes } from '#contracts/depot/handovers.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import { newToken, tokenHash } from '#server/features/platform/session/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'

export interface Batch {
  id: string
  no: string
  depot: string
  status: string
  closedAt: string | null
  timeZone: string
}

export async function loadBatch(ctx: Ctx, id: string): Promise<Batch> {
  const { rows } = await sql<Batch>`select b.id, b.no, b.status, b.closed_at, d.time_zone,
      d.code || ' · ' || d.paper_name as depot
    from ${ctx.rows('outBatch').as('b')}
      join depot d on d.tenant_id = b.tenant_id and d.id = b.depot_id
    where b.id = ${id}`.execute(ctx.db)
  return rows[0] ?? failMissing()
}

export interface Signed {
  driver: string
  plate: string
  signedAt: string
  strokes: Strokes
}

/** Who signed for the batch as it was shipped last; opened again, it is not signed for. */
export async function signedFor(ctx: Ctx, batch: Batch): Promise<Signed | null> {
  if (batch.status !== OUT_BATCH.shipped) return null
  const { rows } = await sql<Signed>`select h.driver, h.plate, h.signed_at, h.strokes
    from ${ctx.rows('outHandover').as('h')}
    where h.batch_id = ${batch.id} and h.signed_at >= ${batch.closedAt}
    order by h.id desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

const shown = (one: Signed | null) =>
  one && { driver: one.driver, plate: one.plate, signedAt: one.signedAt }

export async function readHandover(
  ctx: Ctx,
  { batchId }: In<typeof handovers.queryById>,
): Promise<Out<typeof handovers.queryById>> {
  return { signed: shown(await signedFor(ctx, await loadBatch(ctx, batchId))) }
}

/** A link for the driver's phone; only its hash is stored. */
export function addHandover(
  ctx: Ctx,
  { batchId }: In<typeof handovers.add>,
): Promise<Out<typeof handovers.add>> {
  return inTx(ctx, async (tx) => {
    const batch = await lockBatch(tx, batchId)
    await sql`delete from out_handover as h where ${tx.rows('outHandover').where('h')}
      and h.batch_id = ${batchId} and h.signed_at is null`.execute(tx.db)
    const token = newToken()
    const expiresAt = new Date(now() + HANDOVER_HOURS * 3_600_000).toISOString()
    const { tenantId, username } = tx.principal
    const { rows } = await sql<{ id: string }>`insert into out_handover (tenant_id, batch_id,
        token_hash, expires_at, create_by)
      values (${tenantId}, ${batchId}, ${tokenHash(token)}, ${expiresAt}, ${username})
      returning id`.execute(tx.db)
    await tx.audit('out_handover', rows[0]!.id, 'add', null, { batch: batch.no })
    return { path: `/user/handover/${tenantId}/${token}`, expiresAt }
  })
}

/** A shipped batch that is not signed for yet; its row is locked until the end. */
async function lockBatch(tx: Tx, id: string): Promise<Batch> {
  await sql`select 1 from out_batch as b where ${tx.rows('outBatch').where('b')}
    and b.id = ${id} for update`.execute(tx.db)
  const batch = await loadBatch(tx, id)
  if (batch.status !== OUT_BATCH.shipped) fail('handover.notShipped', { label: batch.no })
  const signed = await signedFor(tx, batch)
  if (signed) fail('handover.signed', { label: batch.no, driver: signed.driver })
  return batch
}

interface Link {
  id: string
  version: number
  batchId: string
  signedAt: string | null
}

/** A link that is good; an unknown one, one of another tenant and an old one are refused alike. */
async function linkOf(system: Ctx, token: string): Promise<Link> {
  const { rows } = await sql<Link>`select h.id, h.version, h.batch_id, h.signed_at
    from ${system.rows('outHandover').as('h')}
    where h.token_hash = ${tokenHash(token)} and h.expires_at > ${nowIso()}`.execute(system.db)
  return rows[0] ?? fail('handover.unknown')
}

export async function readLoad(
  ctx: Ctx,
  { tenant, token }: In<typeof handovers.load>,
): Promise<Out<typeof handovers.load>> {
  const system = asSystem(ctx, tenant)
  const link = await linkOf(system, token)
  return loadOf(system, await loadBatch(system, link.batchId))
}

/** What goes with the batch, counted now: nothing of its parcels or customers. */
async function loadOf(system: Ctx, batch: Batch): Promise<Out<typeof handovers.load>> {
  if (batch.status !== OUT_BATCH.shipped || batch.closedAt === null) fail('handover.unknown')
  const { pieces, bags, loose, grams } = await countsOf(system, batch.id)
  const { rows } = await sql<{ name: string }>`select t.name from tenant t
    where t.id = ${system.principal.tenantId}`.execute(system.db)
  return {
    company: rows[0]?.name ?? '',
    batchNo: batch.no,
    depot: batch.depot,
    pieces,
    bags,
    loose,
    weightKg: gramsToKg(Number(grams)),
    shippedAt: batch.closedAt,
    signed: shown(await signedFor(system, batch)),
  }
}

interface Counts {
  pieces: number
  bags: number
  loose: number
  grams: string
}
export async function countsOf(ctx: Ctx, batchId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`select count(*)::int as pieces,
      count(distinct o.package_id)::int as bags,
      (count(*) filter (where o.package_id is null))::int as loose,
      coalesce(sum(coalesce(p.measured_weight, p.weight)), 0)::text as grams
    from ${asSystem(ctx, ctx.principal.tenantId).rows('outBatchParcel').as('o')}
      join parcel p on p.tenant_id = o.tenant_id and p.id = o.parcel_id
    where o.batch_id = ${batchId}`.execute(ctx.db)
  return rows[0]!
}

/** The driver signs, once: a second signature, also by a second link, is refused. */
export function signHandover(
  ctx: Ctx,
  { tenant, token, driver, plate, strokes }: In<typeof handovers.sign>,
): Promise<Out<typeof handovers.sign>> {
  return inTx(asSystem(ctx, tenant), async (tx) => {
    const link = await linkOf(tx, token)
    const batch = await lockBatch(tx, link.batchId)
    await change(
      tx,
      'outHandover',
      link.id,
      { driver, plate, strokes: strokes as never, signedAt: nowIso() },
      { unlogged: ['strokes'] },
    )
    return loadOf(tx, batch)
  })
}
