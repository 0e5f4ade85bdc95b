import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { fromAddress, toAddress } from './long-values.ts'
import { MAX_NUMBERS, pastedNumbers } from './filters/pasted-numbers.ts'
import { addDecimals, sumsOf } from '../table/sums.ts'

const number = fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{0,29}$/)
const gap = fc.constantFrom(
  ' ',
  '\n',
  '\r\n',
  '\t',
  ',',
  ';',
  '，',
  '；',
  '、',
  ' | ',
  '\t\t',
  ', ',
  '\u3000',
)

describe('pasted numbers', () => {
  it('come out each once, in their order, however they were parted', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(number, gap), { maxLength: 700 }), (pieces) => {
        const each = [...new Set(pieces.map(([one]) => one))]
        const { numbers, repeated, cut } = pastedNumbers(
          pieces.map(([one, parted]) => one + parted).join(''),
        )
        expect(numbers).toEqual(each.slice(0, MAX_NUMBERS))
        expect(repeated).toBe(pieces.length - each.length)
        expect(cut).toBe(Math.max(0, each.length - MAX_NUMBERS))
      }),
    )
  })
  it('read what they wrote: pasting the result again changes nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { numbers } = pastedNumbers(text)
        expect(pastedNumbers(numbers.join('\n')).numbers).toEqual(numbers)
        expect(numbers.every((one) => one !== '' && !/[\s,]/.test(one))).toBe(true)
      }),
    )
  })
  it('stop at five hundred and report how many are left out', () => {
    expect(pastedNumbers(' PY1\nPY2, PY1；"A 3"\t\nPY4、PY5').numbers).toEqual([
      'PY1',
      'PY2',
      'A',
      '3',
      'PY4',
      'PY5',
    ])
    const many = pastedNumbers(Array.from({ length: 700 }, (_, at) => `N${at}`).join('\n'))
    expect([many.numbers.length, many.cut]).toEqual([500, 200])
  })
  it("take full-width digits and a spreadsheet's quotes", () => {
    expect(pastedNumbers('ＡＢ１２３\t"00340434161094015902"\n\'SF123,').numbers).toEqual([
      'AB123',
      '00340434161094015902',
      'SF123',
    ])
  })
})

describe('a value that is too long for an address', () => {
  beforeEach(() => localStorage.clear())
  it('is found again by its short name; short ones are as they are', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ minLength: 1 }), fc.string({ minLength: 1600, maxLength: 9000 })),
        (value) => {
          const text = toAddress(value)
          expect(text.length).toBeLessThanOrEqual(1501)
          expect(fromAddress(text)).toBe(value)
        },
      ),
      { numRuns: 50 },
    )
  })
  it('of another browser is nothing', () => {
    const text = toAddress('x'.repeat(5000))
    localStorage.clear()
    expect([fromAddress(text), fromAddress(null)]).toEqual([null, null])
  })
})

describe('sums', () => {
  it('are exact', () => {
    expect(addDecimals(['0.1', '0.2'])).toBe('0.3')
    expect(addDecimals(['9007199254740993', 1, '-0.01', null, undefined, 'n/a', ''])).toBe(
      '9007199254740993.99',
    )
    expect(addDecimals([])).toBe('0')
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
            fc.integer({ min: 0, max: 4 }),
          ),
        ),
        (parts) => {
          const text = (minor: bigint, scale: number) => {
            const digits = String(minor < 0n ? -minor : minor).padStart(scale + 1, '0')
            return `${minor < 0n ? '-' : ''}${scale ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits}`
          }
          const exact = parts.reduce(
            (sum, [minor, scale]) => sum + minor * 10n ** BigInt(4 - scale),
            0n,
          )
          const [whole, decimals = ''] = addDecimals(
            parts.map(([minor, scale]) => text(minor, scale)),
          )
            .replace('-', '')
            .split('.')
          expect(BigInt(whole + decimals.padEnd(4, '0'))).toBe(exact < 0n ? -exact : exact)
        },
      ),
    )
  })
  it('never add one currency to another', () => {
    const rows = [
      { amount: '1.50', currency: 'EUR' },
      { amount: '2', currency: 'CNY' },
      { amount: '0.25', currency: 'EUR' },
      { amount: null, currency: 'USD' },
    ]
    expect(
      sumsOf(rows, { key: 'amount', sum: (row) => row.amount, unit: (row) => row.currency }),
    ).toEqual([
      { unit: 'EUR', total: '1.75' },
      { unit: 'CNY', total: '2' },
    ])
  })
})
