import { formatMoney, isCurrency, parseMoney } from '#contracts/kit/money.ts'
import { cmToMm, decimalIssue, kgToGrams } from '#contracts/kit/units.ts'
import {
  MAX_COD_MINOR,
  MAX_GOODS_MINOR,
  type OrderDraft,
} from '#contracts/orders/shipments.draft.ts'
import { isPhone } from '#server/features/parties/addresses/index.ts'
import type { References, Report } from './validated-order.ts'

/** The values inside the blocks of an order. What customs ask is the customs checker's matter. */
export function checkBlocks(draft: OrderDraft, known: References, report: Report): void {
  checkDelivery(draft.delivery, report)
  checkWords(draft, known, report)
  const { country } = draft.consignee
  const { dockPhone } = draft.delivery ?? {}
  if (dockPhone && country && !isPhone(dockPhone, country.toUpperCase()))
    report('delivery.dockPhone', 'phone.invalid', { country: country.toUpperCase() })
  checkAttributes(draft.attributes, report)
  checkPallets(draft, report)
}

/** What is chosen from a list stands in it. */
function checkWords(
  { attributes, fba }: OrderDraft,
  { dictionaries }: References,
  report: Report,
): void {
  const isWord = (list: string, value: string) =>
    !dictionaries[list] || dictionaries[list].some((item) => item.value === value)
  const { dangerousGoods, services = [] } = attributes ?? {}
  if (dangerousGoods && !isWord('dangerous_goods', dangerousGoods))
    report('attributes.dangerousGoods', 'field.dict')
  if (services.some((service) => !isWord('value_added_service', service)))
    report('attributes.services', 'field.dict')
  if (fba?.boxContentSource && !isWord('fba_box_content', fba.boxContentSource))
    report('fba.boxContentSource', 'field.dict')
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

function checkDelivery(delivery: OrderDraft['delivery'], report: Report): void {
  if (!delivery) return
  const { windowFrom, windowTo } = delivery
  for (const [name, value] of [
    ['windowFrom', windowFrom],
    ['windowTo', windowTo],
  ] as const)
    if (value && (!MOMENT.test(value) || Number.isNaN(Date.parse(value))))
      report(`delivery.${name}`, 'field.datetime')
  const missing = windowFrom ? 'windowTo' : 'windowFrom'
  if (Boolean(windowFrom) !== Boolean(windowTo))
    report(`delivery.${missing}`, 'delivery.bothOrNone')
  else if (windowFrom && windowTo && Date.parse(windowFrom) >= Date.parse(windowTo))
    report('delivery.windowTo', 'delivery.endsBefore')
}

function checkAttributes(attributes: OrderDraft['attributes'], report: Report): void {
  if (!attributes) return
  const { unNumber, dangerousGoods } = attributes
  if (unNumber && !/^(?:UN)?\d{4}$/i.test(unNumber))
    report('attributes.unNumber', 'unNumber.invalid')
  else if (unNumber && !dangerousGoods)
    report('attributes.dangerousGoods', 'dangerousGoods.required')
  checkAmount('cod', attributes.codAmount, attributes.codCurrency, report)
  checkAmount('insured', attributes.insuredAmount, attributes.insuredCurrency, report)
}

/** An amount needs a currency, and has no more decimals than it. */
function checkAmount(
  name: 'cod' | 'insured',
  amount: string | null,
  currency: string | null,
  report: Report,
): void {
  if (!amount) return
  const at = `attributes.${name}Amount`
  if (!currency) report(`attributes.${name}Currency`, 'currency.required')
  else if (!isCurrency(currency.toUpperCase()))
    report(`attributes.${name}Currency`, 'currency.unknown', { value: currency })
  else {
    const money = parseMoney(amount, currency.toUpperCase(), 'nonNegative')
    const max = name === 'cod' ? MAX_COD_MINOR : MAX_GOODS_MINOR
    if (!money) report(at, 'amount.invalid', { currency: currency.toUpperCase() })
    else if (money.minor > max) report(at, 'amount.overLimit', overLimit(max, money.currency))
  }
}

/** Data of a refusal by a limit of money. */
export const overLimit = (minor: bigint, currency: string) => ({
  limit: formatMoney({ minor, currency }),
  currency,
})

function checkPallets({ pallets, parcels }: OrderDraft, report: Report): void {
  const numbers = new Set<string>()
  for (const [at, pallet] of (pallets ?? []).entries()) {
    const path = (name: string) => `pallets.${at}.${name}`
    if (!pallet.palletNo || !/^[1-9]\d?$/.test(pallet.palletNo))
      report(path('palletNo'), 'palletNo.invalid')
    else if (numbers.has(pallet.palletNo)) report(path('palletNo'), 'palletNo.twice')
    else numbers.add(pallet.palletNo)
    if (pallet.weightKg && (decimalIssue(pallet.weightKg, 3) || !kgToGrams(pallet.weightKg)))
      report(path('weightKg'), 'weightKg.notNumber')
    for (const side of ['lengthCm', 'widthCm', 'heightCm'] as const)
      if (pallet[side] && (decimalIssue(pallet[side], 1) || !cmToMm(pallet[side])))
        report(path(side), `${side}.notNumber`)
  }
  for (const [at, { palletNo }] of parcels.entries())
    if (palletNo && !numbers.has(palletNo))
      report(`parcels.${at}.palletNo`, 'palletNo.unknown', { value: palletNo })
}
