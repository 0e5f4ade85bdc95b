import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EPC_BYTES, epcIssue, epcText } from './epc-code.ts'
import { creditorReference, ibanIssue, isCreditorReference, plainAccount } from './iban.ts'

/** Examples of SWIFT's registry and of the standards. */
const IBANS = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300',
  'MT84MALT011000012345MTLCAST001S',
  'NO9386011117947',
  'KW81CBKU0000000000001234560101',
  'LC55HEMM000100010012001200023015',
]

describe('IBAN', () => {
  test('examples of the registry are taken, as printed too', () => {
    for (const iban of IBANS) expect([iban, ibanIssue(iban)]).toEqual([iban, null])
    expect(plainAccount('de89 3704-0044 0532.013000')).toBe(IBANS[0])
  })

  test('what is wrong is named', () => {
    expect(ibanIssue('DE8937040044053201300')).toBe('ibanLength')
    expect(ibanIssue('DE88370400440532013000')).toBe('ibanCheck')
    expect(ibanIssue('US89370400440532013000')).toBe('ibanCountry')
    for (const odd of ['', 'DE', '8937', 'DE8937040044053201300!', 'DEXX370400440532013000'])
      expect(ibanIssue(odd)).toBe('ibanShape')
  })

  test('every wrong digit and every two digits that changed places are found', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...IBANS),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (iban, place, plus) => {
          const at = 4 + (place % (iban.length - 5))
          const [here, next] = [iban.charAt(at), iban.charAt(at + 1)]
          if (/\d/.test(here)) {
            const wrong = String((Number(here) + plus) % 10)
            expect(ibanIssue(iban.slice(0, at) + wrong + iban.slice(at + 1))).toBe('ibanCheck')
          }
          if (here !== next && /\d/.test(here) && /\d/.test(next))
            expect(ibanIssue(iban.slice(0, at) + next + here + iban.slice(at + 2))).toBe(
              'ibanCheck',
            )
        },
      ),
    )
  })
})

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
  const account = { holder: 'Parcelyard GmbH', iban: IBANS[0]!, bic: 'COBADEFFXXX' }
  const euro = { ...account, currency: 'EUR', amount: '12.30', reference: null }

  test('has the lines of EPC069-12, version 002, in UTF-8', () => {
    expect(epcText({ ...euro, holder: '蓝海 GmbH', reference: 'RF18539007547034' })).toBe(
      `BCD\n002\n1\nSCT\nCOBADEFFXXX\n蓝海 GmbH\n${IBANS[0]}\nEUR12.30\n\nRF18539007547034`,
    )
    expect(epcText({ ...euro, bic: null, amount: null, reference: 'Order 1\nEUR9999' })).toBe(
      `BCD\n002\n1\nSCT\n\nParcelyard GmbH\n${IBANS[0]}\n\n\n\nOrder 1 EUR9999`,
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
        expect(text.split('\n')[6]).toBe(IBANS[0])
        expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(EPC_BYTES)
      }),
    )
  })
})
