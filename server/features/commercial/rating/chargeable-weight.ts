import type { Explanation } from '#contracts/commercial/rating.ts'
import { formatDecimal, gramsToKg, mmToCm } from '#contracts/kit/units.ts'
import type { RatingParcel, WeightRule, WeightStep } from './tariff.ts'

export type WeighedParcel = {
  actual: number
  /** 0 when volume is off or a side is unknown. */ volumetric: number
  chargeable: number
}
export type ChargeableWeight = {
  actual: number
  volumetric: number
  chargeable: number
  /** Per parcel; rounded already unless the rule adds up first. */
  parcels: WeighedParcel[]
  steps: Explanation[]
}

const wholeNumber = (n: number): number => {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`not a whole, positive measure: ${n}`)
  return n
}
const whole = (n: number): bigint => BigInt(wholeNumber(n))
const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/**
 * Volumetric grams of a parcel, rounded up to 0.01 kg; 0 without a divisor or with a side unknown.
 * mm³ ÷ (cm³ per kg) is grams: the thousands of both units cancel out.
 */
export function volumetricGrams(
  parcel: RatingParcel,
  rule: Pick<WeightRule, 'divisor' | 'wholeCm'>,
): number {
  if (rule.divisor === 0) return 0
  const sides: number[] = []
  for (const side of [parcel.lengthMm, parcel.widthMm, parcel.heightMm]) {
    if (side === null) return 0
    const known = wholeNumber(side)
    sides.push(rule.wholeCm ? roundUp(known, 10) : known)
  }
  const [length = 0, width = 0, height = 0] = sides
  const volume = length * width * height
  const per = wholeNumber(rule.divisor) * 10
  // Nearly every parcel is small enough to need no bigint to be exact.
  if (Number.isSafeInteger(volume)) return (roundUp(volume, per) / per) * 10
  const exact = BigInt(length) * BigInt(width) * BigInt(height)
  return Number(ceilDiv(exact, BigInt(per)) * 10n)
}

/** Up to the next multiple, exact for whole numbers. */
function roundUp(value: number, step: number): number {
  const over = value % step
  return over === 0 ? value : value - over + step
}

/**
 * Whether a weight rule can be computed with: whole divisor, rising bands, positive steps, a share
 * of 0–100 %.
 */
export function isSoundWeightRule({ divisor, steps, bubbleBp }: WeightRule): boolean {
  const whole0 = (n: number) => Number.isSafeInteger(n) && n >= 0
  const rising = steps.every(
    ({ upTo, step }, i) =>
      whole0(step) &&
      step > 0 &&
      (upTo === null ? i === steps.length - 1 : whole0(upTo) && upTo > (steps[i - 1]?.upTo ?? 0)),
  )
  return whole0(divisor) && whole0(bubbleBp) && bubbleBp <= 10_000 && rising
}

/** Rounds grams up to the step of their band, and never below what the band before ends on. */
export function roundToStep(
  grams: number,
  steps: readonly WeightStep[],
): { grams: number; step: number } {
  let floor = 0
  for (const { upTo, step } of steps) {
    const up = (n: number) => Math.ceil(n / step) * step
    if (upTo === null || grams <= upTo) return { grams: Math.max(up(grams), floor), step }
    floor = Math.max(floor, up(upTo))
  }
  return { grams: Math.max(grams, floor), step: 1 }
}

function volumeCounts(parcel: RatingParcel, volumetric: number, rule: WeightRule): boolean {
  if (rule.when.kind === 'SIDE_OVER') {
    return Math.max(parcel.lengthMm ?? 0, parcel.widthMm ?? 0, parcel.heightMm ?? 0) > rule.when.mm
  }
  if (rule.when.kind === 'RATIO_OVER')
    return BigInt(volumetric) * 10_000n > whole(parcel.grams) * BigInt(rule.when.ratioBp)
  return true
}

/** What the part of the volume that is charged comes to. */
const bubbled = (actual: number, volumetric: number, { bubbleBp }: WeightRule): number =>
  actual + Number(ceilDiv(BigInt(volumetric - actual) * BigInt(bubbleBp), 10_000n))

/** The chargeable weight of a parcel that travels alone. */
export function chargeableGrams(parcel: RatingParcel, rule: WeightRule): number {
  const actual = wholeNumber(parcel.grams)
  const volumetric = volumetricGrams(parcel, rule)
  const counts = volumetric > actual && volumeCounts(parcel, volumetric, rule)
  return roundToStep(counts ? bubbled(actual, volumetric, rule) : actual, rule.steps).grams
}

/**
 * The chargeable weight of a shipment and the sentences that lead to it. Throws RangeError on
 * measures below zero.
 */
export function chargeableWeight(
  parcels: readonly RatingParcel[],
  rule: WeightRule,
): ChargeableWeight {
  const steps: Explanation[] = []
  const add = (code: string, params: Record<string, string>) =>
    steps.push({ code: `weight.${code}`, params })
  const rounded = (grams: number) => {
    const result = roundToStep(grams, rule.steps)
    if (result.grams !== grams)
      add('rounded', {
        kg: gramsToKg(grams),
        step: gramsToKg(result.step),
        result: gramsToKg(result.grams),
      })
    return result.grams
  }
  const weighed = parcels.map((parcel, index): WeighedParcel => {
    const no = String(index + 1)
    const actual = wholeNumber(parcel.grams)
    const volumetric = volumetricGrams(parcel, rule)
    add('actual', { parcel: no, kg: gramsToKg(actual) })
    let chargeable = actual
    if (volumetric > 0) {
      add('volumetric', {
        parcel: no,
        length: mmToCm(parcel.lengthMm ?? 0),
        width: mmToCm(parcel.widthMm ?? 0),
        height: mmToCm(parcel.heightMm ?? 0),
        divisor: String(rule.divisor),
        kg: gramsToKg(volumetric),
      })
      if (volumetric > actual && !volumeCounts(parcel, volumetric, rule)) {
        add(rule.when.kind === 'SIDE_OVER' ? 'ignoredSide' : 'ignoredRatio', {
          parcel: no,
          limit:
            rule.when.kind === 'SIDE_OVER'
              ? mmToCm(rule.when.mm)
              : rule.when.kind === 'RATIO_OVER'
                ? formatDecimal(BigInt(rule.when.ratioBp), 4, { minDecimals: 1 })
                : '',
        })
      } else if (volumetric > actual) {
        chargeable = bubbled(actual, volumetric, rule)
        if (rule.bubbleBp !== 10_000) {
          add('bubble', {
            parcel: no,
            share: formatDecimal(BigInt(rule.bubbleBp), 2, { minDecimals: 0 }),
            kg: gramsToKg(chargeable),
          })
        }
      }
    }
    return {
      actual,
      volumetric,
      chargeable: rule.rounding === 'sum' ? chargeable : rounded(chargeable),
    }
  })
  const total = (pick: (parcel: WeighedParcel) => number) =>
    weighed.reduce((sum, parcel) => sum + pick(parcel), 0)
  const summed = total((parcel) => parcel.chargeable)
  if (weighed.length > 1) add('sum', { pieces: String(weighed.length), kg: gramsToKg(summed) })
  return {
    actual: total((parcel) => parcel.actual),
    volumetric: total((parcel) => parcel.volumetric),
    chargeable: rule.rounding === 'sum' ? rounded(summed) : summed,
    parcels: weighed,
    steps,
  }
}
