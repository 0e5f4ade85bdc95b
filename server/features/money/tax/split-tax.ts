import type { TaxFacts } from '#contracts/money/tax.ts'

/** An amount as the price has it: without its tax, or with it. */
export interface PricedLine {
  minor: bigint
  tax: TaxFacts
}

export interface SplitTax {
  /** Of each line, in their order. */
  nets: bigint[]
  /** One for each category and rate that comes to an amount. */
  taxes: PricedLine[]
}

export const sameTax = (a: TaxFacts, b: TaxFacts): boolean =>
  a.category === b.category && a.rate === b.rate && a.country === b.country

const WHOLE = 10_000n

/**
 * The tax of lines, once per category and rate, half a unit rounded away from zero. Of prices with
 * tax, net and tax sum to the price: the net is shared among the lines by the largest remainder.
 */
export function splitTax(lines: readonly PricedLine[], prices: 'net' | 'gross'): SplitTax {
  const nets = lines.map(({ minor }) => minor)
  const taxes: PricedLine[] = []
  for (const { tax } of lines) {
    if (taxes.some((one) => sameTax(one.tax, tax))) continue
    const places = lines.flatMap((line, at) => (sameTax(line.tax, tax) ? [at] : []))
    const sum = places.reduce((so, at) => so + lines[at]!.minor, 0n)
    const rate = BigInt(tax.rate)
    if (prices === 'net') taxes.push({ tax, minor: rounded(sum * rate, WHOLE) })
    else {
      const net = rounded(sum * WHOLE, WHOLE + rate)
      taxes.push({ tax, minor: sum - net })
      for (const [n, part] of netParts(
        places.map((at) => lines[at]!.minor),
        WHOLE + rate,
        net,
      ).entries())
        nets[places[n]!] = part
    }
  }
  return { nets, taxes: taxes.filter(({ minor }) => minor !== 0n) }
}

/** Half away from zero. */
function rounded(size: bigint, by: bigint): bigint {
  const half = (size < 0n ? -size : size) * 2n + by
  const unit = half / (by * 2n)
  return size < 0n ? -unit : unit
}

/** The nets of prices with tax; they sum to `net`, what is left goes to the largest remainders. */
function netParts(prices: readonly bigint[], whole: bigint, net: bigint): bigint[] {
  const exact = prices.map((price) => price * WHOLE)
  const parts = exact.map((size) => floored(size, whole))
  let left = net - parts.reduce((sum, one) => sum + one, 0n)
  const order = exact
    .map((size, at) => ({ at, rest: size - parts[at]! * whole }))
    .toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  for (const { at } of order) {
    if (left === 0n) break
    parts[at]! += 1n
    left -= 1n
  }
  return parts
}

/** Division towards minus infinity. */
const floored = (size: bigint, by: bigint): bigint => {
  const unit = size / by
  return size % by < 0n ? unit - 1n : unit
}
