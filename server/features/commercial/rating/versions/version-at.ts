import { shareOf } from '../tariff.ts'
import type { FeeCell } from '../tariff.ts'

/** The period of a published version as ISO moments in UTC, its end excluded. */
export interface VersionPeriod {
  id: string
  validFrom: string
  validTo: string | null
}

/** The version of a moment; null where the table has none then. */
export function versionAt<V extends VersionPeriod>(versions: readonly V[], at: string): V | null {
  const moment = Date.parse(at)
  return (
    versions.find(
      ({ validFrom, validTo }) =>
        Date.parse(validFrom) <= moment && (validTo === null || moment < Date.parse(validTo)),
    ) ?? null
  )
}

/**
 * The version of a moment as customers know it: one to come counts once it is announced, until then
 * the prices before it go on.
 */
export function announcedAt<V extends VersionPeriod & { announced: boolean }>(
  versions: readonly V[],
  at: string,
  now: string,
): V | null {
  const known = versions.filter(
    ({ validFrom, announced }) => announced || Date.parse(validFrom) <= Date.parse(now),
  )
  const hidden = new Set(
    versions.filter((one) => !known.includes(one)).map(({ validFrom }) => Date.parse(validFrom)),
  )
  const open = known.map((one) =>
    one.validTo !== null && hidden.has(Date.parse(one.validTo))
      ? { ...one, validTo: nextOf(one) }
      : one,
  )
  function nextOf({ validFrom }: V): string | null {
    return (
      known
        .map((one) => one.validFrom)
        .filter((from) => Date.parse(from) > Date.parse(validFrom))
        .toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
    )
  }
  return versionAt(open, at)
}

/** Prices of a table that follows another one: every amount, rounded half up, never below zero. */
export function withPercent(cells: readonly FeeCell[], percentBp: number): FeeCell[] {
  const factor = BigInt(Math.max(0, 10_000 + percentBp))
  const raised = (amount: bigint) => shareOf(amount, factor, 10_000n)
  const perhaps = (amount: bigint | null) => (amount === null ? null : raised(amount))
  return cells.map((cell) => ({
    ...cell,
    price: raised(cell.price),
    stepPrice: perhaps(cell.stepPrice),
    minPrice: perhaps(cell.minPrice),
  }))
}
