import { failFields } from '#server/kit/http/errors.ts'

interface Goods {
  products: readonly { sku?: string | null | undefined; quanlity?: unknown }[]
}

/**
 * What the parcels of a stock order contain is reserved, and may be picked already. `places`: where
 * each is among all parcels of the order.
 */
export function requireSamePieces(
  parcels: readonly Goods[],
  before: { parcels: readonly Goods[] },
  places: readonly number[],
): void {
  const issues = parcels.flatMap((parcel, at) =>
    piecesOf(parcel) === piecesOf(before.parcels[at]!)
      ? []
      : [{ path: `parcels.${places[at]}.products`, code: 'correction.reserved' as const }],
  )
  if (issues.length > 0) failFields(issues)
}

/** The pieces of each article, as text. */
function piecesOf({ products }: Goods): string {
  const pieces = new Map<string, number>()
  for (const { sku, quanlity } of products)
    pieces.set(sku ?? '', (pieces.get(sku ?? '') ?? 0) + Number(quanlity))
  return JSON.stringify([...pieces].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
