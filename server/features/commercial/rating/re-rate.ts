import { minorUnits } from '#contracts/kit/money.ts'

/**
 * What to adjust after the scale has spoken: the difference, or 0n when it is within 0.10 of the
 * currency or 1 % of the first price, whichever is larger (domain: only above both is it charged).
 */
export function reRateDelta(before: bigint, after: bigint, currency: string): bigint {
  const delta = after - before
  const size = delta < 0n ? -delta : delta
  const tenth = 10n ** BigInt(minorUnits(currency)) / 10n
  const within = size <= tenth || size * 100n <= (before < 0n ? -before : before)
  return within ? 0n : delta
}
