import type { ValidType } from '#contracts/commercial/rating.ts'
import { minorUnits } from '#contracts/kit/money.ts'
import { formatDecimal, parseDecimal } from '#contracts/kit/units.ts'
import type { RatingInput, RatingIssue, RatingParcel, ValidityRule } from './tariff.ts'

const NAMES: Record<ValidType, string> = {
  1: 'weight',
  2: 'longest',
  3: 'girth',
  4: 'sides',
  5: 'volume',
  6: 'value',
  7: 'pieces',
}
/**
 * Decimal places between the unit a person reads (kg, cm, m³, piece) and ours (g, mm, mm³, piece).
 */
const SCALES: Record<Exclude<ValidType, '6'>, number> = { 1: 3, 2: 1, 3: 1, 4: 1, 5: 9, 7: 0 }

const scaleOf = (type: ValidType, currency: string) =>
  type === '6' ? minorUnits(currency) : SCALES[type]

/**
 * A limit as stored or typed ("31.5" kg, "175" cm, "0.25" m³, "500.00" money, "10" pieces) in whole
 * units; null when it is not exact in them.
 */
export function parseLimit(type: ValidType, text: string, currency: string): bigint | null {
  return parseDecimal(text, scaleOf(type, currency))
}

/** Longest side first; null when a side is unknown. */
export function sidesOf(parcel: RatingParcel): [bigint, bigint, bigint] | null {
  const { lengthMm, widthMm, heightMm } = parcel
  if (lengthMm === null || widthMm === null || heightMm === null) return null
  const longest = Math.max(lengthMm, widthMm, heightMm)
  const shortest = Math.min(lengthMm, widthMm, heightMm)
  const middle = lengthMm + widthMm + heightMm - longest - shortest
  return [BigInt(longest), BigInt(middle), BigInt(shortest)]
}

function measure(type: ValidType, parcel: RatingParcel): bigint | null {
  if (type === '1') return BigInt(parcel.grams)
  const sides = sidesOf(parcel)
  if (!sides) return null
  const [a, b, c] = sides
  if (type === '2') return a
  if (type === '3') return a + 2n * (b + c)
  return type === '4' ? a + b + c : a * b * c
}

/**
 * Every limit of a service a shipment breaks. Weight and size hold per parcel, declared value and
 * pieces for the shipment. What is not known yet (a side, a value) breaks nothing: the scale asks
 * again.
 */
export function checkValidity(
  input: Pick<RatingInput, 'parcels' | 'declaredValue'>,
  rules: readonly ValidityRule[],
  currency: string,
): RatingIssue[] {
  const issues: RatingIssue[] = []
  const check = (rule: ValidityRule, value: bigint | null, parcel?: number) => {
    if (value === null) return
    const over = rule.max !== null && value > rule.max
    const limit = over ? rule.max : rule.min !== null && value < rule.min ? rule.min : null
    if (limit === null) return
    const show = (n: bigint) =>
      formatDecimal(
        n,
        scaleOf(rule.validType, currency),
        rule.validType === '6' ? {} : { minDecimals: 0 },
      )
    issues.push({
      code: `rate.${over ? 'over' : 'under'}.${NAMES[rule.validType]}`,
      ruleId: rule.id,
      params: {
        value: show(value),
        limit: show(limit),
        currency,
        parcel: parcel === undefined ? '' : String(parcel + 1),
      },
      ...(parcel === undefined ? {} : { parcel }),
    })
  }
  for (const rule of rules) {
    if (rule.validType === '6') check(rule, input.declaredValue ?? null)
    else if (rule.validType === '7') check(rule, BigInt(input.parcels.length))
    else
      input.parcels.forEach((parcel, index) => check(rule, measure(rule.validType, parcel), index))
  }
  return issues
}

/** A limit with the value of the parcel (or the shipment) that comes closest to breaking it. */
export interface LimitResult {
  validType: ValidType
  min: string | null
  max: string | null
  value: string | null
  ok: boolean
}

/** Every limit and whether it holds; what is not known yet breaks nothing. */
export function limitsOf(
  input: Pick<RatingInput, 'parcels' | 'declaredValue'>,
  rules: readonly ValidityRule[],
  currency: string,
): LimitResult[] {
  return rules.map((rule) => {
    const { validType, min, max } = rule
    const show = (value: bigint | null) =>
      value === null
        ? null
        : formatDecimal(
            value,
            scaleOf(validType, currency),
            validType === '6' ? {} : { minDecimals: 0 },
          )
    const values = valuesOf(validType, input)
    const over = (value: bigint) => max !== null && value > max
    const under = (value: bigint) => min !== null && value < min
    const value =
      values.find(over) ??
      values.find(under) ??
      values.reduce<bigint | null>((top, one) => (top === null || one > top ? one : top), null)
    return {
      validType,
      min: show(min),
      max: show(max),
      value: show(value),
      ok: !values.some((one) => over(one) || under(one)),
    }
  })
}

function valuesOf(
  type: ValidType,
  input: Pick<RatingInput, 'parcels' | 'declaredValue'>,
): bigint[] {
  if (type === '6') return input.declaredValue == null ? [] : [input.declaredValue]
  if (type === '7') return [BigInt(input.parcels.length)]
  return input.parcels.flatMap((parcel) => measure(type, parcel) ?? [])
}
