import { shipments } from '#contracts/orders/shipments.ts'
import type { QuoteOut } from '#contracts/commercial/rating.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../../kit/platform/use-timing.ts'
import { toWire, type Draft } from './draft.ts'

const PAUSE_MS = 400

export interface LivePrice {
  quote: QuoteOut | null
  issues: readonly string[]
  asking: boolean
  /** Service, country and weights are there: a price can be asked for. */ ready: boolean
  failed: boolean
}

/** What the price depends on, and nothing else: typing a name asks nothing. */
export function priceQuestion(draft: Draft) {
  const { customerId, serviceId, consignee, parcels } = toWire(draft)
  return {
    customerId,
    serviceId,
    consignee: {
      country: consignee.country,
      postalCode: consignee.postalCode,
      state: consignee.state,
      city: consignee.city,
    },
    parcels: parcels.map(({ weightKg, lengthCm, widthCm, heightCm }) => ({
      weightKg,
      lengthCm,
      widthCm,
      heightCm,
    })),
  }
}

/** The price of the order as it stands on the screen, 400 ms after the last key. */
export function useQuote(draft: Draft): LivePrice {
  const question = priceQuestion(draft)
  const ready =
    Boolean(question.serviceId && question.consignee.country) &&
    question.parcels.every((parcel) => parcel.weightKg !== null)
  const now = JSON.stringify(question)
  const settled = useDebouncedValue(now, PAUSE_MS)
  const found = useApi(shipments.quote, JSON.parse(settled) as typeof question, {
    enabled: ready && settled === now,
    keepPrevious: true,
    quiet: true,
    staleTime: 60_000,
  })
  return {
    quote: ready ? (found.data?.quote ?? null) : null,
    issues: ready ? (found.data?.issues.map((issue) => issue.message) ?? []) : [],
    asking: ready && (found.isFetching || settled !== now),
    ready,
    failed: found.isError,
  }
}
