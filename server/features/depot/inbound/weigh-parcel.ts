import { cmToMm, kgToGrams } from '#contracts/kit/units.ts'
import {
  chargeableWeight,
  checkValidity,
  type RatingIssue,
  type Tariff,
} from '#server/features/commercial/rating/index.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { ratingParcel, type LockedParcel } from '#server/features/orders/shipments/index.ts'

/**
 * What scale and tape measured of a parcel: grams and millimetres, null where nothing was measured.
 */
export interface Measures {
  grams: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
}
interface Typed {
  weightKg?: string | undefined
  lengthCm?: string | undefined
  widthCm?: string | undefined
  heightCm?: string | undefined
}

/** Limits that hold for one parcel; value and pieces belong to the order. */
const OF_A_PARCEL = ['1', '2', '3', '4', '5']

/**
 * Reads the measures of a scan; null where there are none. A size needs all three sides, and
 * nothing weighs or measures zero.
 */
export function measuresOf(typed: Typed): Measures | null {
  const issues: RawIssue[] = []
  const above = (path: keyof Typed, convert: (text: string) => number | null) => {
    const text = typed[path]
    if (text === undefined) return null
    const value = convert(text)
    if (!value) issues.push({ path, code: 'field.tooSmall' })
    return value
  }
  const grams = above('weightKg', kgToGrams)
  const sides = (['lengthCm', 'widthCm', 'heightCm'] as const).map(
    (path) => [path, above(path, cmToMm)] as const,
  )
  const given = sides.filter(([path]) => typed[path] !== undefined).length
  if (given > 0 && given < 3)
    for (const [path] of sides)
      if (typed[path] === undefined) issues.push({ path, code: 'field.required' })
  if (issues.length > 0) failFields(issues)
  const [lengthMm = null, widthMm = null, heightMm = null] = sides.map(([, value]) => value)
  return grams === null && lengthMm === null ? null : { grams, lengthMm, widthMm, heightMm }
}

export interface Weighed {
  patch: {
    measuredWeight: number | null
    measuredLength: number | null
    measuredWidth: number | null
    measuredHeight: number | null
    volumeWeight: number
    chargeableWeight: number
  }
  broken: RatingIssue[]
}

/**
 * The weights that follow from new measures by the service's rule (domain §3.4), and the limits
 * they break.
 */
export function weighParcel(parcel: LockedParcel, measures: Measures, tariff: Tariff): Weighed {
  const sized = measures.lengthMm !== null
  const now = {
    measuredWeight: measures.grams ?? parcel.measuredWeight,
    measuredLength: sized ? measures.lengthMm : parcel.measuredLength,
    measuredWidth: sized ? measures.widthMm : parcel.measuredWidth,
    measuredHeight: sized ? measures.heightMm : parcel.measuredHeight,
  }
  const rated = ratingParcel({ ...parcel, ...now })
  const weight = chargeableWeight([rated], tariff.weight)
  const broken = checkValidity(
    { parcels: [rated] },
    tariff.rules.filter((rule) => OF_A_PARCEL.includes(rule.validType)),
    tariff.fees[0]?.currency ?? 'EUR',
  )
  return {
    patch: { ...now, volumeWeight: weight.volumetric, chargeableWeight: weight.chargeable },
    broken,
  }
}

/**
 * Measured weight is off the declared one by more than a tenth and more than 100 g: a user should
 * look.
 */
export function isOffWeight(declared: number, measured: number): boolean {
  const off = Math.abs(measured - declared)
  return off > 100 && off * 10 > declared
}
