import type { Explanation } from '#contracts/commercial/rating.ts'
import { ORDER_ATTRIBUTES, TRADE_ITEMS } from '#contracts/commercial/rating.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { formatDecimal, gramsToKg, mmToCm } from '#contracts/kit/units.ts'
import { sidesOf } from './check-validity.ts'
import { inRange, normalisePostcode, readRange } from './postcodes.ts'
import { compareIds, isValidOn, shareOf } from './tariff.ts'
import type {
  FuelIndex,
  QuoteLine,
  RatingInput,
  RatingIssue,
  RatingParcel,
  Surcharge,
} from './tariff.ts'

export type SurchargeResult =
  | { ok: true; lines: QuoteLine[] }
  | { ok: false; issues: RatingIssue[] }

/** Freight first; then fixed amounts, fuel, other percentages, discounts, tax. */
function stageOf(rule: Surcharge): number {
  if (rule.kind === 'PERCENT') return rule.tradeItem === TRADE_ITEMS.fuel ? 2 : 3
  return { SHIPMENT: 1, PARCEL: 1, DISCOUNT: 4, TAX: 5 }[rule.kind]
}

const byStage = (a: Surcharge, b: Surcharge) =>
  stageOf(a) - stageOf(b) || Number(a.tradeItem) - Number(b.tradeItem) || compareIds(a.id, b.id)

type Hit = { parcels: number; why: Explanation | null }

function measureOf(parcel: RatingParcel, applies: Surcharge['applies']): number | null {
  if (applies === 'WEIGHT') return parcel.grams
  const sides = sidesOf(parcel)
  if (!sides) return null
  const [a, b, c] = sides
  return Number(applies === 'LONGEST' ? a : a + 2n * (b + c))
}

const known: readonly string[] = ORDER_ATTRIBUTES
const attributeWhy = (attribute: string): Explanation =>
  known.includes(attribute)
    ? { code: `when.ATTRIBUTE.${attribute}`, params: {} }
    : { code: 'when.ATTRIBUTE', params: { attribute } }

const namesOf = (
  { name, nameEn }: { name: string; nameEn?: string | null },
  key = 'name',
): Record<string, string> => ({ [key]: name, ...(nameEn ? { [`${key}En`]: nameEn } : {}) })

function onList(
  remote: NonNullable<Surcharge['remote']>,
  { destination, date }: RatingInput,
  parcels: number,
): Hit | null {
  const listed = remote.find(destination, date)
  if (!listed) return null
  const country = destination.country.toUpperCase()
  const postcode = normalisePostcode(destination.postalCode, country)
  const { from, to } = listed
  const range = { from: from ?? '', to: to || from || '' }
  return {
    parcels,
    why: from
      ? { code: 'when.LIST', params: { postcode, country, ...range, ...namesOf(remote, 'list') } }
      : { code: 'when.LIST.country', params: { country, ...namesOf(remote, 'list') } },
  }
}

/** How many parcels a rule concerns and what made it apply; null when it does not. */
function hit(rule: Surcharge, input: RatingInput): Hit | null {
  const all = input.parcels.length
  if (rule.applies === 'ALWAYS') return { parcels: all, why: null }
  if (rule.applies === 'ATTRIBUTE') {
    const attribute = rule.attribute ?? ''
    return input.attributes?.includes(attribute)
      ? { parcels: all, why: attributeWhy(attribute) }
      : null
  }
  if (rule.remote && rule.applies === 'POSTCODE') return onList(rule.remote, input, all)
  if (rule.applies === 'POSTCODE') {
    const country = input.destination.country.toUpperCase()
    const postcode = normalisePostcode(input.destination.postalCode, country)
    const listed = rule.postcodes?.find(
      (entry) =>
        entry.country === country &&
        inRange(readRange(country, entry.from, entry.to || entry.from), country, postcode),
    )
    return listed
      ? {
          parcels: all,
          why: {
            code: 'when.POSTCODE',
            params: { postcode, country, from: listed.from, to: listed.to || listed.from },
          },
        }
      : null
  }
  const threshold = rule.threshold ?? 0
  const over = input.parcels
    .map((parcel) => measureOf(parcel, rule.applies))
    .filter((value): value is number => value !== null && value > threshold)
  if (!over.length) return null
  const show = rule.applies === 'WEIGHT' ? gramsToKg : mmToCm
  return {
    parcels: over.length,
    why: {
      code: `when.${rule.applies}`,
      params: {
        value: show(Math.max(...over)),
        limit: show(threshold),
        parcels: String(over.length),
      },
    },
  }
}

/** The rate of a month: its own, else that of the newest month before it. */
export const fuelRateOn = ({ rates }: FuelIndex, date: string) =>
  rates.find(({ month }) => month <= date.slice(0, 7)) ?? null

function ruleIssue(rule: Surcharge, date: string): RatingIssue | null {
  if (rule.fuel && !fuelRateOn(rule.fuel, date))
    return {
      code: 'rate.noFuelRate',
      params: { ...namesOf(rule.fuel), month: date.slice(0, 7) },
      ruleId: rule.id,
    }
  const fixed =
    rule.kind === 'SHIPMENT' ||
    rule.kind === 'PARCEL' ||
    (rule.kind === 'DISCOUNT' && rule.rateBp === null)
  const value = fixed ? rule.amount : rule.fuel ? 0 : rule.rateBp
  const sound =
    value !== null &&
    value >= 0 &&
    (rule.minAmount ?? 0n) >= 0n &&
    (rule.kind !== 'DISCOUNT' || (rule.rateBp ?? 0) <= 10_000)
  return sound ? null : { code: 'rate.badRule', params: namesOf(rule), ruleId: rule.id }
}

const sum = (lines: readonly QuoteLine[]) => lines.reduce((total, line) => total + line.amount, 0n)

/** What a rule's percentage is taken of; null when the shipment does not have it. */
function baseOf(
  rule: Surcharge,
  lines: readonly QuoteLine[],
  input: RatingInput,
  inFuel: ReadonlySet<string>,
): bigint | null {
  const named = rule.of ?? (rule.kind === 'TAX' ? 'ALL' : 'FREIGHT')
  const of = named === 'FREIGHT' ? [TRADE_ITEMS.freight] : named
  if (of === 'DECLARED') return input.declaredValue ?? null
  if (of === 'COD') return input.codAmount ?? null
  if (of === 'INSURED') return input.insuredAmount ?? null
  const isFuel = rule.tradeItem === TRADE_ITEMS.fuel && rule.kind === 'PERCENT'
  // Two taxes apply side by side: neither is taken of the other.
  if (of === 'ALL') return sum(lines.filter((line) => line.code !== 'tax'))
  return sum(
    lines.filter((line) => of.includes(line.tradeItem) || (isFuel && inFuel.has(line.ruleId))),
  )
}

const atLeastZero = (value: bigint) => (value > 0n ? value : 0n)

/**
 * The amount of one rule on top of the lines so far, with its formula; null when it comes to
 * nothing.
 */
function charge(
  rule: Surcharge,
  { parcels, why }: Hit,
  lines: readonly QuoteLine[],
  input: RatingInput,
  currency: string,
  inFuel: ReadonlySet<string>,
): QuoteLine | null {
  const money = (amount: bigint) => formatMoney({ minor: amount, currency })
  const line = (amount: bigint, code: string, params: Record<string, string>): QuoteLine | null =>
    amount === 0n
      ? null
      : {
          tradeItem: rule.tradeItem,
          ruleId: rule.id,
          code,
          params: { ...namesOf(rule), currency, ...params },
          why,
          amount,
        }
  if (rule.kind === 'SHIPMENT')
    return line(rule.amount ?? 0n, 'fixed.shipment', { price: money(rule.amount ?? 0n) })
  if (rule.kind === 'PARCEL') {
    return line((rule.amount ?? 0n) * BigInt(parcels), 'fixed.parcel', {
      price: money(rule.amount ?? 0n),
      parcels: String(parcels),
    })
  }
  const base = atLeastZero(baseOf(rule, lines, input, inFuel) ?? 0n)
  const fuel = rule.fuel ? fuelRateOn(rule.fuel, input.date) : null
  const rateBp = BigInt(fuel?.rateBp ?? rule.rateBp ?? 0)
  const share = shareOf(base, rateBp, 10_000n)
  const params = { rate: formatDecimal(rateBp, 2, { minDecimals: 0 }), base: money(base) }
  if (rule.fuel && fuel)
    return line(share, 'percent.fuel', {
      ...params,
      ...namesOf(rule.fuel, 'index'),
      month: fuel.month,
    })
  if (rule.kind === 'TAX') return line(share, 'tax', params)
  if (rule.kind === 'DISCOUNT') {
    const requested = rule.rateBp === null ? (rule.amount ?? 0n) : share
    // A discount never pays the customer: it ends where the price does.
    const left = atLeastZero(sum(lines))
    const given = requested < left ? requested : left
    return rule.rateBp === null
      ? line(-given, 'discount.fixed', { price: money(given) })
      : line(-given, 'discount.percent', params)
  }
  const minimum = rule.minAmount ?? 0n
  // Nothing insured, nothing collected: then its least fee is not due either.
  return base > 0n && share < minimum
    ? line(minimum, 'percent.minimum', { ...params, minimum: money(minimum) })
    : line(share, 'percent', params)
}

interface Due {
  date: string
  due: readonly Surcharge[]
  inFuel: ReadonlySet<string>
  issues: readonly RatingIssue[]
}
/** A table's rules are asked for every order of a day: which of them hold is worked out once. */
const lastDue = new WeakMap<readonly Surcharge[], Due>()
function dueOn(rules: readonly Surcharge[], date: string): Due {
  const known = lastDue.get(rules)
  if (known?.date === date) return known
  const due = rules.filter((rule) => isValidOn(rule, date)).toSorted(byStage)
  const made: Due = {
    date,
    due,
    inFuel: new Set(due.filter((rule) => rule.inFuel).map(({ id }) => id)),
    issues: due.map((rule) => ruleIssue(rule, date)).filter((issue) => issue !== null),
  }
  lastDue.set(rules, made)
  return made
}

/** Adds to the freight lines every rule of the day that applies, in the fixed order of stages. */
export function addSurcharges(
  freight: readonly QuoteLine[],
  rules: readonly Surcharge[],
  input: RatingInput,
  currency: string,
): SurchargeResult {
  const { due, inFuel, issues } = dueOn(rules, input.date)
  if (issues.length) return { ok: false, issues: [...issues] }
  const lines = [...freight]
  for (const rule of due) {
    const found = hit(rule, input)
    const line = found && charge(rule, found, lines, input, currency, inFuel)
    if (line) lines.push(line)
  }
  return { ok: true, lines }
}
