import { asErrorCode } from '#server/kit/http/texts.ts'
import { decimalIssue, kgToGrams, cmToMm } from '#contracts/kit/units.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import {
  chargeableGrams,
  checkValidity,
  volumetricGrams,
} from '#server/features/commercial/rating/index.ts'
import { checkProduct } from './check-product.ts'
import type { Report, ValidatedParcel, ServiceRef } from './validated-order.ts'

type Parcel = OrderDraft['parcels'][number]

export function checkParcel(
  parcel: Parcel,
  at: string,
  { service, customs }: { service: ServiceRef | null; customs: boolean },
  report: Report,
): ValidatedParcel | null {
  const grams = measured(parcel.weightKg, 3, kgToGrams, `${at}.weightKg`, 'weightKg', true, report)
  const given = [parcel.lengthCm, parcel.widthCm, parcel.heightCm].some((side) => side !== null)
  const side = (name: 'lengthCm' | 'widthCm' | 'heightCm') =>
    measured(parcel[name], 1, cmToMm, `${at}.${name}`, name, given, report)
  const sides = [side('lengthCm'), side('widthCm'), side('heightCm')] as const
  if (service) checkLimits(at, grams, sides, service, report)
  const products = parcel.products.map((product, index) =>
    checkProduct(product, `${at}.products.${index}`, customs, report),
  )
  const contents = products.reduce<number | null>(
    (sum, product) =>
      sum === null || product === null || product.unitGrams === null || product.quantity === null
        ? null
        : sum + product.unitGrams * product.quantity,
    0,
  )
  if (grams !== null && contents !== null && contents > grams)
    report(`${at}.weightKg`, 'contents.heavierThanParcel', {
      contents: contents / 1000,
      parcel: grams / 1000,
    })
  if (grams === null || (given && sides.includes(null))) return null
  const [lengthMm, widthMm, heightMm] = sides
  const measures = { grams, lengthMm, widthMm, heightMm }
  return {
    reference: parcel.reference,
    fbaCode: parcel.fbaCode,
    palletNo: parcel.palletNo ? Number(parcel.palletNo) : null,
    grams,
    lengthMm,
    widthMm,
    heightMm,
    remark: parcel.remark,
    volumeGrams:
      service && lengthMm !== null ? volumetricGrams(measures, service.tariff.weight) : null,
    chargeableGrams: service ? chargeableGrams(measures, service.tariff.weight) : grams,
    products: products.flatMap((product) => (product?.ready ? [product.ready] : [])),
  }
}

/** What the database's int4 holds of grams and millimetres. */
const LARGEST_KG = 2_147_483

const LARGEST_CM = 214_748_364

/** A measure above zero, exact in its unit; `name` is the code's head (`weightKg.notNumber`). */
function measured(
  value: string | null,
  scale: number,
  convert: (text: string) => number | null,
  path: string,
  name: string,
  required: boolean,
  report: Report,
): number | null {
  if (value === null) {
    if (required) report(path, asErrorCode(`${name}.required`))
    return null
  }
  const exact = convert(value)
  if (exact !== null && exact > 0) return exact
  const issue = decimalIssue(value, scale)
  if (issue === 'negative' || (issue === null && Number(value) === 0))
    report(path, asErrorCode(`${name}.notPositive`))
  else if (issue !== null)
    report(
      path,
      asErrorCode(
        `${name}.${issue === 'tooManyDecimals' ? 'decimals' : issue === 'tooLarge' ? 'overLimit' : 'notNumber'}`,
      ),
      { scale, limit: scale === 3 ? LARGEST_KG : LARGEST_CM },
    )
  else return exact
  return null
}

const SIDES = ['lengthCm', 'widthCm', 'heightCm'] as const

/** The service's own limits, each on the cell that breaks it. */
function checkLimits(
  at: string,
  grams: number | null,
  sides: readonly (number | null)[],
  service: ServiceRef,
  report: Report,
): void {
  const [lengthMm = null, widthMm = null, heightMm = null] = sides
  const whole = lengthMm !== null && widthMm !== null && heightMm !== null
  for (const rule of service.tariff.rules) {
    const show = (limit: bigint | null, per: number) => ({
      limit: limit === null ? '' : Number(limit) / per,
    })
    if (rule.validType === '1' && grams !== null) {
      if (rule.max !== null && BigInt(grams) > rule.max)
        report(`${at}.weightKg`, 'weightKg.overLimit', show(rule.max, 1000))
      else if (rule.min !== null && BigInt(grams) < rule.min)
        report(`${at}.weightKg`, 'weightKg.underLimit', show(rule.min, 1000))
    } else if (rule.validType === '2') {
      for (const [index, name] of SIDES.entries()) {
        const side = sides[index] ?? null
        if (side !== null && rule.max !== null && BigInt(side) > rule.max)
          report(`${at}.${name}`, `${name}.overLimit`, show(rule.max, 10))
      }
    } else if (whole && grams !== null && ['3', '4', '5'].includes(rule.validType)) {
      const broken = checkValidity(
        { parcels: [{ grams, lengthMm, widthMm, heightMm }] },
        [rule],
        'EUR',
      )
      if (broken[0]) report(`${at}.lengthCm`, 'size.overLimit', broken[0].params)
    }
  }
}
