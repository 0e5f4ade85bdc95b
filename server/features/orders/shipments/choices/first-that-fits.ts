import type { Explanation } from '#contracts/commercial/rating.ts'
import { takesKind } from '#contracts/orders/kinds/service-kinds.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import { quote, type RatingInput } from '#server/features/commercial/rating/index.ts'
import type { Chosen, ServiceChoice, ServiceRef } from '../checks/validated-order.ts'

/** What the conditions ask of an order. */
export interface ChoiceFacts extends Omit<RatingInput, 'declaredValue'> {
  kind: string
  value: { minor: bigint; currency: string } | null
}
/** The first rule whose conditions hold and that finds a service with a price; null without one. */
export function chooseService(
  choices: readonly ServiceChoice[],
  facts: ChoiceFacts,
  services: ReadonlyMap<string, ServiceRef>,
): Chosen | null {
  for (const choice of choices) {
    const reasons = matched(choice, facts)
    const found = reasons && candidateOf(choice, facts, services)
    if (found) return { choice, service: found.service, reasons: [...reasons, ...found.why] }
  }
  return null
}

const within = (
  value: bigint | number,
  min: bigint | number | null,
  max: bigint | number | null,
): boolean => (min === null || value >= min) && (max === null || value <= max)

/** The conditions that hold, in words; null where one does not. */
function matched(choice: ServiceChoice, facts: ChoiceFacts): Explanation[] | null {
  const reasons: Explanation[] = []
  const country = facts.destination.country.toUpperCase()
  if (choice.countries.length > 0) {
    if (!choice.countries.includes(country)) return null
    reasons.push({ code: 'country', params: { country } })
  }
  if (choice.minGrams !== null || choice.maxGrams !== null) {
    const grams = facts.parcels.reduce((sum, parcel) => sum + parcel.grams, 0)
    if (!within(grams, choice.minGrams, choice.maxGrams)) return null
    reasons.push({ code: 'weight', params: { kg: gramsToKg(grams) } })
  }
  if (choice.minValue !== null || choice.maxValue !== null) {
    const { value } = facts
    if (value?.currency !== choice.currency) return null
    if (!within(value!.minor, choice.minValue, choice.maxValue)) return null
    const amount = formatMoney(value!)
    reasons.push({ code: 'value', params: { amount, currency: value!.currency } })
  }
  if (choice.kinds.length > 0) {
    if (!choice.kinds.includes(facts.kind)) return null
    reasons.push({ code: 'kind', params: { kind: facts.kind } })
  }
  for (const attribute of choice.attributes) {
    if (!facts.attributes?.some((one) => one === attribute)) return null
    reasons.push({ code: 'attribute', params: { attribute } })
  }
  return reasons.length > 0 ? reasons : [{ code: 'always', params: {} }]
}

interface Candidate {
  service: ServiceRef
  /** To the zone of the address, at most; null where nothing is promised. */
  days: number | null
  total: bigint
  currency: string
}
const NEVER = Number.MAX_SAFE_INTEGER

function candidateOf(
  choice: ServiceChoice,
  facts: ChoiceFacts,
  services: ReadonlyMap<string, ServiceRef>,
): { service: ServiceRef; why: Explanation[] } | null {
  const group = [...services.values()].filter((service) =>
    choice.way === 'SERVICE'
      ? service.id === choice.serviceId
      : choice.serviceCodes.length === 0 || choice.serviceCodes.includes(service.code),
  )
  const priced = group
    .map((service) => priceBy(service, facts))
    .filter((one): one is Candidate => one !== null)
  const [first] = priced
  if (!first) return null
  if (choice.way === 'SERVICE') return { service: first.service, why: [] }
  // Amounts of several currencies are not compared: those in the first currency are.
  const comparable = priced.filter(({ currency }) => currency === first.currency)
  const cheaper = (a: Candidate, b: Candidate) =>
    a.total < b.total
      ? -1
      : a.total > b.total
        ? 1
        : b.service.priority - a.service.priority || (a.service.code < b.service.code ? -1 : 1)
  const daysOf = ({ days }: Candidate) => days ?? NEVER
  const best = (
    choice.way === 'CHEAPEST'
      ? comparable.toSorted(cheaper)
      : comparable.toSorted((a, b) => daysOf(a) - daysOf(b) || cheaper(a, b))
  )[0]!
  const count = String(comparable.length)
  const params: Record<string, string> =
    choice.way === 'CHEAPEST' || best.days === null
      ? {
          amount: formatMoney({ minor: best.total, currency: best.currency }),
          currency: best.currency,
          count,
        }
      : { days: String(best.days), count }
  return {
    service: best.service,
    why: [{ code: 'days' in params ? 'fastest' : 'cheapest', params }],
  }
}

/** What a service asks for the order; null where it does not take it. */
function priceBy(service: ServiceRef, facts: ChoiceFacts): Candidate | null {
  if (!takesKind(service.tradeType, facts.kind)) return null
  const pieces = facts.parcels.length
  if (pieces === 1 ? !service.izSingle : !service.izMult) return null
  if (service.maxPieces !== null && pieces > service.maxPieces) return null
  const currency = service.tariff.fees[0]?.currency ?? ''
  const { value } = facts
  const priced = quote(
    { ...facts, declaredValue: value?.currency === currency ? value.minor : null },
    service.tariff,
  )
  if (!priced.ok) return null
  const { total, transit } = priced.quote
  return { service, days: transit.max ?? transit.min, total, currency }
}
