import { isCurrency, minorUnits, parseMoney } from '#contracts/kit/money.ts'
import { gramsToKg, kgToGrams } from '#contracts/kit/units.ts'
import { convert } from '#server/features/commercial/rating/index.ts'
import type { CheckedGoods, CustomsOrder, CustomsRules } from './customs-input.ts'
import type { Report } from './findings.ts'

/** Value of a consignment up to which import VAT may go through the one-stop shop. */
const IOSS_LIMIT = { minor: 150_00n, currency: 'EUR' } as const

export interface GoodsValue {
  minor: bigint
  currency: string
}

const quantityOf = ({ quanlity }: CheckedGoods): bigint | null =>
  quanlity && /^\d{1,7}$/.test(quanlity) ? BigInt(quanlity) : null

/** Contents of each parcel against its weight; parcels with an unreadable line are left alone. */
export function checkWeights({ parcels }: CustomsOrder, report: Report): void {
  for (const [at, { weightKg, products }] of parcels.entries()) {
    const whole = weightKg ? kgToGrams(weightKg) : null
    const contents = products.reduce<bigint | null>((sum, goods) => {
      const unit = goods.unitWeightKg ? kgToGrams(goods.unitWeightKg) : null
      const quantity = quantityOf(goods)
      return sum === null || unit === null || quantity === null
        ? null
        : sum + BigInt(unit) * quantity
    }, 0n)
    if (whole !== null && contents !== null && contents > BigInt(whole))
      report('error', `parcels.${at}.weightKg`, 'customs.contentsHeavier', {
        contents: gramsToKg(Number(contents)),
        parcel: gramsToKg(whole),
      })
  }
}

/** Value of all goods; null where a line cannot be read or several currencies are used. */
export function valueOf(parcels: CustomsOrder['parcels']): GoodsValue | null {
  const lines = parcels.flatMap(({ products }) => products)
  const currency = lines[0]?.currency?.toUpperCase() ?? ''
  if (!isCurrency(currency)) return null
  let minor = 0n
  for (const goods of lines) {
    const price =
      goods.unitPrice && goods.currency?.toUpperCase() === currency
        ? parseMoney(goods.unitPrice, currency, 'nonNegative')
        : null
    const quantity = quantityOf(goods)
    if (price === null || quantity === null) return null
    minor += price.minor * quantity
  }
  return { minor, currency }
}

export function checkValues(order: CustomsOrder, rules: CustomsRules, report: Report): void {
  const lines = order.parcels.flatMap(({ products }, parcel) =>
    products.map((goods, product) => ({ goods, at: `parcels.${parcel}.products.${product}` })),
  )
  const currencies = new Set(lines.flatMap(({ goods }) => goods.currency?.toUpperCase() ?? []))
  if (currencies.size > 1) report('error', `${lines[0]!.at}.currency`, 'customs.currencyMixed')
  for (const { goods, at } of lines)
    if (goods.unitPrice && /^0+(\.0+)?$/.test(goods.unitPrice))
      report('error', `${at}.unitPrice`, 'customs.valueZero')
  const value = valueOf(order.parcels)
  checkDeclared(order, value, report)
  checkPostage(order, value, report)
  if (value) checkLimit(order, value, rules, report)
}

function checkDeclared({ customs }: CustomsOrder, value: GoodsValue | null, report: Report): void {
  if (!customs?.declaredValue || !value) return
  const declared = parseMoney(customs.declaredValue, value.currency, 'nonNegative')
  if (!declared) report('error', 'customs.declaredValue', 'customs.amountInvalid')
  else if (declared.minor !== value.minor)
    report('error', 'customs.declaredValue', 'customs.totalDiffers', {
      declared: amountText(declared.minor, value.currency),
      sum: amountText(value.minor, value.currency),
      currency: value.currency,
    })
}

function checkPostage({ customs }: CustomsOrder, value: GoodsValue | null, report: Report): void {
  if (!customs?.postalCharges) return
  if (!parseMoney(customs.postalCharges, value?.currency ?? 'EUR', 'nonNegative'))
    report('error', 'customs.postalCharges', 'customs.amountInvalid')
}

function checkLimit(
  { to, from, customs }: CustomsOrder,
  value: GoodsValue,
  { countries, rates, today }: CustomsRules,
  report: Report,
): void {
  const intoEu = Boolean(to && countries.get(to)?.eu) && !(from && countries.get(from)?.eu)
  if (!intoEu) {
    if (customs?.ioss && to) report('warning', 'customs.ioss', 'customs.iossNotEu')
    return
  }
  const inEuro = convert(value, IOSS_LIMIT.currency, rates, today)
  if (!inEuro) {
    report('warning', 'customs.ioss', 'customs.rateMissing', { currency: value.currency })
    return
  }
  const data = { value: amountText(inEuro.minor, 'EUR'), limit: '150.00' }
  if (customs?.ioss && inEuro.minor > IOSS_LIMIT.minor)
    report('error', 'customs.ioss', 'customs.iossOverLimit', data)
  else if (!customs?.ioss && inEuro.minor <= IOSS_LIMIT.minor)
    report('warning', 'customs.ioss', 'customs.iossMissing', data)
  else if (!customs?.ioss && !customs?.eori && inEuro.minor > IOSS_LIMIT.minor)
    report('warning', 'customs.eori', 'customs.eoriMissing', data)
}

/** 12345 → "123.45"; a currency's own decimals. */
export function amountText(minor: bigint, currency: string): string {
  const decimals = minorUnits(currency)
  if (decimals === 0) return String(minor)
  const text = String(minor).padStart(decimals + 1, '0')
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}
