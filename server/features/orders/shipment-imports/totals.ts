import type { Money } from '#contracts/kit/money.ts'

/** One currency's sum as the column `shipment_import.totals` holds it. */
export interface StoredTotal {
  readonly currency: string
  readonly minor: string
}

export const moneyOf = (totals: readonly StoredTotal[]): Money[] =>
  totals.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) }))

export const storedOf = (totals: readonly Money[]): string =>
  JSON.stringify(
    totals.map(({ currency, minor }): StoredTotal => ({ currency, minor: minor.toString() })),
  )
