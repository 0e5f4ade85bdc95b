import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import {
  TRIAL_CUSTOMERS_MAX,
  type PriceTrial,
  type priceTrials,
} from '#contracts/orders/price-trials.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { readTable } from '#server/features/commercial/prices/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failDenied, failMissing } from '#server/kit/http/errors.ts'
import { translateError } from '#server/kit/http/texts.ts'

/** Who puts a version to use decides by the trials of all. */
const SEE_ALL = 'dlv:fee:activate'

type Result = Out<typeof priceTrials.queryById>

interface Row {
  id: string
  feeId: string
  versionNo: number
  withNo: number
  days: number
  status: PriceTrial['status']
  found: number
  total: number
  done: number
  unpricedBefore: number
  unpricedAfter: number
  failure: string | null
  failureData: Record<string, unknown> | null
  createTime: string
  finishedAt: string | null
  createBy: string | null
  userId: string
}
/** A trial's sums of one customer with one service. */
export interface TrialSum {
  customerId: string
  serviceId: string
  currency: string
  orders: number
  parcels: number
  before: bigint
  after: bigint
}

const columns = sql`k.id, k.fee_id, v.version_no, w.version_no as with_no, k.days, k.status,
  k.found, k.total, k.done, k.unpriced_before, k.unpriced_after, k.failure, k.failure_data,
  k.create_time, k.finished_at, k.create_by, k.user_id`

/**
 * Trials the caller may read: the own ones; with the permission to put prices to use those of
 * colleagues, where every customer and service of their sums is within the caller's reach.
 */
function readable(ctx: Ctx): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`k.user_id = ${ctx.principal.userId}`
  if (!ctx.can(SEE_ALL)) return own
  return sql<SqlBool>`(${own} or not exists (select 1 from ${ctx.rows('priceTrialSum').as('o')}
    where o.trial_id = k.id and not (
      exists (select 1 from ${ctx.rows('customer').as('c')} where c.id = o.customer_id)
      and exists (select 1 from ${ctx.rows('deliveryService').as('d')}
        where d.id = o.service_id))))`
}

/** A trial the caller may read, of a table whose prices the caller may see; 404 for any other. */
export async function readTrial(ctx: Ctx, id: string, only: 'own' | 'any' = 'any'): Promise<Row> {
  if (!ctx.can(SEE_PRICES)) failDenied()
  const seen = only === 'own' ? sql`k.user_id = ${ctx.principal.userId}` : readable(ctx)
  const found = await sql<Row>`select ${columns} from ${ctx.rows('priceTrial').as('k')}
      join ${ctx.rows('feeVersion').as('v')} on v.id = k.version_id
      join ${ctx.rows('feeVersion').as('w')} on w.id = k.with_id
    where k.id = ${id} and ${seen}`.execute(ctx.db)
  const trial = found.rows[0] ?? failMissing()
  await readTable(ctx, trial.feeId)
  return trial
}

/** The state of the caller's own trial, locked. */
export async function lockOwnTrial(tx: Tx, id: string): Promise<PriceTrial['status']> {
  await readTrial(tx, id, 'own')
  const found = await sql<{ status: PriceTrial['status'] }>`select k.status from price_trial as k
    where ${tx.rows('priceTrial').where('k')} and k.id = ${id} for update`.execute(tx.db)
  return found.rows[0]?.status ?? failMissing()
}

const shown = (ctx: Ctx, row: Row): PriceTrial => ({
  id: row.id,
  versionNo: row.versionNo,
  withNo: row.withNo,
  days: row.days,
  status: row.status,
  found: row.found,
  total: row.total,
  done: row.done,
  failure: row.failure
    ? { code: row.failure, message: translateError(ctx.lang, row.failure, row.failureData ?? {}) }
    : null,
  createTime: row.createTime,
  finishedAt: row.finishedAt,
  startedBy: row.createBy,
  own: row.userId === ctx.principal.userId,
})

export async function listTrials(
  ctx: Ctx,
  { feeId, pageNo, pageSize }: In<typeof priceTrials.list>,
): Promise<Out<typeof priceTrials.list>> {
  if (!ctx.can(SEE_PRICES)) failDenied()
  await readTable(ctx, feeId)
  const found = await sql<Row & { allRows: number }>`select ${columns},
      count(*) over ()::int as all_rows
    from ${ctx.rows('priceTrial').as('k')}
      join ${ctx.rows('feeVersion').as('v')} on v.id = k.version_id
      join ${ctx.rows('feeVersion').as('w')} on w.id = k.with_id
    where k.fee_id = ${feeId} and ${readable(ctx)}
    order by k.id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  const all = found.rows[0]?.allRows ?? 0
  return {
    records: found.rows.map((row) => shown(ctx, row)),
    total: all,
    size: pageSize,
    current: pageNo,
    pages: Math.ceil(all / pageSize),
    capped: false,
  }
}

export async function readSums(ctx: Ctx, id: string): Promise<TrialSum[]> {
  const found = await sql<Omit<TrialSum, 'before' | 'after'> & { before: string; after: string }>`
    select s.customer_id, s.service_id, s.currency, s.orders, s.parcels, s.before::text as before,
      s.after::text as after
    from ${ctx.rows('priceTrialSum').as('s')} where s.trial_id = ${id}
    order by s.currency, s.customer_id, s.service_id`.execute(ctx.db)
  return found.rows.map((row) => ({
    ...row,
    before: BigInt(row.before),
    after: BigInt(row.after),
  }))
}

/** Sums with the same key in one, by currency, the largest difference first. */
export function sumsBy(
  sums: readonly TrialSum[],
  keyOf: (sum: TrialSum) => string,
): (TrialSum & { key: string })[] {
  const found = new Map<string, TrialSum & { key: string }>()
  for (const sum of sums) {
    const key = keyOf(sum)
    const at = `${sum.currency}/${key}`
    const known = found.get(at)
    if (!known) found.set(at, { ...sum, key })
    else {
      known.orders += sum.orders
      known.parcels += sum.parcels
      known.before += sum.before
      known.after += sum.after
    }
  }
  return [...found.values()].toSorted((a, b) => {
    const [x, y] = [size(a.after - a.before), size(b.after - b.before)]
    return x === y ? 0 : x < y ? 1 : -1
  })
}
const size = (value: bigint) => (value < 0n ? -value : value)

export const amountsOf = ({ currency, orders, parcels, before, after }: TrialSum) => ({
  currency,
  orders,
  parcels,
  before: formatMoney({ minor: before, currency }),
  after: formatMoney({ minor: after, currency }),
  difference: formatMoney({ minor: after - before, currency }),
  changeBp: before === 0n ? null : changeOf(before, after),
})
/** Hundredths of a percent, half away from zero. */
function changeOf(before: bigint, after: bigint): number {
  const [change, base] = [after - before, size(before)]
  const rounded = (size(change) * 20_000n + base) / (2n * base)
  return Number(change < 0n ? -rounded : rounded)
}

export async function readResult(
  ctx: Ctx,
  { id }: In<typeof priceTrials.queryById>,
): Promise<Result> {
  const trial = await readTrial(ctx, id)
  const sums = await readSums(ctx, id)
  const customers = sumsBy(sums, (sum) => sum.customerId)
  const listed = customers.slice(0, TRIAL_CUSTOMERS_MAX)
  const names = await namesOf(ctx, id)
  const paysLess = new Set(customers.filter(isLess).map(({ key }) => key))
  const paysMore = new Set(customers.filter(isMore).map(({ key }) => key))
  return {
    ...shown(ctx, trial),
    unpriced: { before: trial.unpricedBefore, after: trial.unpricedAfter },
    winners: paysLess.size,
    losers: paysMore.size,
    totals: sumsBy(sums, () => '').map(amountsOf),
    customers: listed.map((sum) => ({
      id: sum.key,
      name: names.customers.get(sum.key) ?? '',
      ...amountsOf(sum),
    })),
    services: sumsBy(sums, (sum) => sum.serviceId).map((sum) => ({
      id: sum.key,
      code: names.services.get(sum.key)?.code ?? '',
      name: names.services.get(sum.key)?.name ?? '',
      ...amountsOf(sum),
    })),
  }
}
const isLess = ({ before, after }: TrialSum) => after < before
const isMore = ({ before, after }: TrialSum) => after > before

/** Names of a trial's customers and services, as far as the caller reaches them. */
export async function namesOf(
  ctx: Ctx,
  trialId: string,
): Promise<{
  customers: Map<string, string>
  services: Map<string, { code: string; name: string }>
}> {
  const customers = await sql<{ id: string; name: string }>`select c.id, c.name
    from ${ctx.rows('customer').as('c')} where c.id in (select s.customer_id
      from ${ctx.rows('priceTrialSum').as('s')} where s.trial_id = ${trialId})`.execute(ctx.db)
  const services = await sql<{ id: string; code: string; name: string }>`select v.id, v.code,
      v.name
    from ${ctx.rows('deliveryService').as('v')} where v.id in (select s.service_id
      from ${ctx.rows('priceTrialSum').as('s')} where s.trial_id = ${trialId})`.execute(ctx.db)
  return {
    customers: new Map(customers.rows.map(({ id, name }) => [id, name])),
    services: new Map(services.rows.map(({ id, code, name }) => [id, { code, name }])),
  }
}
