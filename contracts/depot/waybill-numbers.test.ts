import fc from 'fast-check'
import { expect, test } from 'vitest'
import { masterNoIssue, plainMasterNo } from './waybill-numbers.ts'

test.each([
  ['1', '020-12345675', null],
  ['1', '020 1234 5675', null],
  ['1', '02012345675', null],
  ['1', '020-12345676', '020-12345675'],
  ['2', 'CSQU3054383', null],
  ['2', 'CSQU3054384', 'CSQU3054383'],
  ['4', 'ATBE1003091', null],
  ['3', 'WL-AB 123', null],
] as const)('%s %s', (kind, no, right) => {
  expect(masterNoIssue(kind, no)).toEqual(
    right === null ? null : { code: 'waybill.no.digit', right },
  )
})

test.each([
  ['1', '020-1234567', 'waybill.no.air'],
  ['2', 'AB,123456', 'waybill.no.container'],
  ['2', 'CSQU3054383XXX', 'waybill.no.container'],
  ['2', 'ABCU1234567HELLO', 'waybill.no.container'],
  ['2', 'ATBE1003091', 'waybill.no.ilu'],
] as const)('%s %s is refused as %s', (kind, no, code) => {
  expect(masterNoIssue(kind, no)).toMatchObject({ code })
})

const units = fc
  .tuple(
    fc.stringMatching(/^[A-Z]{3}$/),
    fc.constantFrom('U', 'J', 'Z'),
    fc.stringMatching(/^\d{6}$/),
  )
  .map((parts) => parts.join(''))

test('of ten check digits a container takes one, and 0 where the remainder is 10', () => {
  fc.assert(
    fc.property(units, (unit) => {
      const taken = [...'0123456789'].filter((one) => masterNoIssue('2', unit + one) === null)
      expect(taken).toHaveLength(1)
    }),
  )
  // 2 ** 10 sums: this one leaves 10.
  const ten = [...Array(1000).keys()]
    .map((n) => `ABCU${String(n).padStart(6, '0')}`)
    .find((unit) => remainder(unit) === 10)!
  expect(masterNoIssue('2', `${ten}0`)).toBeNull()
  expect(masterNoIssue('2', `${ten}1`)).toMatchObject({ right: `${ten}0` })
})

/** By the table of ISO 6346, which leaves out 11, 22 and 33. */
function remainder(unit: string): number {
  const values = '0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ'
  return [...unit].reduce((sum, sign, at) => sum + values.indexOf(sign) * 2 ** at, 0) % 11
}

test('an air waybill has one form however it was typed', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{11}$/), (digits) => {
      const stored = plainMasterNo('1', digits)
      const typed = `${digits.slice(0, 3)} ${digits.slice(3, 7)} ${digits.slice(7)}`
      expect(plainMasterNo('1', typed)).toBe(stored)
      expect(masterNoIssue('1', typed)).toEqual(masterNoIssue('1', digits))
    }),
  )
})
