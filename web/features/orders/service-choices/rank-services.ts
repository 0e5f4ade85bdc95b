import type { ComparedService } from '#contracts/orders/service-choices.ts'

export type RankBy = 'price' | 'days'
const LAST = Number.MAX_SAFE_INTEGER
const amountOf = ({ price }: ComparedService) => (price ? Number(price.gross) : LAST)
const daysOf = ({ transit }: ComparedService) => transit?.max ?? transit?.min ?? LAST

/**
 * Cheapest or fastest first, the other one decides between equals; prices of another currency after
 * those of the first one, what does not take the shipment last.
 */
export function rankServices(services: readonly ComparedService[], by: RankBy): ComparedService[] {
  const currency = services.find(({ price }) => price)?.price?.currency
  const foreign = ({ price }: ComparedService) => Number(price?.currency !== currency)
  const byPrice = (a: ComparedService, b: ComparedService) =>
    foreign(a) - foreign(b) || amountOf(a) - amountOf(b)
  const byDays = (a: ComparedService, b: ComparedService) => daysOf(a) - daysOf(b)
  const [first, second] = by === 'price' ? [byPrice, byDays] : [byDays, byPrice]
  return services.toSorted(
    (a, b) =>
      Number(a.price === null) - Number(b.price === null) ||
      first(a, b) ||
      second(a, b) ||
      a.code.localeCompare(b.code),
  )
}
