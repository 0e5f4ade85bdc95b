import { TRADE_ITEMS } from '#contracts/commercial/rating.ts'
import type { QuoteOut } from '#contracts/commercial/rating.ts'
import type { TaxCategory } from '#contracts/money/tax.ts'
import { parseMoney } from '#contracts/kit/money.ts'

/** A line of a price, or a parcel's part of it; `minor` is text, since JSON knows no bigint. */
export interface ChargeLine {
  tradeItem: string
  tax: boolean
  minor: string
  /** What it is taxed as; missing where the tenant charges no tax. */
  taxCategory?: TaxCategory | null
  taxRate?: number | null
  taxCountry?: string | null
  why: { code: string; params: Record<string, string> } | null
}

/**
 * The lines of an order's price. They sum to its amount: where a price was kept although the order
 * weighs something else, the difference is a line of its own.
 */
export function priceLines(quote: QuoteOut | null, amount: bigint, currency: string): ChargeLine[] {
  const lines =
    quote?.currency === currency
      ? quote.lines.map(({ tradeItem, code, params, amount: text }): ChargeLine => ({
          tradeItem,
          tax: code === 'tax',
          minor: String(parseMoney(text, currency, 'any')?.minor ?? 0n),
          why: { code, params },
        }))
      : []
  const rest = amount - lines.reduce((sum, { minor }) => sum + BigInt(minor), 0n)
  if (rest === 0n && lines.length > 0) return lines
  const tradeItem = lines.length > 0 ? TRADE_ITEMS.adjustment : TRADE_ITEMS.freight
  return [...lines, { tradeItem, tax: false, minor: String(rest), why: null }]
}

/**
 * The parts of parcels in each line, by weight; a line's parts sum to it, to the smallest unit.
 * Parcels that weigh nothing share alike.
 */
export function shareLines(
  lines: readonly ChargeLine[],
  weights: readonly number[],
): ChargeLine[][] {
  const parts: ChargeLine[][] = weights.map(() => [])
  for (const line of lines)
    for (const [at, minor] of shares(BigInt(line.minor), weights).entries())
      if (minor !== 0n || lines.length === 1) parts[at]!.push({ ...line, minor: String(minor) })
  return parts
}

/** An amount in parts by weight, what is left by the largest remainder. */
function shares(amount: bigint, weights: readonly number[]): bigint[] {
  const whole = weights.reduce((sum, one) => sum + BigInt(one), 0n)
  const by = whole === 0n ? weights.map(() => 1n) : weights.map(BigInt)
  const total = whole === 0n ? BigInt(weights.length) : whole
  const sign = amount < 0n ? -1n : 1n
  const size = amount * sign
  const parts = by.map((weight) => (size * weight) / total)
  let left = size - parts.reduce((sum, one) => sum + one, 0n)
  const order = by
    .map((weight, at) => ({ at, rest: (size * weight) % total }))
    .toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  for (const { at } of order) {
    if (left === 0n) break
    parts[at]! += 1n
    left -= 1n
  }
  return parts.map((one) => one * sign)
}

export const sumOf = (lines: readonly Pick<ChargeLine, 'minor'>[]): bigint =>
  lines.reduce((sum, { minor }) => sum + BigInt(minor), 0n)

/** What lines have more than others, item by item; what is the same is left out. */
export function lessLines(
  lines: readonly ChargeLine[],
  others: readonly ChargeLine[],
): ChargeLine[] {
  const found = new Map<string, { line: ChargeLine; minor: bigint }>()
  const add = (line: ChargeLine, minor: bigint) => {
    const { tradeItem, tax, taxCategory, taxRate, taxCountry } = line
    const key = [tradeItem, tax, taxCategory, taxRate, taxCountry].join('|')
    const known = found.get(key)
    if (known) known.minor += minor
    else found.set(key, { line, minor })
  }
  for (const line of lines) add(line, BigInt(line.minor))
  for (const line of others) add(line, -BigInt(line.minor))
  return [...found.values()]
    .filter(({ minor }) => minor !== 0n)
    .map(({ line, minor }) => ({ ...line, minor: String(minor) }))
}
