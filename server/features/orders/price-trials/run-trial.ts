import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { TRIAL_CUSTOMERS_MAX, type priceTrials } from '#contracts/orders/price-trials.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { readTable, readVersion } from '#server/features/commercial/prices/index.ts'
import { quote, tariffOfVersion, type Tariff } from '#server/features/commercial/rating/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failDenied, failFields } from '#server/kit/http/errors.ts'
import { findOrders, ratedInput, readOrders, type TrialOrder } from './trial-orders.ts'

type Answer = Out<typeof priceTrials.run>
interface Sum {
  orders: number
  before: bigint
  after: bigint
}

/** Orders read and priced before the server turns to others. */
const CHUNK = 500

/** Prices the orders of the last days by two versions of a table. */
export async function runTrial(ctx: Ctx, input: In<typeof priceTrials.run>): Promise<Answer> {
  if (!ctx.can(SEE_PRICES)) failDenied()
  const [before, after] = [await readVersion(ctx, input.id), await readVersion(ctx, input.withId)]
  if (before.feeId !== after.feeId) failFields([{ path: 'withId', code: 'feeVersion.otherTable' }])
  const table = await readTable(ctx, before.feeId)
  const { found, ids } = await findOrders(ctx, table, input.days)
  const tariffs = new Map<string, readonly [Tariff | null, Tariff | null]>()
  const tariffsOf = async (serviceId: string) => {
    const known = tariffs.get(serviceId)
    if (known) return known
    const pair = [
      await tariffOfVersion(ctx, serviceId, before.id),
      await tariffOfVersion(ctx, serviceId, after.id),
    ] as const
    tariffs.set(serviceId, pair)
    return pair
  }
  const sums = new Map<string, Sum>()
  const unpriced = { before: 0, after: 0 }
  let parcels = 0
  for (let at = 0; at < ids.length; at += CHUNK) {
    for (const order of await readOrders(ctx, ids.slice(at, at + CHUNK))) {
      const [was, is] = (await tariffsOf(order.serviceId)).map((one) => totalOf(order, one))
      if (was == null) unpriced.before += 1
      if (is == null) unpriced.after += 1
      if (was == null || is == null) continue
      parcels += order.parcels.length
      const sum = sums.get(order.customerId) ?? { orders: 0, before: 0n, after: 0n }
      sum.orders += 1
      sum.before += was
      sum.after += is
      sums.set(order.customerId, sum)
    }
    await nextTurn()
  }
  return {
    ...(await answerOf(ctx, table.currency, sums)),
    days: input.days,
    found,
    parcels,
    unpriced,
  }
}

function totalOf(order: TrialOrder, tariff: Tariff | null): bigint | null {
  if (!tariff) return null
  const priced = quote(ratedInput(order, tariff.fees[0]?.currency ?? ''), tariff)
  return priced.ok ? priced.quote.total : null
}

const size = (value: bigint) => (value < 0n ? -value : value)

async function answerOf(
  ctx: Ctx,
  currency: string,
  sums: ReadonlyMap<string, Sum>,
): Promise<Omit<Answer, 'days' | 'found' | 'parcels' | 'unpriced'>> {
  const shown = ({ before, after }: Sum) => ({
    before: formatMoney({ minor: before, currency }),
    after: formatMoney({ minor: after, currency }),
    difference: formatMoney({ minor: after - before, currency }),
    changeBp: before === 0n ? null : Number(((after - before) * 20_000n + before) / (2n * before)),
  })
  const all = [...sums.values()].reduce(
    (total, one) => ({
      orders: total.orders + one.orders,
      before: total.before + one.before,
      after: total.after + one.after,
    }),
    { orders: 0, before: 0n, after: 0n },
  )
  const largest = [...sums]
    .toSorted(([, a], [, b]) => {
      const [x, y] = [size(a.after - a.before), size(b.after - b.before)]
      return x === y ? 0 : x < y ? 1 : -1
    })
    .slice(0, TRIAL_CUSTOMERS_MAX)
  const names = new Map(
    (
      await sql<{ id: string; name: string }>`select c.id, c.name
        from ${ctx.rows('customer').as('c')}
        where c.id = any(${largest.map(([id]) => id)}::bigint[])`.execute(ctx.db)
    ).rows.map(({ id, name }) => [id, name]),
  )
  return {
    currency,
    orders: all.orders,
    ...shown(all),
    winners: [...sums.values()].filter((one) => one.after < one.before).length,
    losers: [...sums.values()].filter((one) => one.after > one.before).length,
    customers: largest.map(([id, sum]) => ({
      id,
      name: names.get(id) ?? '',
      orders: sum.orders,
      ...shown(sum),
    })),
  }
}
