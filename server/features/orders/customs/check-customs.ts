import { checkEmbargoes, checkGoods } from './check-goods.ts'
import { checkValues, checkWeights } from './check-values.ts'
import type { CustomsOrder, CustomsRules } from './customs-input.ts'
import { kindOf, type RawFinding, type Report } from './findings.ts'
import { crossesCustoms } from '#contracts/orders/customs/territories.ts'
import { bare, isVat } from '#contracts/parties/vat-id.ts'
import { isEori, isIoss, isMrn } from './number-shapes.ts'

export const EXPORT_TYPES = [
  'COMMERCIAL_GOODS',
  'COMMERCIAL_SAMPLE',
  'PRESENT',
  'DOCUMENT',
  'RETURN_OF_GOODS',
  'OTHER',
]
/** Incoterms 2020 and the courier terms of the trade (domain §3.9). */
export const INCOTERMS = [
  'DAP',
  'DDP',
  'DDU',
  'DDX',
  'DXV',
  'EXW',
  'FCA',
  'CPT',
  'CIP',
  'FOB',
  'CIF',
]
const UNDELIVERABLE = ['RETURN', 'ABANDON']

/** Whether customs stand between where an order leaves from and where it goes. */
export function needsCustomsData(
  { from, to, fromCode, toCode }: Pick<CustomsOrder, 'from' | 'to' | 'fromCode' | 'toCode'>,
  { countries }: Pick<CustomsRules, 'countries'>,
): boolean {
  if (!from || !to) return true
  return crossesCustoms(
    { country: from, postalCode: fromCode },
    { country: to, postalCode: toCode },
    (country) => countries.get(country)?.eu ?? false,
  )
}

/**
 * Everything customs and posts would refuse in an order, and what they may ask about. A check that
 * needs an unreadable value is not made: that value is refused with the order itself.
 */
export function checkCustoms(order: CustomsOrder, rules: CustomsRules): RawFinding[] {
  const findings: RawFinding[] = []
  const report: Report = (severity, path, code, data = {}) =>
    void findings.push({ severity, path, code, data })
  checkCountry(order, rules, report)
  checkBlock(order, rules, report)
  for (const [at, { products }] of order.parcels.entries()) {
    if (products.length === 0 && order.customs?.exportType !== 'DOCUMENT')
      report('error', `parcels.${at}.products`, 'customs.goodsMissing')
    for (const [line, goods] of products.entries())
      checkGoods(goods, `parcels.${at}.products.${line}`, order, rules, report)
  }
  checkWeights(order, report)
  checkValues(order, rules, report)
  return findings.sort((a, b) => rank(a) - rank(b))
}

/**
 * What is wrong whatever border an order crosses: a closed country, goods no carrier takes, values of
 * no list and numbers of no shape. What is only missing can still be added.
 */
export function wrongInItself(order: CustomsOrder, rules: CustomsRules): RawFinding[] {
  const findings: RawFinding[] = []
  const report: Report = (severity, path, code, data = {}) => {
    if (severity === 'error' && !kindOf(code).missing) findings.push({ severity, path, code, data })
  }
  checkCountry(order, rules, report)
  if (order.customs) checkBlock(order, rules, report)
  for (const name of ['postalCharges', 'declaredValue'] as const)
    if (order.customs?.[name] && !/^\d{1,12}(?:\.\d{1,4})?$/.test(order.customs[name]))
      report('error', `customs.${name}`, 'customs.amountInvalid')
  if (needsCustomsData(order, rules))
    for (const [at, { products }] of order.parcels.entries())
      for (const [line, goods] of products.entries())
        checkEmbargoes(goods, `parcels.${at}.products.${line}`, order, rules, report)
  return findings
}

const rank = ({ severity }: RawFinding): number => (severity === 'error' ? 0 : 1)

function checkCountry(
  { to }: CustomsOrder,
  { countries, embargoes, today }: CustomsRules,
  report: Report,
): void {
  if (!to) return
  const country = countries.get(to)
  if (country?.embargo)
    report('error', 'consignee.country', 'customs.countryClosed', {
      country: country.name,
      countryEn: country.nameEn,
    })
  for (const row of embargoes) {
    if (row.country !== to || row.hsPrefix || row.word) continue
    if ((row.validFrom && today < row.validFrom) || (row.validTo && today > row.validTo)) continue
    report(row.severity, 'consignee.country', 'customs.embargo', {
      reason: row.reason,
      reasonEn: row.reasonEn ?? row.reason,
    })
  }
}

function checkBlock({ customs }: CustomsOrder, { countries }: CustomsRules, report: Report): void {
  const { exportType, incoterm, undeliverable } = customs ?? {}
  const isEu = (country: string) => countries.get(country)?.eu ?? country === 'EL'
  if (!exportType) report('error', 'customs.exportType', 'customs.exportTypeMissing')
  else if (!EXPORT_TYPES.includes(exportType))
    report('error', 'customs.exportType', 'customs.exportTypeUnknown', { value: exportType })
  if (incoterm && !INCOTERMS.includes(incoterm.toUpperCase()))
    report('error', 'customs.incoterm', 'customs.incotermUnknown', { value: incoterm })
  else if (!incoterm && exportType === 'COMMERCIAL_GOODS')
    report('warning', 'customs.incoterm', 'customs.incotermMissing')
  if (undeliverable && !UNDELIVERABLE.includes(undeliverable.toUpperCase()))
    report('error', 'customs.undeliverable', 'customs.undeliverableUnknown')
  if (customs?.ioss && !isIoss(bare(customs.ioss)))
    report('error', 'customs.ioss', 'customs.iossShape')
  if (customs?.eori && !isEori(bare(customs.eori), isEu))
    report('error', 'customs.eori', 'customs.eoriShape')
  if (customs?.mrn && !isMrn(bare(customs.mrn))) report('error', 'customs.mrn', 'customs.mrnShape')
  if (customs?.vat) {
    const good = isVat(bare(customs.vat))
    if (good === false) report('error', 'customs.vat', 'customs.vatShape')
    else if (good === null) report('warning', 'customs.vat', 'customs.vatUnknownCountry')
  }
}
