import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bool,
  date,
  datetime,
  decimal,
  dict,
  int,
  length,
  money,
  ref,
  text,
  weight,
} from '#contracts/kit/field.ts'
import { minorUnits } from '#contracts/kit/money.ts'
import { formatDecimal } from '#contracts/kit/units.ts'
import { toDatabase } from '../access/to-database.ts'
import { toWire } from './values.ts'

const amount = money({ currencyFrom: 'currency', sign: 'nonNegative' })
const INT4 = 2_147_483_647

describe('a value on its way to the database and back', () => {
  test('is the same weight, to the gram, and the same length, to the millimetre', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: INT4 }), (n) => {
        expect(toDatabase(weight(), toWire(weight(), n, null), null)).toBe(n)
        expect(toDatabase(length(), toWire(length(), n, null), null)).toBe(n)
      }),
    )
  })

  test('is the same money in every currency, to its last unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.constantFrom('EUR', 'CNY', 'JPY', 'KWD', 'CLF'),
        (minor, currency) => {
          const wire = toWire(amount, minor.toString(), currency)
          expect(wire).toBe(formatDecimal(minor, minorUnits(currency)))
          expect(toDatabase(amount, wire, currency)).toBe(minor.toString())
        },
      ),
    )
  })

  test('is the same text, number, choice, yes or no, day and moment', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((one) => !one.includes('\0')),
        (one) => {
          expect(toWire(text(), toDatabase(text(), one, null), null)).toBe(one)
          expect(toWire(dict('x'), toDatabase(dict('x'), one, null), null)).toBe(one)
        },
      ),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: -(10 ** 14), max: 10 ** 14 }),
        fc.boolean(),
        fc.bigInt({ min: 0n, max: 9_223_372_036_854_775_807n }),
        (n, yes, id) => {
          expect(toWire(int(), toDatabase(int(), n, null), null)).toBe(n)
          expect(toWire(bool(), toDatabase(bool(), yes, null), null)).toBe(yes)
          expect(toDatabase(bool(), yes ? 'Y' : '0', null)).toBe(yes)
          expect(toWire(ref('x'), toDatabase(ref('x'), id.toString(), null), null)).toBe(
            id.toString(),
          )
        },
      ),
    )
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
        (moment) => {
          const iso = moment.toISOString()
          expect(toDatabase(datetime(), iso, null)).toBe(iso)
          expect(toDatabase(date(), iso, null)).toBe(iso.slice(0, 10))
          expect(toDatabase(datetime(), iso.slice(0, 19).replace('T', ' '), null)).toBe(
            `${iso.slice(0, 19)}.000Z`,
          )
        },
      ),
    )
  })

  test('that does not fit is refused and never bent', () => {
    for (const [spec, wrong] of [
      [weight(), '1.0001'],
      [weight(), '1e3'],
      [weight(), '-1'],
      [weight(), '2147483.648'],
      [weight(), 'x'],
      [length(), '1.25'],
      [length(), ' 1'],
      [amount, '1.001'],
      [int(), '1.5'],
      [int(), '1e9'],
      [int(), '9'.repeat(16)],
      [ref('x'), '-1'],
      [ref('x'), 'abc'],
      [bool(), 'perhaps'],
      [date(), '2026-02-30x'.slice(0, 7)],
      [date(), 'soon'],
      [datetime(), 'soon'],
      [decimal(), '1,5'],
      [text(), 'a\0b'],
    ] as const)
      expect(toDatabase(spec, wrong, 'EUR'), `${spec.type} ${wrong}`).toBeUndefined()
    expect(toDatabase(amount, '1.5', 'JPY')).toBeUndefined()
    expect(toDatabase(amount, '-1', 'JPY')).toBeUndefined()
    const correction = money({ currencyFrom: 'currency', sign: 'any' })
    expect(toDatabase(correction, '-5.00', 'EUR')).toBe('-500')
    expect(toDatabase(money({ currencyFrom: 'currency' }), '0', 'EUR')).toBeUndefined()
    for (const currency of [null, 'ABC', 'eur']) {
      expect(toDatabase(amount, '1.50', currency)).toBeUndefined()
      expect(() => toWire(amount, '150', currency)).toThrow(RangeError)
    }
    fc.assert(
      fc.property(fc.string(), (anything) => {
        for (const spec of [weight(), length(), amount]) {
          const stored = toDatabase(spec, anything, 'EUR')
          if (stored !== undefined && stored !== null)
            expect(toDatabase(spec, toWire(spec, stored, 'EUR'), 'EUR')).toBe(stored)
        }
      }),
    )
  })

  test('that is nothing stays nothing', () => {
    for (const spec of [text(), int(), weight(), amount, bool(), date()])
      for (const nothing of [null, undefined, ''])
        expect(toDatabase(spec, nothing, null)).toBeNull()
    for (const spec of [text(), int(), weight(), amount, bool(), date()])
      expect(toWire(spec, null, null)).toBeNull()
  })
})
