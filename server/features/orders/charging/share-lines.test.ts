import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceLines, shareLines, sumOf, type ChargeLine } from './share-lines.ts'

const line = (minor: bigint): ChargeLine => ({
  tradeItem: '1',
  tax: false,
  minor: String(minor),
  why: null,
})

test('the parts of a line sum to it, none is more than a unit off its share', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(500_000), { minLength: 1, maxLength: 40 }),
      (amounts, weights) => {
        const parts = shareLines(amounts.map(line), weights)
        expect(parts).toHaveLength(weights.length)
        expect(parts.reduce((sum, lines) => sum + sumOf(lines), 0n)).toBe(
          amounts.reduce((sum, one) => sum + one, 0n),
        )
        if (amounts.length > 1) return
        const whole = weights.reduce((sum, one) => sum + BigInt(one), 0n)
        if (whole === 0n) return
        for (const [at, lines] of parts.entries()) {
          const off = sumOf(lines) * whole - amounts[0]! * BigInt(weights[at]!)
          expect(off < whole && off > -whole).toBe(true)
        }
      },
    ),
  )
})

test('a price without a quote, or another than its lines, is charged to the unit', () => {
  expect(priceLines(null, 500n, 'JPY')).toMatchObject([{ tradeItem: '1', minor: '500' }])
})
