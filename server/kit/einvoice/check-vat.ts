import { type Findings, rateOf, vatKey, vatLabel } from './findings.ts'
import type { EInvoice, VatCategory, VatOf } from './model.ts'

/** The letters of a category in the numbers of its rules. */
const letters: Readonly<Record<VatCategory, string>> = {
  S: 'S',
  Z: 'Z',
  E: 'E',
  AE: 'AE',
  K: 'IC',
  G: 'G',
  O: 'O',
}
/** Where a rule of a category looks: on lines, on discounts, on charges. */
interface Use extends VatOf {
  readonly path: string
  readonly place: 'line' | 'allowance' | 'charge'
  /** What it adds to the taxable amount. */
  readonly amount: bigint
}
const places = { line: 0, allowance: 1, charge: 2 } as const

function usesOf({ lines, adjustments = [] }: EInvoice): Use[] {
  return [
    ...lines.map(({ category, rate, net }, at): Use => {
      return { category, rate, path: `lines.${at}`, place: 'line', amount: net }
    }),
    ...adjustments.map(({ category, rate, kind, amount }, at): Use => {
      const signed = kind === 'charge' ? amount : -amount
      return { category, rate, path: `adjustments.${at}`, place: kind, amount: signed }
    }),
  ]
}

/** Categories and rates, the parties' numbers they demand, and the breakdown of the tax. */
export function checkVat(invoice: EInvoice, to: Findings): void {
  if (invoice.vat.length === 0) to.add('BR-CO-18', 'vat', 'einvoice.breakdown')
  const uses = usesOf(invoice)
  for (const use of uses) checkRate(use, use.path, to, 5 + places[use.place])
  for (const [at, one] of invoice.vat.entries()) checkRate(one, `vat.${at}`, to, null)
  checkNumbers(invoice, uses, to)
  checkBreakdown(invoice, uses, to)
  checkOutside(invoice, uses, to)
  checkDelivery(invoice, to)
}

const ruleOf = (category: VatCategory, number: number): string =>
  `BR-${letters[category]}-${String(number).padStart(2, '0')}`

/** `number` is the rule for the place; a row of the breakdown is refused by BR-48 or BR-CO-17. */
function checkRate(of: VatOf, path: string, to: Findings, number: number | null): void {
  const rate = rateOf(of)
  const { category } = of
  if (!Object.hasOwn(letters, category)) {
    to.add('BR-CL-18', `${path}.category`, 'einvoice.category', { category })
    return
  }
  const good =
    category === 'O' ? of.rate === null : category === 'S' ? (rate ?? 0n) > 0n : rate === 0n
  if (good) return
  const code = category === 'S' ? 'rateAboveZero' : category === 'O' ? 'rateNone' : 'rateZero'
  to.add(number ? ruleOf(category, number) : 'BR-48', `${path}.rate`, `einvoice.${code}`, {
    category,
  })
}

/** The tax numbers of the parties that a category demands or forbids. */
function checkNumbers({ seller, buyer }: EInvoice, uses: readonly Use[], to: Findings): void {
  const seen = new Set<string>()
  for (const { category, place } of uses) {
    if (!Object.hasOwn(letters, category) || seen.has(`${category} ${place}`)) continue
    seen.add(`${category} ${place}`)
    const rule = ruleOf(category, 2 + places[place])
    const data = { category }
    if (category === 'O') {
      if (seller.vatId) to.add(rule, 'seller.vatId', 'einvoice.vatIdForbidden', data)
      if (buyer.vatId) to.add(rule, 'buyer.vatId', 'einvoice.vatIdForbidden', data)
    } else if (category === 'K' || category === 'G') {
      if (!seller.vatId) to.add(rule, 'seller.vatId', 'einvoice.vatIdNeeded', data)
    } else if (!seller.vatId && !seller.taxNumber)
      to.add(rule, 'seller.vatId', 'einvoice.taxNumberNeeded', data)
    if (category === 'K' && !buyer.vatId) to.add(rule, 'buyer.vatId', 'einvoice.vatIdNeeded', data)
    if (category === 'AE' && !buyer.vatId && !buyer.legalId?.id)
      to.add(rule, 'buyer.vatId', 'einvoice.buyerNumberNeeded', data)
  }
}

function checkBreakdown({ vat }: EInvoice, uses: readonly Use[], to: Findings): void {
  const used = new Map<string, bigint>()
  for (const use of uses) used.set(vatKey(use), (used.get(vatKey(use)) ?? 0n) + use.amount)
  const listed = new Set<string>()
  for (const [at, one] of vat.entries()) {
    const path = `vat.${at}`
    if (!Object.hasOwn(letters, one.category)) continue
    const key = vatKey(one)
    const taxable = used.get(key)
    if (listed.has(key))
      to.add(ruleOf(one.category, 1), path, 'einvoice.breakdownTwice', { key: vatLabel(one) })
    else if (taxable === undefined)
      to.add(ruleOf(one.category, 1), path, 'einvoice.breakdownUnused', { key: vatLabel(one) })
    to.sum(ruleOf(one.category, 8), `${path}.taxable`, one.taxable, taxable ?? 0n)
    listed.add(key)
    const rate = rateOf(one) ?? 0n
    if (one.category === 'S') to.tax('BR-S-09', `${path}.tax`, one.tax, one.taxable, rate)
    else to.sum(ruleOf(one.category, 9), `${path}.tax`, one.tax, 0n)
    const reason = Boolean(one.exemptionCode ?? one.exemptionReason?.trim())
    const rule = ruleOf(one.category, 10)
    const data = { category: one.category }
    if (one.category === 'S' || one.category === 'Z') {
      if (reason) to.add(rule, `${path}.exemptionReason`, 'einvoice.reasonForbidden', data)
    } else if (!reason) to.add(rule, `${path}.exemptionReason`, 'einvoice.reasonNeeded', data)
    if (one.exemptionCode && !/^VATEX-[A-Z]{2}-[A-Z0-9-]+$/.test(one.exemptionCode))
      to.add('BR-CL-22', `${path}.exemptionCode`, 'einvoice.exemptionCode')
  }
  for (const [at, use] of uses.entries()) {
    const key = vatKey(use)
    if (!Object.hasOwn(letters, use.category) || listed.has(key)) continue
    if (uses.findIndex((other) => vatKey(other) === key) === at)
      to.add(ruleOf(use.category, 1), 'vat', 'einvoice.breakdownMissing', { key: vatLabel(use) })
  }
}

/** What is outside the scope of VAT stands on an invoice of its own. */
function checkOutside({ vat }: EInvoice, uses: readonly Use[], to: Findings): void {
  if (!vat.some(({ category }) => category === 'O')) return
  if (vat.some(({ category }) => category !== 'O'))
    to.add('BR-O-11', 'vat', 'einvoice.outsideAlone')
  for (const [place, number] of Object.entries({ line: 12, allowance: 13, charge: 14 })) {
    const other = uses.find((use) => use.place === place && use.category !== 'O')
    if (other) to.add(ruleOf('O', number), `${other.path}.category`, 'einvoice.outsideAlone')
  }
}

/** Another member state's tax office wants to know when and where to. */
function checkDelivery({ vat, delivery }: EInvoice, to: Findings): void {
  if (!vat.some(({ category }) => category === 'K')) return
  if (!delivery?.date && !delivery?.period)
    to.add('BR-IC-11', 'delivery.date', 'einvoice.deliveryDate')
  if (!delivery?.address?.country)
    to.add('BR-IC-12', 'delivery.address.country', 'einvoice.deliveryCountry')
}
