import { describe, expect, test } from 'vitest'
import { localeTexts } from '#test/locale-files.ts'
import { checkInvoice } from './check-invoice.ts'
import { anInvoice, goodInvoices } from './invoices.fixture.ts'
import type { EInvoice } from './model.ts'

const rules = (invoice: EInvoice, profile?: 'xrechnung') =>
  checkInvoice(invoice, profile).map(({ rule, path }) => `${rule} ${path}`)

describe('an invoice before it is issued', () => {
  test.each(Object.entries(goodInvoices))('is good: %s', (_, invoice) => {
    expect(rules(invoice)).toEqual([])
    expect(rules(invoice, 'xrechnung')).toEqual([])
  })

  const good = anInvoice()
  const vat = (of: EInvoice, part: Partial<EInvoice['vat'][number]>): EInvoice['vat'] => [
    { ...of.vat[0]!, ...part },
  ]
  const totals = (part: Partial<EInvoice['totals']>): EInvoice => {
    return { ...good, totals: { ...good.totals, ...part } }
  }
  const { zero, exempt, export: exported } = goodInvoices
  const reverse = goodInvoices['reverse charge']!
  const moved = goodInvoices['intra-community']!
  const outside = goodInvoices['outside the scope']!
  const noVatId = <P extends { vatId?: string }>({ vatId, ...rest }: P): Omit<P, 'vatId'> => {
    expect(vatId).toBeTruthy()
    return rest
  }
  const faults: readonly [string, EInvoice, string[]][] = [
    ['no number', { ...good, number: ' ' }, ['BR-02 number']],
    ['no day', { ...good, issued: '2026-02-30' }, ['BR-03 issued']],
    ['no lines', { ...totals({}), lines: [] }, ['BR-16 lines', 'BR-CO-10 totals.lines']],
    ['lines do not add up', totals({ lines: 9_999n }), ['BR-CO-10 totals.lines']],
    ['net is wrong', totals({ net: 10_001n }), ['BR-CO-13 totals.net', 'BR-CO-15 totals.gross']],
    ['tax is wrong', totals({ tax: 1_901n }), ['BR-CO-14 totals.tax', 'BR-CO-15 totals.gross']],
    ['gross is wrong', totals({ gross: 1n }), ['BR-CO-15 totals.gross', 'BR-CO-16 totals.due']],
    ['due is wrong', totals({ due: 1n }), ['BR-CO-16 totals.due']],
    ['S without rate', { ...good, lines: [{ ...good.lines[0]!, rate: '0' }] }, ['BR-S-05']],
    ['S taxed wrongly', { ...good, vat: vat(good, { tax: 1_800n }) }, ['BR-S-09 vat.0.tax']],
    ['S with a reason', { ...good, vat: vat(good, { exemptionReason: 'x' }) }, ['BR-S-10']],
    ['Z taxed', { ...zero!, vat: vat(zero!, { tax: 1n }) }, ['BR-Z-09 vat.0.tax']],
    ['E without reason', { ...exempt!, vat: vat(exempt!, none) }, ['BR-E-10']],
    ['AE without a number', { ...reverse, buyer: bare(reverse) }, ['BR-AE-02 buyer.vatId']],
    ['AE without reason', { ...reverse, vat: vat(reverse, none) }, ['BR-AE-10']],
    ['K without buyer', { ...moved, buyer: noVatId(moved.buyer) }, ['BR-IC-02 buyer.vatId']],
    ['K without country', { ...moved, delivery: { date: '2026-10-31' } }, ['BR-IC-12']],
    ['K without date', { ...moved, delivery: { address: { country: 'FR' } } }, ['BR-IC-11']],
    ['G without seller', { ...exported!, seller: noVatId(exported!.seller) }, ['BR-G-02']],
    ['G without reason', { ...exported!, vat: vat(exported!, none) }, ['BR-G-10']],
    ['O with a number', { ...outside, seller: good.seller }, ['BR-O-02 seller.vatId']],
    ['O with others', anInvoice({ lines: [{ category: 'O' }, {}] }), ['BR-O-11 vat', 'BR-O-12']],
    ['fils', anInvoice({ currency: 'KWD', lines: [{ net: 12_345n }] }), ['BR-DEC-23 lines.0.net']],
    ['no due date', { ...good, payment: { means: '10' } }, ['BR-CO-25 payment.dueDate']],
    ['a wrong IBAN', { ...good, payment: wrongIban(good) }, ['BR-50 payment.accounts.0.iban']],
    ['no such currency', { ...good, currency: 'EURO' }, ['BR-CL-04 currency']],
    ['a bell in a text', { ...good, notes: ['\u0007'] }, ['XML notes.0']],
  ]
  test.each(faults)('is refused: %s', (_, invoice, expected) => {
    const found = rules(invoice)
    for (const one of expected) expect(found.some((rule) => rule.startsWith(one))).toBe(true)
  })

  test('for German authorities needs what XRechnung asks for', () => {
    const { contact, electronicAddress, ...seller } = good.seller
    const { buyerReference, ...rest } = good
    const found = rules({ ...rest, seller: { ...seller, address: { country: 'DE' } } }, 'xrechnung')
    expect([contact, electronicAddress, buyerReference].every(Boolean)).toBe(true)
    expect(found).toEqual([
      'BR-DE-15 buyerReference',
      'BR-DE-3 seller.address.city',
      'BR-DE-4 seller.address.postcode',
      'BR-DE-2 seller.contact',
      'PEPPOL-EN16931-R020 seller.electronicAddress.id',
    ])
  })

  test('names the amounts in words of both languages', () => {
    const [finding] = checkInvoice(totals({ due: 1n }))
    expect(finding?.data).toEqual({ rule: 'BR-CO-16', is: '0.01 EUR', must: '119.00 EUR' })
    for (const lang of ['zh_CN', 'en_US'] as const)
      expect(localeTexts(lang, 'einvoice')[`error.${finding!.code}`]).toContain('{{must}}')
  })
})

const none = { exemptionCode: undefined, exemptionReason: undefined } as object

function bare({ buyer }: EInvoice): EInvoice['buyer'] {
  return { name: buyer.name, address: buyer.address }
}

function wrongIban({ payment }: EInvoice): EInvoice['payment'] {
  return { ...payment, accounts: [{ iban: 'DE88370400440532013000' }] }
}
