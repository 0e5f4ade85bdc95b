import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaxFacts } from '#contracts/money/tax.ts'
import { sameTax, splitTax } from './split-tax.ts'
import { categoryOf } from './tax-terms.ts'

const facts = fc.constantFrom<TaxFacts>(
  { country: 'DE', category: 'S', rate: 1900 },
  { country: 'FI', category: 'S', rate: 2550 },
  { country: 'DE', category: 'E', rate: 0 },
)
const priced = fc.array(
  fc.record({ minor: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), tax: facts }),
  { minLength: 1, maxLength: 12 },
)
const size = (minor: bigint) => (minor < 0n ? -minor : minor)
const sum = (all: readonly bigint[]) => all.reduce((so, one) => so + one, 0n)

test('of prices with tax, net and tax sum to each category; no net is a unit off', () => {
  fc.assert(
    fc.property(priced, (lines) => {
      const { nets, taxes } = splitTax(lines, 'gross')
      for (const { tax } of lines) {
        const of = lines.flatMap((line, at) => (sameTax(line.tax, tax) ? [at] : []))
        const parts = taxes.filter((one) => sameTax(one.tax, tax))
        expect(parts.length).toBeLessThan(2)
        expect(sum(of.map((at) => nets[at]!)) + (parts[0]?.minor ?? 0n)).toBe(
          sum(of.map((at) => lines[at]!.minor)),
        )
        const whole = 10_000n + BigInt(tax.rate)
        for (const at of of)
          expect(size(nets[at]! * whole - lines[at]!.minor * 10_000n) < whole).toBe(true)
      }
    }),
  )
})

test('tax that is added is that of the sum, at most half a unit off, and leaves the nets', () => {
  fc.assert(
    fc.property(priced, (lines) => {
      const { nets, taxes } = splitTax(lines, 'net')
      expect(nets).toEqual(lines.map(({ minor }) => minor))
      for (const { tax } of lines) {
        const net = sum(lines.filter((one) => sameTax(one.tax, tax)).map(({ minor }) => minor))
        const added = taxes.find((one) => sameTax(one.tax, tax))?.minor ?? 0n
        expect(size(added * 10_000n - net * BigInt(tax.rate)) * 2n <= 10_000n).toBe(true)
      }
    }),
  )
})

const members = new Set(['DE', 'FR'])
test.each([
  ['DE', null, false, 'DE', 'S'],
  ['DE', 'DE', true, 'FR', 'S'],
  ['DE', 'DE', true, 'CH', 'G'],
  ['DE', 'FR', true, 'FR', 'AE'],
  ['DE', 'FR', true, 'CH', 'AE'],
  ['DE', 'FR', false, 'FR', 'S'],
  ['DE', 'FR', false, 'US', 'G'],
  ['DE', 'CN', false, 'DE', 'O'],
  ['DE', 'CN', true, null, 'O'],
  ['DE', 'DE', false, null, 'S'],
  ['CN', 'CN', false, 'CN', 'S'],
  ['CN', 'CN', false, 'DE', 'G'],
  ['CN', 'DE', true, 'DE', 'O'],
] as const)('from %s for a customer in %s (VAT number: %s) to %s: %s', (...row) => {
  const [seller, buyer, hasVatId, destination, category] = row
  expect(categoryOf({ seller, buyer, hasVatId, destination }, members)).toBe(category)
})
