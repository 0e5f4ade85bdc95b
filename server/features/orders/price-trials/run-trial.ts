import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { tariffOfVersion, quote, type Tariff } from '#server/features/commercial/rating/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import type { Failure } from '#server/kit/http/errors.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import type { TrialSum } from './read-trial.ts'
import { priceOrders, queueTrial } from './start-trial.ts'
import { ratedInput, readOrders, type TrialOrder } from './trial-orders.ts'

defineJob(
  priceOrders,
  (ctx, { id }) => runTrial(ctx, id),
  (ctx, { id }, failure) => end(ctx, id, 'failed', failure),
)

/** After so long another trial of the tenant gets its turn. */
const TURN_MS = 15_000
/** Orders priced before the server turns to others. */
const AT_ONCE = 25

interface Running {
  versionId: string
  withId: string
}
interface Part {
  partNo: number
  shipmentIds: string[]
}
type Tariffs = Map<string, readonly [Tariff | null, Tariff | null]>
interface Priced {
  sums: TrialSum[]
  unpriced: { before: number; after: number }
}

/**
 * Prices a trial part by part. A part's sums go in, and its orders out, in one transaction: a
 * process that dies goes on with the parts that are left, and counts none twice.
 */
async function runTrial(ctx: Ctx, id: string): Promise<void> {
  const until = performance.now() + TURN_MS
  const tariffs: Tariffs = new Map()
  for (;;) {
    const found = await sql<Running>`select k.version_id, k.with_id
      from ${ctx.rows('priceTrial').as('k')}
      where k.id = ${id} and k.status in ('queued', 'running')`.execute(ctx.db)
    const trial = found.rows[0]
    if (!trial) return
    const parts = await sql<Part>`select p.part_no, p.shipment_ids::text[] as shipment_ids
      from ${ctx.rows('priceTrialPart').as('p')}
      where p.trial_id = ${id} order by p.part_no limit 1`.execute(ctx.db)
    const part = parts.rows[0]
    if (!part) return end(ctx, id, 'done')
    const priced = await pricePart(ctx, trial, await readOrders(ctx, part.shipmentIds), tariffs)
    if (!(await storePart(ctx, id, part, priced))) return
    if (performance.now() > until) return inTx(ctx, (tx) => queueTrial(tx, id))
  }
}

async function pricePart(
  ctx: Ctx,
  { versionId, withId }: Running,
  orders: readonly TrialOrder[],
  tariffs: Tariffs,
): Promise<Priced> {
  const sums = new Map<string, TrialSum>()
  const unpriced = { before: 0, after: 0 }
  for (const [at, order] of orders.entries()) {
    if (at % AT_ONCE === 0) await nextTurn()
    const { customerId, serviceId } = order
    const pair =
      tariffs.get(serviceId) ??
      ([
        await tariffOfVersion(ctx, serviceId, versionId),
        await tariffOfVersion(ctx, serviceId, withId),
      ] as const)
    tariffs.set(serviceId, pair)
    const [was, is] = pair.map((tariff) => totalOf(order, tariff))
    if (was == null) unpriced.before += 1
    if (is == null) unpriced.after += 1
    if (was == null || is == null) continue
    const currency = pair[0]!.fees[0]!.currency
    const key = `${currency}/${customerId}/${serviceId}`
    const sum = sums.get(key) ?? {
      customerId,
      serviceId,
      currency,
      orders: 0,
      parcels: 0,
      before: 0n,
      after: 0n,
    }
    sum.orders += 1
    sum.parcels += order.parcels.length
    sum.before += was
    sum.after += is
    sums.set(key, sum)
  }
  return { sums: [...sums.values()], unpriced }
}

function totalOf(order: TrialOrder, tariff: Tariff | null): bigint | null {
  if (!tariff) return null
  const priced = quote(ratedInput(order, tariff.fees[0]?.currency ?? ''), tariff)
  return priced.ok ? priced.quote.total : null
}

/** False where the trial is over, or another process has this part. */
function storePart(ctx: Ctx, id: string, part: Part, { sums, unpriced }: Priced): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const found = await sql<{ same: boolean }>`select k.version_row = v.version
        and k.with_row = w.version as same
      from price_trial as k
        join ${tx.rows('feeVersion').as('v')} on v.id = k.version_id
        join ${tx.rows('feeVersion').as('w')} on w.id = k.with_id
      where ${tx.rows('priceTrial').where('k')} and k.id = ${id}
        and k.status in ('queued', 'running') for update of k`.execute(tx.db)
    const trial = found.rows[0]
    if (!trial) return false
    if (!trial.same) {
      await endIn(tx, id, 'failed', { code: 'priceTrial.changed', data: {} })
      return false
    }
    const gone = await sql`delete from price_trial_part as p
      where ${tx.rows('priceTrialPart').where('p')} and p.trial_id = ${id}
        and p.part_no = ${part.partNo}`.execute(tx.db)
    if (gone.numAffectedRows !== 1n) return false
    await sql`insert into price_trial_sum as s (tenant_id, trial_id, customer_id, service_id,
        currency, orders, parcels, before, after)
      select ${tx.principal.tenantId}::bigint, ${id}::bigint, x.customer_id, x.service_id,
        x.currency, x.orders, x.parcels, x.before, x.after
      from unnest(${sums.map((sum) => sum.customerId)}::bigint[],
        ${sums.map((sum) => sum.serviceId)}::bigint[], ${sums.map((sum) => sum.currency)}::text[],
        ${sums.map((sum) => sum.orders)}::int[], ${sums.map((sum) => sum.parcels)}::int[],
        ${sums.map((sum) => String(sum.before))}::bigint[],
        ${sums.map((sum) => String(sum.after))}::bigint[])
        as x(customer_id, service_id, currency, orders, parcels, before, after)
      on conflict (tenant_id, trial_id, currency, customer_id, service_id) do update
        set orders = s.orders + excluded.orders, parcels = s.parcels + excluded.parcels,
          before = s.before + excluded.before, after = s.after + excluded.after`.execute(tx.db)
    await sql`update price_trial as k set status = 'running',
        started_at = coalesce(k.started_at, now()), done = k.done + ${part.shipmentIds.length},
        unpriced_before = k.unpriced_before + ${unpriced.before},
        unpriced_after = k.unpriced_after + ${unpriced.after}
      where ${tx.rows('priceTrial').where('k')} and k.id = ${id}`.execute(tx.db)
    return true
  })
}

const end = (ctx: Ctx, id: string, status: 'done' | 'failed', failure?: Failure): Promise<void> =>
  inTx(ctx, (tx) => endIn(tx, id, status, failure))

async function endIn(
  tx: Tx,
  id: string,
  status: 'done' | 'failed',
  failure: Failure | null = null,
): Promise<void> {
  const data = failure ? JSON.stringify(failure.data) : null
  const ended = await sql`update price_trial as k set status = ${status}, finished_at = now(),
      failure = ${failure?.code ?? null}, failure_data = ${data}::jsonb
    where ${tx.rows('priceTrial').where('k')} and k.id = ${id}
      and k.status in ('queued', 'running')`.execute(tx.db)
  if (ended.numAffectedRows !== 1n) return
  await sql`delete from price_trial_part as p
    where ${tx.rows('priceTrialPart').where('p')} and p.trial_id = ${id}`.execute(tx.db)
  await tx.audit('price_trial', id, 'edit', null, { status, failure: failure?.code ?? null })
}
