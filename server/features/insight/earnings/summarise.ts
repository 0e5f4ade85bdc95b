import {
  EARNINGS_ROWS_MAX,
  EARNING_PARTS,
  type EarningPart,
  type Earnings,
  type EarningRows,
  type EarningsInCurrency,
  type EarningSums,
} from '#contracts/insight/earnings.ts'
import { dayAfter } from '#contracts/kit/measure.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { SEE_COSTS, SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { translate } from '#server/kit/http/texts.ts'
import {
  madeAt,
  namesOf,
  spansOf,
  sumsOf,
  totalsOf,
  type Asked,
  type Sum,
} from './read-earnings.ts'

interface Amounts {
  revenue: bigint
  cost: bigint
}
const NOTHING: Amounts = { revenue: 0n, cost: 0n }

/** Figures of a span, each currency by itself, with those of as many days before. */
export async function summarise(ctx: Ctx, asked: Asked): Promise<Earnings> {
  const { span, before } = await spansOf(ctx, asked)
  const head = { ...days(span), before: days(before), madeAt: await madeAt(ctx) }
  if (!ctx.can(SEE_PRICES)) return { ...head, currencies: [] }
  const [sums, earlier] = await Promise.all([
    sumsOf(ctx, asked, span),
    totalsOf(ctx, asked, before),
  ])
  const byDay = sums.filter(({ part }) => part === 'day')
  const totals = [...new Set(byDay.map(({ currency }) => currency))].map((currency) => {
    const own = byDay.filter((one) => one.currency === currency)
    return { currency, total: addUp(own), size: own.length }
  })
  const currencies: EarningsInCurrency[] = []
  for (const { currency, total } of totals.toSorted(
    (a, b) => b.size - a.size || a.currency.localeCompare(b.currency),
  )) {
    const wire = wireIn(ctx, currency)
    const own = sums.filter((one) => one.currency === currency)
    const found = new Map(
      byDay.filter((one) => one.currency === currency).map((one) => [one.key, one]),
    )
    const rows = await Promise.all(EARNING_PARTS.map((part) => rowsOf(ctx, own, part, wire)))
    currencies.push({
      currency,
      total: wire(total),
      before: wire(earlier.get(currency) ?? NOTHING),
      days: daysOf(span).map((day) => ({ day, ...wire(found.get(day) ?? NOTHING) })),
      by: Object.fromEntries(EARNING_PARTS.map((part, at) => [part, rows[at]])) as Record<
        EarningPart,
        EarningRows
      >,
    })
  }
  return { ...head, currencies }
}

const days = ({ from, to }: { from: string; to: string }) => ({ from, to })

export function daysOf({ from, to }: { from: string; to: string }): string[] {
  const all: string[] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) all.push(day)
  return all
}

const addUp = (rows: readonly Amounts[]): Amounts =>
  rows.reduce(
    (all, { revenue, cost }) => ({ revenue: all.revenue + revenue, cost: all.cost + cost }),
    NOTHING,
  )

/** Amounts as they leave: cost and margin only to those who see costs. */
export function wireIn(ctx: Ctx, currency: string): (amounts: Amounts) => EarningSums {
  const costs = ctx.can(SEE_COSTS)
  const text = (minor: bigint) => formatMoney({ minor, currency })
  return ({ revenue, cost }) => {
    return {
      revenue: text(revenue),
      cost: costs ? text(cost) : null,
      margin: costs ? text(revenue - cost) : null,
    }
  }
}

/** The rows of one part, largest revenue first. */
export const largestFirst = (sums: readonly Sum[], part: Sum['part']): Sum[] =>
  sums
    .filter((one) => one.part === part)
    .toSorted((a, b) =>
      a.revenue === b.revenue ? (a.cost < b.cost ? 1 : -1) : a.revenue < b.revenue ? 1 : -1,
    )

/** What a row of a breakdown is called. */
export async function textsOf(
  ctx: Ctx,
  part: EarningPart,
  keys: readonly (string | null)[],
): Promise<(key: string | null) => string> {
  const ids = keys.filter((key): key is string => key !== null)
  const names = part === 'country' ? new Map<string, string>() : await namesOf(ctx, part, ids)
  const none = translate(ctx.lang, 'earnings', `none.${part}`)
  return (key) => (key === null ? none : (names.get(key) ?? key))
}

async function rowsOf(
  ctx: Ctx,
  sums: readonly Sum[],
  part: EarningPart,
  wire: (amounts: Amounts) => EarningSums,
): Promise<EarningRows> {
  const sorted = largestFirst(sums, part)
  const top = sorted.slice(0, EARNINGS_ROWS_MAX)
  const others = sorted.slice(EARNINGS_ROWS_MAX)
  const textOf = await textsOf(
    ctx,
    part,
    top.map(({ key }) => key),
  )
  return {
    top: top.map((one) => ({ key: one.key, text: textOf(one.key), ...wire(one) })),
    others: others.length > 0 ? wire(addUp(others)) : null,
  }
}
