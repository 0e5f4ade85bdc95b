import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkInvoice } from './check-invoice.ts'
import { brokenRules, rulesRead } from './cii-rules.fixture.ts'
import { invoiceXml, writeCii } from './cii.ts'
import { anInvoice, goodInvoices } from './invoices.fixture.ts'
import type { EInvoice, EInvoiceVat, VatCategory } from './model.ts'

let schema: XsdValidator
const faultsOf = (xml: string): string[] => {
  const document = XmlDocument.fromString(xml)
  try {
    schema.validate(document)
    return []
  } catch (error) {
    return [String(error)]
  } finally {
    document.dispose()
  }
}

beforeAll(() => {
  xmlRegisterFsInputProviders()
  const pack = createRequire(import.meta.url).resolve('@stackforge-eu/factur-x')
  const url = join(dirname(pack), '../schema/en16931/FACTUR-X_EN16931.xsd')
  schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(url), { url }))
})

describe('the XML of an invoice', () => {
  test.each(Object.entries(goodInvoices))('keeps schema and rules: %s', async (_, invoice) => {
    for (const profile of ['en16931', 'xrechnung'] as const) {
      const xml = await invoiceXml(invoice, profile)
      expect(faultsOf(xml)).toEqual([])
      expect(brokenRules(xml, profile)).toEqual([])
    }
  })
})

test('what is not subject to tax has the rate 0 in the breakdown and none on its lines', async () => {
  const outside = Object.values(goodInvoices).filter(({ vat }) => vat[0]?.category === 'O')
  expect(outside.length).toBeGreaterThan(0)
  for (const invoice of outside) {
    const xml = await invoiceXml(invoice, 'xrechnung')
    const [lines = '', header = ''] = xml.split('<ram:ApplicableHeaderTradeAgreement>')
    expect(lines).not.toContain('RateApplicablePercent')
    expect(header).toContain('<ram:RateApplicablePercent>0</ram:RateApplicablePercent>')
  }
})

describe('a planted fault is refused by its rule', () => {
  const good = anInvoice()
  const of = (name: string): EInvoice => goodInvoices[name]!
  const row = (invoice: EInvoice, part: Partial<EInvoiceVat>): EInvoice => {
    return { ...invoice, vat: [{ ...invoice.vat[0]!, ...part }, ...invoice.vat.slice(1)] }
  }
  const without = (invoice: EInvoice): EInvoice => {
    const { exemptionCode, exemptionReason, ...vat } = invoice.vat[0]!
    expect([exemptionCode, exemptionReason].every(Boolean)).toBe(true)
    return { ...invoice, vat: [vat] }
  }
  const line = (invoice: EInvoice, part: Partial<EInvoice['lines'][number]>): EInvoice => {
    return { ...invoice, lines: [{ ...invoice.lines[0]!, ...part }, ...invoice.lines.slice(1)] }
  }
  const bareBuyer = { name: 'Soie', address: { country: 'FR' } }
  const faults: Readonly<Record<string, readonly [string, EInvoice]>> = {
    'standard: the tax is another': ['BR-S-09', row(good, { tax: 1_500n })],
    'standard: the line has no rate': ['BR-S-05', line(good, { rate: '0' })],
    'reduced: another rate in the breakdown': ['BR-S-01', row(of('reduced'), { rate: '7' })],
    'several rates: the taxable amount of one': [
      'BR-S-08',
      row(of('several rates'), { taxable: 9_999n }),
    ],
    'zero: taxed all the same': ['BR-Z-09', row(of('zero'), { tax: 1n })],
    'zero: with a reason': ['BR-Z-10', row(of('zero'), { exemptionReason: 'because' })],
    'exempt: without a reason': ['BR-E-10', without(of('exempt'))],
    'reverse charge: a buyer without number': [
      'BR-AE-02',
      { ...of('reverse charge'), buyer: bareBuyer },
    ],
    'reverse charge: taxed': ['BR-AE-09', row(of('reverse charge'), { tax: 1_900n })],
    'intra-community: a buyer without VAT number': [
      'BR-IC-02',
      { ...of('intra-community'), buyer: bareBuyer },
    ],
    'intra-community: no country of delivery': [
      'BR-IC-12',
      { ...of('intra-community'), delivery: { date: '2026-10-31' } },
    ],
    'export: without a reason': ['BR-G-10', without(of('export'))],
    'outside the scope: with a VAT number': [
      'BR-O-02',
      { ...of('outside the scope'), seller: good.seller },
    ],
    'outside the scope: together with taxed work': [
      'BR-O-11',
      anInvoice({ lines: [{ category: 'O' }, {}] }),
    ],
    'credit note: about an invoice without number': [
      'BR-55',
      { ...of('credit note'), preceding: [{ number: ' ', issued: '2026-11-01' }] },
    ],
    'yen: a sum that is off by one': [
      'BR-CO-10',
      { ...of('yen'), totals: { ...of('yen').totals, lines: 12_346n } },
    ],
    'forint: rounded and not said in the amount due': [
      'BR-CO-16',
      { ...of('forint'), totals: { ...of('forint').totals, rounding: 0n } },
    ],
    'discount: not in the totals': [
      'BR-CO-11',
      {
        ...of('discount and charge'),
        totals: { ...of('discount and charge').totals, allowances: 0n },
      },
    ],
  }

  test.each(Object.entries(faults))('%s', async (_, [rule, invoice]) => {
    expect(brokenRules(await writeCii(invoice, 'en16931'), 'en16931')).toContain(rule)
    expect(checkInvoice(invoice).map((finding) => finding.rule)).toContain(rule)
    await expect(invoiceXml(invoice)).rejects.toMatchObject({ code: 'request.invalid' })
  })

  test('and by the schema, where an element is missing or has another place', async () => {
    const xml = await invoiceXml(good)
    expect(faultsOf(xml.replace(/<ram:TypeCode>380<\/ram:TypeCode>/, ''))).not.toEqual([])
    expect(faultsOf(xml.replaceAll('format="102"', ''))).not.toEqual([])
    expect(faultsOf(xml.replace('<ram:Name>', '<ram:Nom/><ram:Name>'))).not.toEqual([])
  })

  test('XRechnung without the reference of the authority', async () => {
    const { buyerReference, ...rest } = good
    expect(buyerReference).toBeTruthy()
    const xml = await writeCii(rest, 'xrechnung')
    expect(brokenRules(xml, 'xrechnung')).toEqual(['BR-DE-15'])
    expect(checkInvoice(rest)).toEqual([])
  })
})

test('what is given stands in the XML, also what the library leaves out', async () => {
  const full = anInvoice({
    kind: 'creditNote',
    preceding: [{ number: 'R<1', issued: '2026-10-01' }, { number: 'R2' }],
    contractReference: 'C-9',
    payment: {
      means: '59',
      accounts: [
        { iban: 'DE89370400440532013000' },
        { number: '6222-8888', bic: 'BKCHCNBJ', holder: '北海包裹有限公司' },
      ],
      directDebit: {
        mandate: 'M-1',
        creditorId: 'DE98ZZZ09999999999',
        debitedIban: 'FR1420041010050500013M02606',
      },
      dueDate: '2026-12-01',
    },
    lines: [
      {
        description: 'Kraków → Łódź',
        note: 'by hand',
        period: { from: '2026-10-01', to: '2026-10-02' },
      },
    ],
  })
  const xml = await invoiceXml(full, 'xrechnung')
  expect(faultsOf(xml)).toEqual([])
  expect(brokenRules(xml, 'xrechnung')).toEqual([])
  const plain = xml.replaceAll(/\s*\n\s*/g, '')
  for (const part of [
    '<ram:IssuerAssignedID>R&lt;1</ram:IssuerAssignedID><ram:FormattedIssueDateTime>',
    '<qdt:DateTimeString format="102">20261001</qdt:DateTimeString>',
    '<ram:IssuerAssignedID>R2</ram:IssuerAssignedID></ram:InvoiceReferencedDocument>',
    '<ram:Description>Amtsgericht Bremen HRB 12345</ram:Description>',
    '<ram:CreditorReferenceID>DE98ZZZ09999999999</ram:CreditorReferenceID>',
    '<ram:DirectDebitMandateID>M-1</ram:DirectDebitMandateID>',
    '<ram:PayerPartyDebtorFinancialAccount><ram:IBANID>FR1420041010050500013M02606</ram:IBANID>',
    '<ram:AccountName>北海包裹有限公司</ram:AccountName><ram:ProprietaryID>6222-8888</ram:ProprietaryID>',
    '<ram:BICID>BKCHCNBJ</ram:BICID>',
    '<ram:IssuerAssignedID>C-9</ram:IssuerAssignedID>',
    '<ram:Description>Kraków → Łódź</ram:Description>',
    '<ram:Content>by hand</ram:Content>',
    '<ram:TradingBusinessName>Nordsee Parcel</ram:TradingBusinessName>',
    '<ram:Name>Soie &amp; Cie &lt;SARL&gt;</ram:Name>',
  ])
    expect(plain).toContain(part)
})

/** Rules that `checkInvoice` reads more strictly: the XML no longer shows the fault. */
const stricter = new Set(['BR-03', 'BR-22', 'BR-23', 'BR-50', 'BR-53', 'BR-CO-09'])
const compared = (rules: Iterable<string>): string[] =>
  [...new Set(rules)].filter((rule) => rulesRead.has(rule) && !stricter.has(rule)).sort()

test('the check of the invoice and the rules on its XML come to the same verdict', async () => {
  const category = fc.constantFrom<VatCategory>('S', 'S', 'S', 'Z', 'E', 'AE', 'K', 'G', 'O')
  const net = fc.bigInt({ min: -5_000n, max: 90_000n })
  const lines = fc.array(fc.record({ category, net, reduced: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  const nudge = fc.bigInt({ min: -300n, max: 300n })
  const fault = fc.oneof(
    fc.record({ at: fc.constantFrom('lines', 'net', 'tax', 'gross', 'due', 'charges'), nudge }),
    fc.record({ at: fc.constantFrom('vat.tax', 'vat.taxable'), nudge }),
    fc.record({
      at: fc.constantFrom('reason', 'buyer', 'seller', 'delivery', 'category', 'rate', 'name'),
      nudge,
    }),
  )
  const currency = fc.constantFrom('EUR', 'JPY', 'HUF')
  const verdicts = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.array(fault, { maxLength: 2 }),
      currency,
      async (wanted, faults, money) => {
        const good = anInvoice({
          currency: money,
          lines: wanted.map(({ reduced, ...line }) => {
            return line.category === 'S' && reduced ? { ...line, rate: '7' } : line
          }),
        })
        const invoice = faults.reduce(spoil, good)
        const written = brokenRules(await writeCii(invoice, 'en16931'), 'en16931')
        const read = checkInvoice(invoice).map(({ rule }) => rule)
        for (const rule of read) verdicts.add(rule)
        expect(compared(read)).toEqual(compared(written))
      },
    ),
    { numRuns: 120 },
  )
  expect(verdicts.size).toBeGreaterThan(10)
})

function spoil(of: EInvoice, { at, nudge }: { at: string; nudge: bigint }): EInvoice {
  const [first, ...rest] = of.vat
  if (!first) return of
  const { name, address } = of.buyer
  switch (at) {
    case 'vat.tax':
      return { ...of, vat: [{ ...first, tax: first.tax + nudge }, ...rest] }
    case 'vat.taxable':
      return { ...of, vat: [{ ...first, taxable: first.taxable + nudge }, ...rest] }
    case 'reason': {
      const { category, rate, taxable, tax } = first
      const reason = category === 'S' ? { exemptionReason: 'none' } : {}
      return { ...of, vat: [{ category, rate, taxable, tax, ...reason }, ...rest] }
    }
    case 'buyer':
      return { ...of, buyer: { name, address } }
    case 'seller':
      return { ...of, seller: { name: of.seller.name, address: of.seller.address } }
    case 'delivery': {
      const { delivery, ...others } = of
      return delivery ? others : of
    }
    case 'category':
      return { ...of, vat: [{ ...first, category: 'E', rate: '0' }, ...rest] }
    case 'rate':
      return { ...of, lines: of.lines.map((line) => ({ ...line, rate: '0' })) }
    case 'name':
      return { ...of, lines: of.lines.map((line) => ({ ...line, name: ' ' })) }
    default: {
      const key = at as keyof EInvoice['totals']
      return { ...of, totals: { ...of.totals, [key]: of.totals[key] + nudge } }
    }
  }
}
