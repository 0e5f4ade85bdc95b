import { rateOf, taxOn, vatKey } from './findings.ts'
import type { EInvoice, EInvoiceLine, EInvoiceVat, VatCategory } from './model.ts'

/** What a test wants to be otherwise; sums and breakdown follow from the lines. */
export interface Wanted extends Partial<Omit<EInvoice, 'lines' | 'totals'>> {
  readonly lines?: readonly Partial<EInvoiceLine>[]
  readonly prepaid?: bigint
  readonly rounding?: bigint
}

const reasons: Readonly<Record<VatCategory, Partial<EInvoiceVat>>> = {
  S: {},
  Z: {},
  E: { exemptionCode: 'VATEX-EU-132', exemptionReason: 'Exempt under article 132' },
  AE: { exemptionCode: 'VATEX-EU-AE', exemptionReason: 'Reverse charge' },
  K: { exemptionCode: 'VATEX-EU-IC', exemptionReason: 'Intra-community supply' },
  G: { exemptionCode: 'VATEX-EU-G', exemptionReason: 'Export outside the EU' },
  O: { exemptionCode: 'VATEX-EU-O', exemptionReason: 'Not subject to VAT' },
}

export const rateFor = (category: VatCategory): string | null =>
  category === 'S' ? '19' : category === 'O' ? null : '0'

/** A good invoice of a forwarder in Bremen to a customer in Lyon. */
export function anInvoice(wanted: Wanted = {}): EInvoice {
  const { lines: wantedLines = [{}], prepaid = 0n, rounding = 0n, ...rest } = wanted
  const lines = wantedLines.map((line, at): EInvoiceLine => {
    const category = line.category ?? 'S'
    return {
      id: String(at + 1),
      name: `Parcel to France ${at + 1}`,
      itemId: 'freight',
      quantity: '3',
      unit: 'C62',
      net: 10_000n,
      category,
      rate: rateFor(category),
      ...line,
    }
  })
  const adjustments = rest.adjustments ?? []
  const vat = rest.vat ?? breakdownOf([...lines, ...adjustments])
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)
  const of = (kind: 'allowance' | 'charge') =>
    sum(adjustments.filter((one) => one.kind === kind).map(({ amount }) => amount))
  const net = sum(lines.map((line) => line.net)) - of('allowance') + of('charge')
  const tax = sum(vat.map((one) => one.tax))
  const outside = vat.some(({ category }) => category === 'O')
  return {
    kind: 'invoice',
    number: 'RE-2026-00017',
    issued: '2026-11-23',
    currency: 'EUR',
    seller: {
      name: 'Nordsee Paket GmbH',
      tradeName: 'Nordsee Parcel',
      ...(outside ? {} : { vatId: 'DE123456789' }),
      taxNumber: '60/123/45678',
      legalId: { id: 'HRB 12345' },
      legalText: 'Amtsgericht Bremen HRB 12345',
      electronicAddress: { id: 'billing@nordsee.example', scheme: 'EM' },
      address: { line1: 'Hafenstraße 1', city: 'Bremen', postcode: '28195', country: 'DE' },
      contact: { name: 'Ada Köhn', phone: '+49 421 1234', email: 'ada@nordsee.example' },
    },
    buyer: {
      name: 'Soie & Cie <SARL>',
      ...(outside ? {} : { vatId: 'FR12345678901' }),
      legalId: { id: '123456789', scheme: '0002' },
      electronicAddress: { id: 'factures@soie.example', scheme: 'EM' },
      address: { line1: '5 rue de la République', city: 'Lyon', postcode: '69002', country: 'FR' },
    },
    delivery: {
      period: { from: '2026-10-01', to: '2026-10-31' },
      date: '2026-10-31',
      address: { city: 'Lyon', postcode: '69002', country: 'FR' },
    },
    buyerReference: '04011000-12345-67',
    orderReference: 'PO-77',
    notes: ['Work of October 2026'],
    ...rest,
    lines,
    vat,
    totals: {
      lines: sum(lines.map((line) => line.net)),
      allowances: of('allowance'),
      charges: of('charge'),
      net,
      tax,
      gross: net + tax,
      prepaid,
      rounding,
      due: net + tax - prepaid + rounding,
    },
    payment: rest.payment ?? {
      means: '58',
      accounts: [
        { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', holder: 'Nordsee Paket GmbH' },
      ],
      reference: 'RE-2026-00017',
      dueDate: '2026-12-23',
      terms: 'Within 30 days without discount',
    },
  }
}

type Part = Pick<EInvoiceLine, 'category' | 'rate'> &
  ({ net: bigint } | { kind: string; amount: bigint })

function breakdownOf(parts: readonly Part[]): EInvoiceVat[] {
  const rows = new Map<string, EInvoiceVat>()
  for (const part of parts) {
    const { category, rate } = part
    const amount = 'net' in part ? part.net : part.kind === 'charge' ? part.amount : -part.amount
    const before = rows.get(vatKey(part))?.taxable ?? 0n
    const taxable = before + amount
    const tax = category === 'S' ? taxOn(taxable, rateOf(part) ?? 0n) : 0n
    rows.set(vatKey(part), { category, rate, taxable, tax, ...reasons[category] })
  }
  return [...rows.values()]
}

/** One good document for each case an invoice can be. */
export const goodInvoices: Readonly<Record<string, EInvoice>> = {
  standard: anInvoice(),
  reduced: anInvoice({ lines: [{ rate: '5.5' }] }),
  'several rates': anInvoice({
    lines: [{}, { rate: '7', net: 1_999n }, { rate: '7.00', net: 1n }, { category: 'E' }],
  }),
  zero: anInvoice({ lines: [{ category: 'Z' }] }),
  exempt: anInvoice({ lines: [{ category: 'E' }] }),
  'reverse charge': anInvoice({ lines: [{ category: 'AE' }] }),
  'intra-community': anInvoice({ lines: [{ category: 'K' }] }),
  export: anInvoice({ lines: [{ category: 'G' }] }),
  'outside the scope': anInvoice({ lines: [{ category: 'O' }] }),
  'credit note': anInvoice({
    kind: 'creditNote',
    number: 'GS-2026-00003',
    preceding: [{ number: 'RE-2026-00017', issued: '2026-11-23' }],
  }),
  corrected: anInvoice({ kind: 'corrected', preceding: [{ number: 'RE-2026-00016' }] }),
  'a line given back': anInvoice({ lines: [{}, { net: -2_500n, quantity: '1' }] }),
  'discount and charge': anInvoice({
    adjustments: [
      { kind: 'allowance', amount: 500n, reason: 'Volume', category: 'S', rate: '19' },
      { kind: 'charge', amount: 120n, reason: 'Fuel', category: 'S', rate: '19' },
    ],
  }),
  'paid in part': anInvoice({ prepaid: 5_000n }),
  'paid from the balance': anInvoice({ prepaid: 11_900n, payment: { means: '57' } }),
  yen: anInvoice({ currency: 'JPY', lines: [{ net: 12_345n, rate: '10' }] }),
  forint: anInvoice({
    currency: 'HUF',
    lines: [{ net: 1_234_567n, rate: '27' }],
    rounding: -21n,
  }),
  dinar: anInvoice({ currency: 'KWD', lines: [{ net: 12_400n, rate: '5' }] }),
  'tax in forints too': anInvoice({
    lines: [{ rate: '27' }],
    taxCurrency: { currency: 'HUF', tax: 1_050_000n },
  }),
}
