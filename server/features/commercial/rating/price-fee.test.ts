import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFeeTable, feeOn, priceFreight } from './price-fee.ts'
import type { FeeCell, FeeTable } from './tariff.ts'

let ids = 0
const cell = (more: Partial<FeeCell>): FeeCell => ({
  id: String(++ids),
  partitionId: 'z1',
  upTo: null,
  price: 0n,
  step: null,
  stepPrice: null,
  minPrice: null,
  ...more,
})
const fee = (
  stepMode: FeeTable['stepMode'],
  cells: FeeCell[],
  more: Partial<FeeTable> = {},
): FeeTable => ({
  id: String(++ids),
  name: 'Sell 2026',
  currency: 'EUR',
  stepMode,
  active: true,
  validFrom: null,
  validTo: null,
  cells,
  surcharges: [],
  ...more,
})
const price = (table: FeeTable, grams: number) =>
  priceFreight(table, { id: 'z1', code: 'Z1' }, grams)
const amount = (table: FeeTable, grams: number) => {
  const result = price(table, grams)
  return result.ok ? result.price.amount : result.issue.code
}

describe('step modes', () => {
  it('A: the bracket the weight falls into', () => {
    const table = fee('A', [
      cell({ upTo: 5000, price: 690n }),
      cell({ upTo: 1000, price: 450n }),
      cell({ upTo: 31_500, price: 1690n }),
    ])
    expect([1, 1000, 1001, 5000, 5001, 31_500, 31_501].map((g) => amount(table, g))).toEqual([
      450n,
      450n,
      690n,
      690n,
      1690n,
      1690n,
      'rate.tooHeavy',
    ])
    expect(price(table, 3000)).toMatchObject({
      price: { code: 'freight.bracket', params: { kg: '3', limit: '5', price: '6.90' } },
    })
    expect(price(table, 40_000)).toMatchObject({
      issue: { params: { kg: '40', limit: '31.5', zone: 'Z1' } },
    })
  })

  it('B: a first weight, then every started step', () => {
    const table = fee('B', [cell({ upTo: 1000, price: 500n, step: 500, stepPrice: 120n })])
    expect([1, 1000, 1001, 1500, 1501, 24_000].map((g) => amount(table, g))).toEqual([
      500n,
      500n,
      620n,
      620n,
      740n,
      500n + 46n * 120n,
    ])
    expect(price(table, 1501)).toMatchObject({
      price: {
        code: 'freight.continued',
        params: { first: '1', steps: '2', step: '0.5', stepPrice: '1.20' },
      },
    })
  })

  it('B: a further first weight takes over where it is passed', () => {
    const table = fee('B', [
      cell({ upTo: 500, price: 6000n, step: 500, stepPrice: 1000n }),
      cell({ upTo: 5000, price: 15_000n, step: 1000, stepPrice: 1500n }),
    ])
    expect([500, 501, 5000, 5001, 6001].map((g) => amount(table, g))).toEqual([
      6000n,
      7000n,
      15_000n,
      16_500n,
      18_000n,
    ])
    expect(amount(fee('B', [cell({ upTo: 500, price: 6000n })]), 501)).toBe('rate.tooHeavy')
  })

  it('C: per kg with a minimum, half a cent up', () => {
    const table = fee('C', [cell({ price: 333n, minPrice: 1000n })])
    expect([1000, 3003, 3004, 4500].map((g) => amount(table, g))).toEqual([
      1000n,
      1000n,
      1000n,
      1499n,
    ])
    expect(amount(fee('C', [cell({ price: 1n })]), 500)).toBe(1n)
    expect(amount(fee('C', [cell({ price: 1n })]), 499)).toBe(0n)
    expect(price(table, 1000)).toMatchObject({
      price: { code: 'freight.perKgMinimum', params: { minimum: '10.00' } },
    })
  })

  it('D: fixed and per kg', () => {
    const table = fee('D', [
      cell({ price: 250n, stepPrice: 199n, upTo: 30_000 }),
      cell({ price: 0n, stepPrice: 210n }),
    ])
    expect([1000, 2500, 30_000, 30_001].map((g) => amount(table, g))).toEqual([
      449n,
      748n,
      6220n,
      6300n,
    ])
  })

  it('counts in the minor units of its currency', () => {
    expect(
      price(fee('D', [cell({ price: 250n, stepPrice: 199n })], { currency: 'JPY' }), 1500),
    ).toMatchObject({ price: { amount: 549n, params: { fixed: '250', price: '199' } } })
  })
})

describe('what can not be priced', () => {
  it('names which cell is missing or broken', () => {
    const elsewhere = fee('A', [cell({ partitionId: 'z2', price: 1n })])
    expect(price(elsewhere, 1)).toEqual({
      ok: false,
      issue: { code: 'rate.noCell', params: { zone: 'Z1' } },
    })
    expect(amount(fee('D', [cell({ price: 1n })]), 1)).toBe('rate.badCell')
    expect(amount(fee('B', [cell({ price: 1n })]), 1)).toBe('rate.badCell')
    expect(amount(fee('B', [cell({ price: 1n, upTo: 100, step: 0, stepPrice: 1n })]), 200)).toBe(
      'rate.badCell',
    )
    expect(amount(fee('A', [cell({ price: -1n })]), 1)).toBe('rate.badCell')
  })

  it('uses the active version of the day that started last', () => {
    const versions = [
      fee('A', [], { id: '1', validFrom: '2025-01-01' }),
      fee('A', [], { id: '2', validFrom: '2026-01-01', validTo: '2026-06-30' }),
      fee('A', [], { id: '3', validFrom: '2026-03-01', active: false }),
    ]
    expect(
      ['2024-12-31', '2025-05-01', '2026-01-01', '2026-06-30', '2026-07-01'].map(
        (day) => feeOn(versions, day)?.id,
      ),
    ).toEqual([undefined, '1', '2', '2', '1'])
  })
})

describe('checks of a table', () => {
  const codes = (table: FeeTable) => checkFeeTable(table).map((issue) => issue.code)
  it('name what is broken, double or falling', () => {
    expect(codes(fee('A', []))).toEqual(['rate.cell.none'])
    expect(codes(fee('A', [cell({ price: -1n }), cell({ upTo: 0 })]))).toEqual([
      'rate.cell.negative',
      'rate.cell.bracket',
    ])
    expect(codes(fee('B', [cell({}), cell({ upTo: 1, step: 1 })]))).toEqual([
      'rate.cell.firstWeight',
      'rate.cell.step',
    ])
    expect(codes(fee('D', [cell({})]))).toEqual(['rate.cell.perKg'])
    expect(codes(fee('A', [cell({ upTo: 5 }), cell({ upTo: 5 })]))).toEqual(['rate.cell.twice'])
    expect(codes(fee('A', [cell({ upTo: 5, price: 2n }), cell({ upTo: 9, price: 1n })]))).toEqual([
      'rate.cell.falls',
    ])
    expect(codes(fee('C', [cell({ upTo: 21_000, price: 500n }), cell({ price: 300n })]))).toEqual([
      'rate.cell.falls',
    ])
    expect(
      codes(
        fee('B', [
          cell({ upTo: 500, price: 9n, step: 500, stepPrice: 9n }),
          cell({ upTo: 5000, price: 10n, step: 500, stepPrice: 1n }),
        ]),
      ),
    ).toEqual(['rate.cell.falls'])
    expect(
      codes(
        fee('A', [
          cell({ upTo: 5, price: 2n }),
          cell({ upTo: 9, price: 3n }),
          cell({ partitionId: 'z2', upTo: 5 }),
        ]),
      ),
    ).toEqual([])
  })
})

describe('a heavier parcel never costs less', () => {
  const money = fc.bigInt({ min: 0n, max: 10_000n })
  const row = fc.record({
    upTo: fc.integer({ min: 1, max: 30_000 }),
    price: money,
    step: fc.integer({ min: 1, max: 3000 }),
    stepPrice: money,
    minPrice: fc.option(money, { nil: null }),
  })
  const tables = fc
    .record({
      mode: fc.constantFrom('A', 'B', 'C', 'D'),
      rows: fc.array(row, { minLength: 1, maxLength: 5 }),
    })
    .map(({ mode, rows }) => fee(mode, rows.map(cell)))

  it('in any table the checker passes, and the checker only passes such tables', () => {
    fc.assert(
      fc.property(
        tables,
        fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 2, maxLength: 30 }),
        (table, weights) => {
          fc.pre(checkFeeTable(table).length === 0)
          const edges = table.cells.flatMap((c) => (c.upTo === null ? [] : [c.upTo, c.upTo + 1]))
          let before = 0n
          for (const grams of [...weights, ...edges].toSorted((a, b) => a - b)) {
            const now = amount(table, grams)
            if (typeof now !== 'bigint') break
            expect(now).toBeGreaterThanOrEqual(before)
            before = now
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('whatever order the cells are read in', () => {
    fc.assert(
      fc.property(
        tables.chain((t) =>
          fc.tuple(
            fc.constant(t),
            fc.shuffledSubarray([...t.cells], { minLength: t.cells.length }),
          ),
        ),
        fc.integer({ min: 1, max: 40_000 }),
        ([table, cells], grams) => {
          expect(price({ ...table, cells }, grams)).toEqual(price(table, grams))
        },
      ),
    )
  })

  it('and rounding is never off by more than half a minor unit', () => {
    fc.assert(
      fc.property(money, fc.integer({ min: 1, max: 100_000 }), (perKg, grams) => {
        const charged = amount(fee('C', [cell({ price: perKg })]), grams)
        if (typeof charged !== 'bigint') throw new Error(charged)
        const error = charged * 1000n - perKg * BigInt(grams)
        expect(error > -500n && error <= 500n).toBe(true)
      }),
    )
  })
})
