import { minorUnits } from '#contracts/kit/money.ts'

/** How large a difference has to be: above both is it charged. */
export interface AdjustLimits {
  /** Thousandths of the currency's unit. */
  above: number
  /** Hundredths of a percent of the first price. */
  percent: number
}

/** Domain §3.3: 0.10 of the currency, 1 %. */
export const ADJUST_LIMITS: AdjustLimits = { above: 100, percent: 100 }

/**
 * What to adjust after the scale has spoken: the difference, or 0n when it is within the limits,
 * whichever is larger.
 */
export function reRateDelta(
  before: bigint,
  after: bigint,
  currency: string,
  { above, percent }: AdjustLimits = ADJUST_LIMITS,
): bigint {
  const delta = after - before
  const size = delta < 0n ? -delta : delta
  const within =
    size * 1000n <= BigInt(above) * 10n ** BigInt(minorUnits(currency)) ||
    size * 10_000n <= BigInt(percent) * (before < 0n ? -before : before)
  return within ? 0n : delta
}
