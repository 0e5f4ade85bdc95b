import { data as iso } from 'currency-codes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatMoney,
  grouped,
  isCurrency,
  MAX_DECIMALS,
  MONEY_MOST,
  minorUnits,
  moneyIssue,
  parseMoney,
  sumMoney,
  unusualCurrencies,
} from './money.ts'

const currencies = iso.map(({ code }) => code).filter(isCurrency)
const BY_DECIMALS = Map.groupBy(currencies, minorUnits)
const minors = fc.bigInt({ min: -MONEY_MOST, max: MONEY_MOST })
const codeOf = (text: string, currency: string | null, sign: 'positive' | 'nonNegative' | 'any') =>
  moneyIssue(text, currency, sign)?.code ?? null

describe('money', () => {
  it('matches the published ISO 4217 list', () => {
    const notMoney = /^X(?!AF|CD|OF|PF)/
    for (const { code, digits } of iso) {
      expect(isCurrency(code), code).toBe(!notMoney.test(code))
      if (isCurrency(code)) expect(minorUnits(code), code).toBe(digits)
    }
    expect([...BY_DECIMALS.keys()].toSorted((a, b) => a - b)).toEqual([0, 2, 3, MAX_DECIMALS])
    const unusual = [...unusualCurrencies().values()].flat()
    expect(unusual.toSorted()).toEqual(
      currencies.filter((code) => minorUnits(code) !== 2).toSorted(),
    )
  })

  it.each([0, 2, 3, 4])('comes back exactly in every currency of %i decimals', (decimals) => {
    const codes = BY_DECIMALS.get(decimals) ?? expect.fail(`no currency of ${decimals} decimals`)
    fc.assert(
      fc.property(minors, fc.constantFrom(...codes), (minor, currency) => {
        const text = formatMoney({ minor, currency })
        expect(text.split('.')[1]?.length ?? 0).toBe(decimals)
        expect(parseMoney(text, currency, 'any')).toEqual({ minor, currency })
        // One decimal more is refused unless it is a zero.
        const longer = `${text}${decimals ? '' : '.'}`
        expect(parseMoney(`${longer}0`, currency, 'any')).toEqual({ minor, currency })
        expect(codeOf(`${longer}1`, currency, 'any')).toBe('moneyDecimals')
      }),
    )
  })

  it('takes the signs a field declares and no others', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.constantFrom('JPY', 'EUR', 'KWD', 'CLF'),
        (minor, currency) => {
          const text = formatMoney({ minor, currency })
          expect(codeOf(text, currency, 'any')).toBeNull()
          expect(codeOf(text, currency, 'nonNegative')).toBe(minor < 0n ? 'moneyNegative' : null)
          expect(codeOf(text, currency, 'positive')).toBe(
            minor < 0n ? 'moneyNegative' : minor === 0n ? 'moneyNotPositive' : null,
          )
        },
      ),
    )
  })

  it('is never guessed at: no currency and an unknown one are errors', () => {
    for (const currency of [null, '', 'eur', 'XAU', 'ABC', 'toString'])
      expect(codeOf('1.00', currency, 'any'), String(currency)).toBe('currency')
    expect(parseMoney('1.00', 'ABC', 'any')).toBeNull()
    expect(() => formatMoney({ minor: 1n, currency: 'ABC' })).toThrow(RangeError)
    expect(() => minorUnits('toString')).toThrow(RangeError)
    for (const text of ['', ' 1', '1e3', '1,5', '--1', '.5', 'x'])
      expect(codeOf(text, 'EUR', 'any'), text).toBe('money')
    expect(codeOf('1'.repeat(30), 'EUR', 'any')).toBe('moneyTooLarge')
    expect(codeOf(formatMoney({ minor: -MONEY_MOST - 1n, currency: 'EUR' }), 'EUR', 'any')).toBe(
      'moneyTooLarge',
    )
  })

  it('adds up per currency', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ minor: minors, currency: fc.constantFrom('JPY', 'EUR', 'KWD') })),
        (amounts) => {
          const sums = sumMoney(amounts)
          expect(new Set(sums.map(({ currency }) => currency)).size).toBe(sums.length)
          for (const { minor, currency } of sums)
            expect(minor).toBe(
              amounts
                .filter((one) => one.currency === currency)
                .reduce((sum, one) => sum + one.minor, 0n),
            )
        },
      ),
    )
  })
})

it('amounts are grouped by thousands on the digits themselves; other text stays as it is', () => {
  expect(
    ['0', '-999', '1000', '-1234567.5', '+12345', '1234.56789', '12 kg', ''].map(grouped),
  ).toEqual(['0', '-999', '1,000', '-1,234,567.5', '+12,345', '1,234.56789', '12 kg', ''])
})
