import { ibanIssue } from '../ids/iban.ts'
import { isCurrency, minorUnits } from '#contracts/kit/money.ts'
import { parseDecimal } from '#contracts/kit/units.ts'
import { checkTotals } from './check-totals.ts'
import { checkVat } from './check-vat.ts'
import { checkXRechnung } from './check-xrechnung.ts'
import { type EInvoiceFinding, Findings } from './findings.ts'
import type { EInvoice, EInvoiceParty, EInvoicePeriod } from './model.ts'

/**
 * What keeps an invoice from being written: the business rules of EN 16931 that bear on sums,
 * mandatory fields and tax categories, and those of XRechnung on top for `xrechnung`. Empty: it may
 * be issued. The findings are issues of fields, `failFields` takes them as they are.
 */
export function checkInvoice(
  invoice: EInvoice,
  profile: 'en16931' | 'xrechnung' = 'en16931',
): EInvoiceFinding[] {
  const findings = new Findings(invoice)
  if (!isCurrency(invoice.currency)) {
    findings.add('BR-CL-04', 'currency', 'einvoice.currency', { code: invoice.currency })
    return findings.all
  }
  checkHead(invoice, findings)
  checkLines(invoice, findings)
  checkTotals(invoice, findings)
  checkVat(invoice, findings)
  checkPayment(invoice, findings)
  if (profile === 'xrechnung') checkXRechnung(invoice, findings)
  return findings.all
}

/** Characters XML has no place for. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u

function checkTexts(value: unknown, path: string, to: Findings): void {
  if (typeof value === 'string') {
    if (unwritable.test(value)) to.add('XML', path, 'einvoice.characters')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value))
      checkTexts(part, path ? `${path}.${key}` : key, to)
  }
}

function checkHead(invoice: EInvoice, to: Findings): void {
  checkTexts(invoice, '', to)
  to.required('BR-02', 'number', invoice.number)
  to.required('BR-03', 'issued', invoice.issued)
  date('BR-03', 'issued', invoice.issued, to)
  party('seller', invoice.seller, to, { name: 'BR-06', country: 'BR-09', address: 'BR-62' })
  party('buyer', invoice.buyer, to, { name: 'BR-07', country: 'BR-11', address: 'BR-63' })
  const { seller } = invoice
  if (!seller.vatId && !seller.legalId?.id)
    to.add('BR-CO-26', 'seller.vatId', 'einvoice.sellerIdentity')
  for (const [at, one] of (invoice.preceding ?? []).entries()) {
    to.required('BR-55', `preceding.${at}.number`, one.number)
    date('BR-55', `preceding.${at}.issued`, one.issued, to)
  }
  if (invoice.taxCurrency) {
    const { currency } = invoice.taxCurrency
    if (!isCurrency(currency) || currency === invoice.currency)
      to.add('BR-53', 'taxCurrency.currency', 'einvoice.taxCurrency')
    else decimals('BR-DEC-15', 'taxCurrency.tax', invoice.taxCurrency.tax, currency, to)
  }
  const { delivery } = invoice
  date('BR-29', 'delivery.date', delivery?.date, to)
  period('BR-29', 'delivery.period', delivery?.period, to)
  if (delivery?.address) country('BR-57', 'delivery.address.country', delivery.address.country, to)
}

function party(
  path: 'seller' | 'buyer',
  of: EInvoiceParty,
  to: Findings,
  rules: { name: string; country: string; address: string },
): void {
  to.required(rules.name, `${path}.name`, of.name)
  country(rules.country, `${path}.address.country`, of.address.country, to)
  if (of.electronicAddress) {
    to.required(rules.address, `${path}.electronicAddress.scheme`, of.electronicAddress.scheme)
    to.required(rules.address, `${path}.electronicAddress.id`, of.electronicAddress.id)
  }
  // Greek numbers begin with EL, those of Northern Ireland with XI.
  if (of.vatId && !/^([A-Z]{2})[0-9A-Z+*.]{2,}$/.test(of.vatId))
    to.add('BR-CO-09', `${path}.vatId`, 'einvoice.vatId')
}

const country = (rule: string, path: string, code: string, to: Findings): void => {
  if (!/^[A-Z]{2}$/.test(code)) to.add(rule, path, code ? 'einvoice.country' : 'einvoice.required')
}

function date(rule: string, path: string, text: string | undefined, to: Findings): void {
  if (!text) return
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  if (!day || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    to.add(rule, path, 'einvoice.date')
}

function period(rule: string, path: string, of: EInvoicePeriod | undefined, to: Findings): void {
  if (!of) return
  date(rule, `${path}.from`, of.from, to)
  date(rule, `${path}.to`, of.to, to)
  if (of.to < of.from) to.add(rule, `${path}.to`, 'einvoice.period')
}

/** EN 16931 has no amounts with three decimals: KWD must be in whole ten fils. */
function decimals(rule: string, path: string, minor: bigint, currency: string, to: Findings): void {
  const beyond = minorUnits(currency) - 2
  if (beyond > 0 && minor % 10n ** BigInt(beyond) !== 0n)
    to.add(rule, path, 'einvoice.decimals', { currency })
}

function checkLines(invoice: EInvoice, to: Findings): void {
  if (invoice.lines.length === 0) to.add('BR-16', 'lines', 'einvoice.lines')
  const ids = new Set<string>()
  for (const [at, line] of invoice.lines.entries()) {
    const path = `lines.${at}`
    to.required('BR-21', `${path}.id`, line.id)
    if (ids.has(line.id)) to.add('BR-21', `${path}.id`, 'einvoice.lineId', { id: line.id })
    ids.add(line.id)
    to.required('BR-25', `${path}.name`, line.name)
    const quantity = parseDecimal(line.quantity, 6)
    if (quantity === null || quantity <= 0n)
      to.add('BR-22', `${path}.quantity`, 'einvoice.quantity')
    if (!/^[A-Z0-9]{2,3}$/.test(line.unit)) to.add('BR-23', `${path}.unit`, 'einvoice.unit')
    decimals('BR-DEC-23', `${path}.net`, line.net, invoice.currency, to)
    period('BR-30', `${path}.period`, line.period, to)
  }
  for (const [at, one] of (invoice.adjustments ?? []).entries()) {
    const path = `adjustments.${at}`
    const charge = one.kind === 'charge'
    to.required(charge ? 'BR-38' : 'BR-33', `${path}.reason`, one.reason)
    if (one.amount <= 0n) to.add(charge ? 'BR-36' : 'BR-31', `${path}.amount`, 'einvoice.positive')
    decimals(charge ? 'BR-DEC-05' : 'BR-DEC-01', `${path}.amount`, one.amount, invoice.currency, to)
  }
  const decimalRules = { lines: '09', allowances: '10', charges: '11', net: '12', tax: '13' }
  const further = { gross: '14', prepaid: '16', rounding: '17', due: '18' }
  for (const [name, rule] of Object.entries({ ...decimalRules, ...further })) {
    const amount = invoice.totals[name as keyof EInvoice['totals']]
    decimals(`BR-DEC-${rule}`, `totals.${name}`, amount, invoice.currency, to)
  }
  for (const [at, one] of invoice.vat.entries()) {
    decimals('BR-DEC-19', `vat.${at}.taxable`, one.taxable, invoice.currency, to)
    decimals('BR-DEC-20', `vat.${at}.tax`, one.tax, invoice.currency, to)
  }
}

function checkPayment({ payment, totals }: EInvoice, to: Findings): void {
  if (!/^(\d{1,2}|ZZZ)$/.test(payment.means)) to.add('BR-49', 'payment.means', 'einvoice.means')
  if (totals.due > 0n && !payment.dueDate && !payment.terms?.trim())
    to.add('BR-CO-25', 'payment.dueDate', 'einvoice.dueDate')
  date('BR-CO-25', 'payment.dueDate', payment.dueDate, to)
  if (['30', '58'].includes(payment.means) && !payment.accounts?.length)
    to.add('BR-61', 'payment.accounts', 'einvoice.account')
  for (const [at, { iban, number }] of (payment.accounts ?? []).entries()) {
    if (iban === undefined) to.required('BR-50', `payment.accounts.${at}.number`, number)
    else if (ibanIssue(iban)) to.add('BR-50', `payment.accounts.${at}.iban`, 'einvoice.iban')
  }
}
