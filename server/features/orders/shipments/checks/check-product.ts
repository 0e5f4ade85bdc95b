// Not the package's main file: that one reads the names in every language of the world.
import countries from 'i18n-iso-countries/index.js'
import { isCurrency, MAX_DECIMALS, parseMoney } from '#contracts/kit/money.ts'
import { decimalIssue, kgToGrams } from '#contracts/kit/units.ts'
import { MAX_GOODS_MINOR, type DraftProduct } from '#contracts/orders/shipments.draft.ts'
import { overLimit } from './check-blocks.ts'
import type { Report, ValidatedProduct } from './validated-order.ts'

/**
 * What could be read even where something else was refused, so that later checks use good values
 * only.
 */
export interface CheckedProduct {
  unitGrams: number | null
  quantity: number | null
  ready: ValidatedProduct | null
}

/**
 * HS codes: six digits and up to four national ones; carriers take 6 to 11 on the importing side
 * (domain §3.9). There are chapters 01 to 99 without 77.
 */
const HS_CN = /^(?!00|77)\d{6,10}$/
const HS_FOREIGN = /^(?!00|77)\d{6,11}$/
const QUANTITY_MAX = 1_000_000

/** One line of contents; `customs`: it crosses a border with a customs form. */
export function checkProduct(
  product: DraftProduct,
  at: string,
  customs: boolean,
  report: Report,
): CheckedProduct | null {
  const before = { refused: false }
  const refuse: Report = (path, code, data) => {
    before.refused = true
    report(path, code, data)
  }
  if (product.hscodeCn && !HS_CN.test(product.hscodeCn))
    refuse(`${at}.hscodeCn`, 'hscodeCn.invalid')
  if (product.hscodeForeign && !HS_FOREIGN.test(product.hscodeForeign))
    refuse(`${at}.hscodeForeign`, 'hscodeForeign.invalid')
  if (!product.nameCn && !product.nameEn) refuse(`${at}.nameEn`, 'nameEn.required')
  if (product.origin && !countries.isValid(product.origin))
    refuse(`${at}.origin`, 'country.unknown', { value: product.origin })
  for (const name of ['shopUrl', 'photoUrl'] as const)
    if (product[name] && !isWebAddress(product[name])) refuse(`${at}.${name}`, 'url.invalid')
  const currency = product.currency?.toUpperCase() ?? null
  const knownCurrency = currency !== null && isCurrency(currency)
  if (!currency) refuse(`${at}.currency`, 'currency.required')
  else if (!knownCurrency) refuse(`${at}.currency`, 'currency.unknown', { value: currency })
  const quantity = whole(product.quanlity, `${at}.quanlity`, refuse)
  const unitGrams = weight(product.unitWeightKg, `${at}.unitWeightKg`, refuse)
  // A customs form prints net weights: goods that weigh nothing are refused there.
  if (customs && unitGrams === 0) refuse(`${at}.unitWeightKg`, 'unitWeightKg.notPositive')
  const unitPrice = amount(
    product.unitPrice,
    knownCurrency ? currency : null,
    `${at}.unitPrice`,
    refuse,
  )
  if (currency && unitPrice !== null && unitPrice * BigInt(quantity ?? 1) > MAX_GOODS_MINOR)
    refuse(`${at}.unitPrice`, 'amount.overLimit', overLimit(MAX_GOODS_MINOR, currency))
  const ready =
    before.refused ||
    quantity === null ||
    unitGrams === null ||
    unitPrice === null ||
    currency === null
      ? null
      : {
          sku: product.sku,
          material: product.material,
          usage: product.usage,
          brand: product.brand,
          model: product.model,
          origin: product.origin?.toUpperCase() ?? null,
          shopUrl: product.shopUrl,
          photoUrl: product.photoUrl,
          unit: product.unit,
          hscodeCn: product.hscodeCn,
          hscodeForeign: product.hscodeForeign,
          nameCn: product.nameCn,
          nameEn: product.nameEn,
          quantity,
          unitGrams,
          unitPrice,
          currency,
          remark: product.remark,
        }
  return { unitGrams, quantity, ready }
}

/** A page others can open: nothing that runs or reads files when it is clicked. */
const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

function whole(value: string | null, path: string, refuse: Report): number | null {
  if (!value) refuse(path, 'quantity.required')
  else if (/^-\d+$/.test(value) || /^0+$/.test(value)) refuse(path, 'quantity.notPositive')
  else if (!/^\d{1,7}$/.test(value) || Number(value) > QUANTITY_MAX)
    refuse(path, 'quantity.notNumber')
  else return Number(value)
  return null
}

function weight(value: string | null, path: string, refuse: Report): number | null {
  if (!value) refuse(path, 'unitWeightKg.required')
  else {
    const grams = kgToGrams(value)
    const issue = grams === null ? decimalIssue(value, 3) : null
    if (issue === null) return grams
    refuse(
      path,
      issue === 'negative'
        ? 'unitWeightKg.negative'
        : issue === 'tooManyDecimals'
          ? 'unitWeightKg.decimals'
          : 'unitWeightKg.notNumber',
    )
  }
  return null
}

/**
 * A price needs a currency to be read; with an unknown one only its sign and shape are looked at.
 */
function amount(
  value: string | null,
  currency: string | null,
  path: string,
  refuse: Report,
): bigint | null {
  if (!value) refuse(path, 'unitPrice.required')
  else {
    const price = currency === null ? null : parseMoney(value, currency, 'nonNegative')
    if (price) return price.minor
    const issue = decimalIssue(value, MAX_DECIMALS)
    if (issue !== null)
      refuse(path, issue === 'negative' ? 'unitPrice.negative' : 'unitPrice.notNumber')
    else if (currency !== null) refuse(path, 'unitPrice.decimals', { currency })
  }
  return null
}
