import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convert, SDR, type ExchangeRate } from './exchange.ts'

const rate = (currency: string, value: string, validFrom = '2026-01-01'): ExchangeRate => ({
  currency,
  baseCurrency: 'EUR',
  rate: value,
  validFrom,
})
const day = '2026-06-15'

test('the newest rate that is not younger than the day counts', () => {
  const rates = [
    rate('USD', '0.90', '2026-07-01'),
    rate('USD', '0.80', '2026-05-01'),
    rate('USD', '0.70'),
  ]
  expect(convert({ minor: 100_00n, currency: 'USD' }, 'EUR', rates, day)?.minor).toBe(80_00n)
  expect(convert({ minor: 100_00n, currency: 'USD' }, 'EUR', rates, '2026-01-01')?.minor).toBe(
    70_00n,
  )
  expect(convert({ minor: 100_00n, currency: 'USD' }, 'EUR', rates, '2025-12-31')).toBeNull()
})

test('the other way round, by way of the euro, and between different decimals', () => {
  const rates = [rate(SDR, '1.20'), rate('CNY', '0.125'), rate('JPY', '0.006')]
  expect(convert({ minor: 360_00n, currency: 'EUR' }, SDR, rates, day)?.minor).toBe(300_00n)
  expect(convert({ minor: 2_880_00n, currency: 'CNY' }, SDR, rates, day)?.minor).toBe(300_00n)
  expect(convert({ minor: 10_000n, currency: 'JPY' }, 'EUR', rates, day)?.minor).toBe(60_00n)
  expect(convert({ minor: 1n, currency: 'GBP' }, SDR, rates, day)).toBeNull()
  expect(convert({ minor: 5n, currency: 'GBP' }, 'GBP', [], day)?.minor).toBe(5n)
})

test('an exchange loses at most half of the smallest unit', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.integer({ min: 1, max: 10 ** 9 }),
      (minor, units) => {
        const value = (units / 10 ** 6).toFixed(6)
        const there = convert({ minor, currency: 'USD' }, 'EUR', [rate('USD', value)], day)!
        const exact = minor * BigInt(units)
        const off = there.minor * 1_000_000n - exact
        expect(off <= 500_000n && off > -500_001n).toBe(true)
      },
    ),
  )
})
