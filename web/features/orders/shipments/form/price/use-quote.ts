import { Form, type FormInstance } from 'antd'
import { shipments } from '#contracts/orders/shipments.ts'
import type { QuoteOut } from '#contracts/commercial/rating.ts'
import { useApi } from '../../../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../../../kit/platform/use-timing.ts'
import { toWire, type Draft } from '../draft/draft.ts'

const PAUSE_MS = 400

type Question = ReturnType<typeof priceQuestion>
const isWhole = (draft: Partial<Draft>): draft is Draft => draft.parcels !== undefined

export interface LivePrice {
  quote: QuoteOut | null
  issues: readonly string[]
  asking: boolean
  /** Service, country and weights are there: a price can be asked for. */ ready: boolean
  failed: boolean
  question: Question
  /** Country and weights are there: services can be compared. */
  sized: boolean
}

/** What the price depends on, and nothing else: typing a name asks nothing. */
export function priceQuestion(draft: Draft) {
  const { shipmentResource, customerId, serviceId, consignee, attributes, fba, parcels } =
    toWire(draft)
  return {
    shipmentResource,
    customerId,
    serviceId,
    consignee: {
      // An address without a company is a residence.
      company: consignee.company === null ? null : 'x',
      country: consignee.country,
      postalCode: consignee.postalCode,
      state: consignee.state,
      city: consignee.city,
    },
    attributes,
    fba,
    parcels: parcels.map(({ weightKg, lengthCm, widthCm, heightCm, products }) => ({
      weightKg,
      lengthCm,
      widthCm,
      heightCm,
      products: products.map(({ quanlity, unitPrice, currency }) => ({
        quanlity,
        unitPrice,
        currency,
      })),
    })),
  }
}

/** The price of the order as it stands on the screen, 400 ms after the last key. */
export function useQuote(form: FormInstance<Draft>): LivePrice {
  // Watched as text: what the price does not depend on draws nothing again.
  const now: string =
    Form.useWatch(
      (draft: Partial<Draft>) => (isWhole(draft) ? JSON.stringify(priceQuestion(draft)) : ''),
      { form, preserve: true },
    ) || JSON.stringify(priceQuestion(form.getFieldsValue(true)))
  const question = JSON.parse(now) as Question
  const sized =
    Boolean(question.consignee.country) &&
    question.parcels.every((parcel) => parcel.weightKg !== null)
  const ready = sized && Boolean(question.serviceId)
  const settled = useDebouncedValue(now, PAUSE_MS)
  const found = useApi(shipments.quote, JSON.parse(settled) as Question, {
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
    question,
    sized,
  }
}
