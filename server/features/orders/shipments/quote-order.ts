import type { In, Out } from '#contracts/kit/endpoint.ts'
import { takesKind } from '#contracts/orders/kinds/service-kinds.ts'
import type { DraftParcel } from '#contracts/orders/shipments.draft.ts'
import type { shipments } from '#contracts/orders/shipments.ts'
import { numbersLeft } from '#server/features/commercial/numbers/index.ts'
import {
  quote,
  quoteToWire,
  seenQuote,
  type QuoteResult,
  type RatingParcel,
  type Tariff,
} from '#server/features/commercial/rating/index.ts'
import { capIssue, isAllowed } from '#server/features/platform/users/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { parseMoney } from '#contracts/kit/money.ts'
import { cmToMm, kgToGrams } from '#contracts/kit/units.ts'
import { senderOf } from './add-order.ts'
import { configVersion } from '#server/kit/db/config-version.ts'
import { loadReferences } from './references.ts'
import { ratedAttributes } from './rated-attributes.ts'
import { seesPrice } from './rows/read-order.ts'
import { limitsOfCaller, tellable, withTax } from './spend.ts'

type Answer = Out<typeof shipments.quote>
type Draft = In<typeof shipments.quote>

/**
 * Prices what is there of an order that is being written: service, country and weights are enough.
 */
export async function quoteOrder(ctx: Ctx, draft: In<typeof shipments.quote>): Promise<Answer> {
  const refuse = (code: string, data: Record<string, unknown> = {}): Answer => ({
    quote: null,
    issues: [{ code, message: translateError(ctx.lang, code, data) }],
  })
  if (!draft.serviceId) return refuse('quote.noService')
  const asked = sendingOf(draft)
  if ('code' in asked) return refuse(asked.code)
  const { country, parcels } = asked
  const { serviceId } = draft
  const [limits, { customerId, version }] = await Promise.all([
    limitsOfCaller(ctx),
    askedBy(ctx, draft.customerId ?? null),
  ])
  const known = await loadReferences(ctx, customerId, {
    needed: { serviceId, shipperId: null, userDepotId: null },
    known: version,
    limits,
  })
  const service = known.services.get(serviceId)
  if (!service) return refuse('service.unknown')
  if (!isAllowed(limits?.services, service.id))
    return refuse('service.notAllowed', { value: service.code })
  if (draft.shipmentResource && !takesKind(service.tradeType, draft.shipmentResource))
    return refuse('service.otherKind', { value: service.code })
  const priced = priceBy(service.tariff, draft, asked, known.today)
  if (priced.ok) {
    // The price is answered all the same: what to change is easier seen with it.
    const over =
      limits?.cap &&
      capIssue(limits.cap, {
        amount: await withTax(ctx, priced.quote.total, { customerId, country }),
        currency: priced.quote.currency,
      })
    const refusal = over && tellable(ctx, over)
    const short = await shortage(ctx, service.id, customerId, parcels.length)
    return {
      quote: seesPrice(ctx) ? seenQuote(ctx, quoteToWire(priced.quote)) : null,
      issues: [...(refusal ? [refusal] : []), ...(short ? [short] : [])].map(({ code, data }) => ({
        code,
        message: translateError(ctx.lang, code, data),
      })),
    }
  }
  return {
    quote: null,
    issues: priced.issues.map((issue) => ({
      code: issue.code,
      message: translateError(ctx.lang, issue.code, issue.params),
    })),
  }
}

interface Sending {
  country: string
  parcels: readonly RatingParcel[]
}
/** Where to and how heavy; what is missing for a price. */
export function sendingOf(draft: Draft): Sending | { code: 'quote.noCountry' | 'quote.noWeight' } {
  const country = draft.consignee?.country?.toUpperCase()
  if (!country) return { code: 'quote.noCountry' }
  const parcels = (draft.parcels ?? []).map((parcel) => ({
    grams: (parcel.weightKg === null ? null : kgToGrams(parcel.weightKg)) ?? 0,
    lengthMm: side(parcel.lengthCm),
    widthMm: side(parcel.widthCm),
    heightMm: side(parcel.heightCm),
  }))
  if (parcels.length === 0 || parcels.some(({ grams }) => grams === 0))
    return { code: 'quote.noWeight' }
  return { country, parcels }
}

/** What a draft costs by a tariff. */
export function priceBy(
  tariff: Tariff,
  draft: Draft,
  { country, parcels }: Sending,
  date: string,
): QuoteResult {
  const currency = tariff.fees[0]?.currency ?? ''
  return quote(
    {
      date,
      destination: {
        country,
        postalCode: draft.consignee?.postalCode ?? '',
        state: draft.consignee?.state ?? null,
        city: draft.consignee?.city ?? null,
      },
      parcels,
      declaredValue: valueIn(draft.parcels ?? [], currency),
      ...ratedAttributes(
        {
          attributes: draft.attributes ?? null,
          company: draft.consignee?.company ?? null,
          fba: draft.fba ?? null,
        },
        currency,
      ),
    },
    tariff,
  )
}

/** Whose prices count, and the version of the set-up: a customer's user is known without a look. */
export async function askedBy(
  ctx: Ctx,
  customerId: string | null,
): Promise<{ customerId: string; version: string }> {
  const own = ctx.principal.customerId
  return own === null
    ? senderOf(ctx, { customerId })
    : { customerId: own, version: await configVersion(ctx) }
}

/** Of goods that are priced in the currency of the prices; what is not filled yet counts nothing. */
function valueIn(parcels: readonly DraftParcel[], currency: string): bigint | null {
  const goods = parcels.flatMap(({ products }) => products)
  if (goods.length === 0 || goods.some((one) => one.currency !== currency)) return null
  return goods.reduce((sum, { unitPrice, quanlity }) => {
    const price = unitPrice === null ? null : parseMoney(unitPrice, currency, 'nonNegative')
    return sum + (price?.minor ?? 0n) * (/^\d+$/.test(quanlity ?? '') ? BigInt(quanlity!) : 0n)
  }, 0n)
}

/** Before the order is confirmed: its service has too few numbers left. */
async function shortage(ctx: Ctx, serviceId: string, customerId: string, wanted: number) {
  const { left, service } = await numbersLeft(ctx, { serviceId, customerId, wanted })
  return left < wanted ? { code: 'number.short' as const, data: { service, left, wanted } } : null
}

const side = (value: string | null) => (value === null ? null : cmToMm(value))
