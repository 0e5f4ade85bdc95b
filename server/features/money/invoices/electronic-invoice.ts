import type { InvoiceParty } from '#contracts/money/invoices.parts.ts'
import type {
  EInvoice,
  EInvoiceParty,
  EInvoiceVat,
  VatCategory,
} from '#server/kit/einvoice/model.ts'
import { parseMoney } from '#contracts/kit/money.ts'
import {
  companyVatText,
  type DictText,
  type DrawnInvoice,
  type Text,
} from './papers/draw-invoice.ts'

/** Codes of the VATEX list; E has a reason in words. */
const VATEX: Partial<Record<VatCategory, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

/** An issued invoice in the words of EN 16931: the amounts it has, nothing computed. */
export function electronicInvoice(of: DrawnInvoice, t: Text, dict: DictText): EInvoice {
  const { row, lines, credits } = of
  const seller = row.seller!
  const buyer = row.buyer!
  const [net, tax, gross] = [BigInt(row.net), BigInt(row.tax), BigInt(row.gross)]
  const isNote = row.kind === 'creditNote'
  const isPrepaid = row.side === 'customer' && !isNote
  const prepaid = isPrepaid ? gross : 0n
  // The standard allows no VAT numbers on what is outside the scope of VAT.
  const notes = [row.reason, companyVatText(of, t)].filter((note) => note !== null)
  const isOutside = of.vat.some(({ category }) => category === 'O')
  return {
    kind: row.kind,
    number: row.number!,
    issued: row.issuedOn!,
    currency: row.currency,
    ...(row.companyVat
      ? {
          taxCurrency: {
            currency: row.companyVat.currency,
            tax: parseMoney(row.companyVat.tax, row.companyVat.currency, 'any')!.minor,
          },
        }
      : {}),
    seller: {
      ...partyOf(seller, isOutside),
      ...(seller.taxNo ? { taxNumber: seller.taxNo } : {}),
      ...(seller.registerNo ? { legalId: { id: seller.registerNo } } : {}),
      ...(seller.contact && seller.phone && seller.email
        ? { contact: { name: seller.contact, phone: seller.phone, email: seller.email } }
        : {}),
    },
    buyer: partyOf(buyer, isOutside),
    delivery: {
      date: row.periodTo,
      period: { from: row.periodFrom, to: row.periodTo },
      address: addressIn(buyer),
    },
    ...(buyer.reference ? { buyerReference: buyer.reference } : {}),
    ...(credits ? { preceding: [{ number: credits }] } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    lines: lines.map(({ lineNo, service, tradeItem, count, net: amount, ...line }) => {
      const item = dict('money_trade_item', tradeItem) || tradeItem
      return {
        id: String(lineNo),
        name: service === null ? item : `${service} · ${item}`,
        itemId: tradeItem,
        quantity: String(count),
        unit: 'C62',
        net: amount,
        ...vatOf(line.taxCategory, line.taxRate),
      }
    }),
    vat: vatRows(of, t),
    totals: {
      lines: net,
      allowances: 0n,
      charges: 0n,
      net,
      tax,
      gross,
      prepaid,
      rounding: 0n,
      due: gross - prepaid,
    },
    payment: paymentOf(of, isPrepaid, t),
  }
}

function paymentOf({ row }: DrawnInvoice, isPrepaid: boolean, t: Text): EInvoice['payment'] {
  const { payTo, reference, dueOn } = row
  if (row.kind === 'creditNote')
    return { means: 'ZZZ', terms: row.frees ? t('paper.freed') : t('paper.givenBack') }
  if (isPrepaid) return { means: '57', terms: t('paper.prepaid') }
  const account =
    payTo?.iban == null
      ? null
      : {
          iban: payTo.iban,
          ...(payTo.bic ? { bic: payTo.bic } : {}),
          ...(payTo.holder ? { holder: payTo.holder } : {}),
        }
  return {
    means: account ? (row.currency === 'EUR' ? '58' : '30') : 'ZZZ',
    ...(account ? { accounts: [account] } : {}),
    ...(reference ? { reference } : {}),
    dueDate: dueOn!,
    terms: t('paper.payBy', { day: dueOn! }),
  }
}

/** One row per category and rate: the standard knows no country of a tax. */
function vatRows({ vat }: DrawnInvoice, t: Text): EInvoiceVat[] {
  const rows = new Map<string, EInvoiceVat>()
  for (const { category, rate, taxable, tax } of vat) {
    const of = vatOf(category, rate)
    const key = `${of.category} ${of.rate}`
    const before = rows.get(key)
    const code = VATEX[of.category]
    rows.set(key, {
      ...of,
      taxable: (before?.taxable ?? 0n) + taxable,
      tax: (before?.tax ?? 0n) + tax,
      ...(code ? { exemptionCode: code } : {}),
      ...(of.category === 'E' ? { exemptionReason: t('paper.why.E') } : {}),
    })
  }
  return [...rows.values()]
}

function vatOf(category: string | null, rate: number | null) {
  const known = (category ?? 'O') as VatCategory
  const percent = rate ?? 0
  const part = String(percent % 100)
    .padStart(2, '0')
    .replace(/(?<!0)0+$/, '')
  const text = `${Math.trunc(percent / 100)}${part === '' ? '' : `.${part}`}`
  return { category: known, rate: known === 'O' ? null : text }
}

function partyOf(party: InvoiceParty, isOutside: boolean): EInvoiceParty {
  return {
    name: party.name,
    ...(party.vatId && !isOutside ? { vatId: party.vatId } : {}),
    ...(party.email ? { electronicAddress: { id: party.email, scheme: 'EM' } } : {}),
    address: addressIn(party),
  }
}

const addressIn = ({ street, postalCode, city, country }: InvoiceParty) => ({
  ...(street ? { line1: street } : {}),
  ...(city ? { city } : {}),
  ...(postalCode ? { postcode: postalCode } : {}),
  country: country ?? '',
})
