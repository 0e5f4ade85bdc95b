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
