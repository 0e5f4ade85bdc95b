import { expect, test } from 'vitest'
import { ibanIssue, isInSepa } from './iban.ts'
import { countryOfVat } from './vat-number.ts'

test.each([
  ['DE136695976', 'DE'],
  ['FR40303265045', 'FR'],
  ['EL094259216', 'GR'],
  ['XI110305878', 'GB'],
  ['CHE123456788MWST', 'CH'],
  ['XX123', null],
  ['DE000000000', null],
  ['ATU12345678', null],
  ['', null],
])('the VAT number %s is one of %s', (number, country) => {
  expect(countryOfVat(number)).toBe(country)
})

test('IBANs of the registry are taken; what is wrong is named', () => {
  for (const iban of [
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'NL91ABNA0417164300',
    'MT84MALT011000012345MTLCAST001S',
    'KW81CBKU0000000000001234560101',
  ])
    expect([iban, ibanIssue(iban)]).toEqual([iban, null])
  expect(ibanIssue('DE8937040044053201300')).toBe('ibanLength')
  expect(ibanIssue('DE88370400440532013000')).toBe('ibanCheck')
  expect(ibanIssue('US89370400440532013000')).toBe('ibanCountry')
  for (const odd of ['', 'DE', '8937', 'DE8937040044053201300!', 'DEXX370400440532013000'])
    expect(ibanIssue(odd)).toBe('ibanShape')
})

test('an account is in SEPA or not', () => {
  expect(['DE', 'CH', 'GB', 'NO', 'SM'].map((country) => isInSepa(`${country}00`))).toEqual(
    Array.from({ length: 5 }, () => true),
  )
  expect(['KW', 'TR', 'AE'].map((country) => isInSepa(`${country}00`))).toEqual([
    false,
    false,
    false,
  ])
})
