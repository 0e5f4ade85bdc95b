import { minorUnits } from '#contracts/kit/money.ts'

/** One unit of `currency` is worth `rate` units of `baseCurrency` from `validFrom` on. */
export interface ExchangeRate {
  currency: string
  baseCurrency: string
  /** Exact decimal as the table has it. */
  rate: string
  /** YYYY-MM-DD */
  validFrom: string
}
interface Amount {
  minor: bigint
  currency: string
}

/** The special drawing right, in which posts count: no money, but it has rates. */
export const SDR = 'XDR'
const decimalsOf = (currency: string): number => (currency === SDR ? 2 : minorUnits(currency))

const SCALE = 8
interface Fraction {
  over: bigint
  under: bigint
}

function fractionOf(rate: string): Fraction | null {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(rate) ?? []
  if (whole === undefined) return null
  const over = BigInt(whole + part.slice(0, SCALE).padEnd(SCALE, '0'))
  return over === 0n ? null : { over, under: 10n ** BigInt(SCALE) }
}

/** The newest rate of a pair on a day, in the direction asked for. */
function rateOf(
  from: string,
  to: string,
  rates: readonly ExchangeRate[],
  day: string,
): Fraction | null {
  if (from === to) return { over: 1n, under: 1n }
  let best: { row: ExchangeRate; turned: boolean } | null = null
  for (const row of rates) {
    const turned = row.currency === to && row.baseCurrency === from
    if (!turned && (row.currency !== from || row.baseCurrency !== to)) continue
    if (row.validFrom > day || (best && best.row.validFrom >= row.validFrom)) continue
    best = { row, turned }
  }
  const found = best && fractionOf(best.row.rate)
  return found && best?.turned ? { over: found.under, under: found.over } : found
}

/**
 * An amount in another currency on a day, rounded half up to its smallest unit: by a rate of the
 * pair, in either direction, else by way of the euro. Null where no rate reaches there.
 */
export function convert(
  { minor, currency }: Amount,
  to: string,
  rates: readonly ExchangeRate[],
  day: string,
): Amount | null {
  const direct = rateOf(currency, to, rates, day)
  const first = direct ?? rateOf(currency, 'EUR', rates, day)
  const second = direct ? { over: 1n, under: 1n } : rateOf('EUR', to, rates, day)
  if (!first || !second) return null
  const over = minor * first.over * second.over * 10n ** BigInt(decimalsOf(to))
  const under = first.under * second.under * 10n ** BigInt(decimalsOf(currency))
  return { minor: (2n * over + under) / (2n * under), currency: to }
}
