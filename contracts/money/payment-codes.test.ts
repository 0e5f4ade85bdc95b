import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EPC_BYTES, epcIssue, epcText } from './epc-code.ts'
import { creditorReference, isCreditorReference } from './iban.ts'

const IBAN = 'DE89370400440532013000'

test('creditor references: the example of ISO 11649, and any body', () => {
  expect(isCreditorReference('RF18539007547034')).toBe(true)
  expect(creditorReference('539007547034')).toBe('RF18539007547034')
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{1,21}$/), (body) => {
      expect(isCreditorReference(creditorReference(body))).toBe(true)
    }),
  )
})

describe('the code of a SEPA transfer', () => {
  const account = { holder: 'Parcelyard GmbH', iban: IBAN, bic: 'COBADEFFXXX' }
  const euro = { ...account, currency: 'EUR', amount: '12.30', reference: null }

  test('has the lines of EPC069-12, version 002, in UTF-8', () => {
    expect(epcText({ ...euro, holder: '蓝海 GmbH', reference: 'RF18539007547034' })).toBe(
      `BCD\n002\n1\nSCT\nCOBADEFFXXX\n蓝海 GmbH\n${IBAN}\nEUR12.30\n\nRF18539007547034`,
    )
    expect(epcText({ ...euro, bic: null, amount: null, reference: 'Order 1\nEUR9999' })).toBe(
      `BCD\n002\n1\nSCT\n\nParcelyard GmbH\n${IBAN}\n\n\n\nOrder 1 EUR9999`,
    )
    expect(epcText({ ...euro, amount: '', reference: '' })?.split('\n')).toHaveLength(7)
  })

  test('other currencies, amounts beyond the scheme and texts that do not fit have none', () => {
    expect(epcIssue({ ...euro, currency: 'CHF' })).toBe('currency')
    expect(epcIssue({ ...euro, iban: null })).toBe('iban')
    expect(epcIssue({ ...euro, holder: 'x'.repeat(71) })).toBe('holder')
    for (const amount of ['0', '0.00', '-1', '1.234', '1000000000.00', '1e3', 'x'])
      expect([amount, epcIssue({ ...euro, amount })]).toEqual([amount, 'amount'])
    expect(epcIssue({ ...euro, amount: '999999999.99' })).toBeNull()
    expect(epcIssue({ ...euro, reference: 'x'.repeat(141) })).toBe('reference')
    expect(epcIssue({ ...euro, reference: '蓝'.repeat(120) })).toBe('reference')
  })

  test('no text breaks out of its line or the code', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ maxLength: 140 }), (holder, reference) => {
        const text = epcText({ ...euro, holder, reference })
        if (text === null) return
        expect(text.split('\n').length).toBeLessThanOrEqual(11)
        expect(text.split('\n')[6]).toBe(IBAN)
        expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(EPC_BYTES)
      }),
    )
  })
})
