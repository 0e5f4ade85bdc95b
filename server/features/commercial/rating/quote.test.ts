import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteOut, TRADE_ITEMS } from '#contracts/commercial/rating.ts'
import { parseMoney } from '#contracts/kit/money.ts'
import { quote, quoteToWire } from './quote.ts'
import { reRateDelta } from './re-rate.ts'
import { input, quoted, surcharge, tariff } from './quote.fixture.ts'
import type { Quote, RatingInput, Surcharge, Tariff } from './tariff.ts'

const short = (q: Quote) => q.lines.map(({ tradeItem, code, amount }) => [tradeItem, code, amount])
const withRules = (...surcharges: Surcharge[]): Tariff => ({
  ...tariff,
  fees: tariff.fees.map((fee) => ({ ...fee, surcharges })),
})

describe('a quote', () => {
  it('goes from the scale to the zone to the lines to the total', () => {
    const q = quoted(quote(input(), tariff))
    // 62 × 49 × 39 cm at 5000 → 24.0 kg; B: 5.00 for the first kg, 46 half kilograms at 1.20.
    expect(q).toMatchObject({
      currency: 'EUR',
      actualGrams: 10_000,
      volumetricGrams: 23_700,
      chargeableGrams: 24_000,
      partition: { code: 'Z1' },
    })
    expect(short(q)).toEqual([['1', 'freight.continued', 6020n]])
    expect(q.steps.map((s) => s.code)).toEqual([
      'weight.actual',
      'weight.volumetric',
      'weight.rounded',
      'zone.ALL',
    ])
  })

  it('adds fixed, fuel, percent, discount and tax in that order, each on what it should', () => {
    const q = quoted(
      quote(
        input({ attributes: ['battery'], declaredValue: 100_000n }),
        withRules(
          surcharge('TAX', { id: '1', tradeItem: '15', rateBp: 1900 }),
          surcharge('DISCOUNT', { id: '2', tradeItem: '19', rateBp: 1000 }),
          surcharge('PERCENT', {
            id: '3',
            tradeItem: '16',
            rateBp: 50,
            of: 'DECLARED',
            minAmount: 300n,
          }),
          surcharge('PERCENT', { id: '4', tradeItem: '2', rateBp: 1250, of: ['1', '7'] }),
          surcharge('SHIPMENT', {
            id: '5',
            tradeItem: '7',
            amount: 350n,
            applies: 'ATTRIBUTE',
            attribute: 'battery',
          }),
          surcharge('PARCEL', {
            id: '6',
            tradeItem: '4',
            amount: 2000n,
            applies: 'LONGEST',
            threshold: 600,
          }),
        ),
      ),
    )
    expect(short(q)).toEqual([
      ['1', 'freight.continued', 6020n],
      ['4', 'fixed.parcel', 2000n],
      ['7', 'fixed.shipment', 350n],
      ['2', 'percent', 796n], // 12.5 % of 63.70 = 7.9625
      ['16', 'percent', 500n], // 0.5 % of 1000.00
      ['19', 'discount.percent', -602n],
      ['15', 'tax', 1722n], // 19 % of 90.64 = 17.2216
    ])
    expect(q.total).toBe(10_786n)
    expect(q.lines[1]?.why).toEqual({
      code: 'when.LONGEST',
      params: { value: '62', limit: '60', parcels: '1' },
    })
  })

  it('counts only the parcels above a threshold, and a listed postcode', () => {
    const rules = withRules(
      surcharge('PARCEL', { tradeItem: '5', amount: 500n, applies: 'WEIGHT', threshold: 25_000 }),
      surcharge('PARCEL', { tradeItem: '4', amount: 700n, applies: 'GIRTH', threshold: 3000 }),
      surcharge('SHIPMENT', {
        tradeItem: '3',
        amount: 1500n,
        applies: 'POSTCODE',
        postcodes: [
          { country: 'DE', from: '27498' },
          { country: 'DE', from: '18565', to: '18568' },
        ],
      }),
    )
    const parcels = [
      { grams: 25_000, lengthMm: 100, widthMm: 100, heightMm: 100 },
      { grams: 25_001, lengthMm: 500, widthMm: 1000, heightMm: 501 },
      { grams: 30_000, lengthMm: null, widthMm: null, heightMm: null },
    ]
    const lines = quoted(
      quote(input({ parcels, destination: { country: 'DE', postalCode: '18566' } }), rules),
    ).lines
    expect(lines.slice(1).map(({ amount, why }) => [amount, why?.params])).toEqual([
      [1500n, { postcode: '18566', country: 'DE', from: '18565', to: '18568' }],
      [700n, { value: '300.2', limit: '300', parcels: '1' }],
      [1000n, { value: '30', limit: '25', parcels: '2' }],
    ])
    expect(
      quoted(quote(input({ destination: { country: 'DE', postalCode: '18569' } }), rules)).lines,
    ).toHaveLength(1)
  })

  it('prices parcel by parcel where the service is set so', () => {
    const parcel = { grams: 1200, lengthMm: null, widthMm: null, heightMm: null }
    const each = quoted(
      quote(input({ parcels: [parcel, parcel] }), {
        ...tariff,
        weight: { ...tariff.weight, rounding: 'parcel' },
      }),
    )
    expect(short(each).map(([, , amount]) => amount)).toEqual([620n, 620n])
    const together = quoted(quote(input({ parcels: [parcel, parcel] }), tariff))
    expect(together.total).toBe(500n + 3n * 120n)
  })

  it('applies two taxes side by side and never a discount below zero', () => {
    const taxes = quoted(
      quote(
        input(),
        withRules(
          surcharge('TAX', { rateBp: 1000, tradeItem: '15' }),
          surcharge('TAX', { rateBp: 500, tradeItem: '15' }),
        ),
      ),
    )
    expect(taxes.lines.slice(1).map((l) => l.amount)).toEqual([602n, 301n])
    const free = quoted(
      quote(
        input(),
        withRules(
          surcharge('DISCOUNT', { tradeItem: '19', amount: 999_999n }),
          surcharge('DISCOUNT', { tradeItem: '19', rateBp: 5000 }),
          surcharge('TAX', { rateBp: 1900, tradeItem: '15' }),
        ),
      ),
    )
    expect(free.total).toBe(0n)
    expect(short(free).slice(1)).toEqual([['19', 'discount.fixed', -6020n]])
  })

  it('charges the least insurance only on something insured', () => {
    const insurance = withRules(
      surcharge('PERCENT', { tradeItem: '16', rateBp: 50, of: 'DECLARED', minAmount: 300n }),
    )
    expect(short(quoted(quote(input({ declaredValue: 1000n }), insurance)))[1]).toEqual([
      '16',
      'percent.minimum',
      300n,
    ])
    expect(quoted(quote(input({ declaredValue: null }), insurance)).lines).toHaveLength(1)
    expect(quoted(quote(input({ declaredValue: 0n }), insurance)).lines).toHaveLength(1)
  })
})

describe('no quote', () => {
  const codes = (i: RatingInput, t: Tariff) => {
    const result = quote(i, t)
    return result.ok ? [] : result.issues.map((issue) => issue.code)
  }
  it('gives the reasons', () => {
    expect(codes(input({ parcels: [] }), tariff)).toEqual(['rate.noParcels'])
    expect(codes(input({ date: '2020-01-01' }), tariff)).toEqual(['rate.noFee'])
    expect(codes(input({ destination: { country: 'US', postalCode: '10001' } }), tariff)).toEqual([
      'rate.noPartition',
    ])
    expect(
      codes(input(), { ...tariff, weight: { ...tariff.weight, steps: [{ upTo: null, step: 0 }] } }),
    ).toEqual(['rate.badWeightRule'])
    expect(
      codes(input(), { ...tariff, fees: tariff.fees.map((fee) => ({ ...fee, currency: 'XXX' })) }),
    ).toEqual(['rate.currency'])
    expect(
      codes(input(), { ...tariff, fees: tariff.fees.map((fee) => ({ ...fee, cells: [] })) }),
    ).toEqual(['rate.noCell'])
    expect(
      codes(input(), {
        ...tariff,
        rules: [
          { id: '1', validType: '1', min: null, max: 9999n },
          { id: '2', validType: '2', min: null, max: 100n },
        ],
      }),
    ).toEqual(['rate.over.weight', 'rate.over.longest'])
    for (const bad of [
      surcharge('PERCENT', {}),
      surcharge('SHIPMENT', { amount: -1n }),
      surcharge('DISCOUNT', { rateBp: 10_001 }),
      surcharge('TAX', { amount: 5n }),
    ]) {
      expect(codes(input(), withRules(bad))).toEqual(['rate.badRule'])
    }
    expect(() => quote(input({ date: '2026-01-15T00:00:00Z' }), tariff)).toThrow(RangeError)
  })
})

describe('every quote', () => {
  const rate = fc.integer({ min: 0, max: 10_000 })
  const money = fc.bigInt({ min: 0n, max: 5000n })
  const item = fc.constantFrom(...Object.values(TRADE_ITEMS))
  const anyRule = fc
    .oneof(
      fc.record({
        kind: fc.constantFrom('SHIPMENT', 'PARCEL'),
        amount: money,
        tradeItem: item,
        applies: fc.constantFrom('ALWAYS', 'WEIGHT', 'GIRTH'),
        threshold: fc.constant(5000),
      }),
      fc.record({
        kind: fc.constantFrom('PERCENT', 'DISCOUNT', 'TAX'),
        rateBp: rate,
        tradeItem: item,
        of: fc.constantFrom('ALL', 'DECLARED', 'COD', ['1'], ['1', '3', '7']) as fc.Arbitrary<
          NonNullable<Surcharge['of']>
        >,
      }),
      fc.record({ kind: fc.constant('DISCOUNT' as const), amount: money, tradeItem: item }),
    )
    .map(({ kind, ...more }) => surcharge(kind, more))
  const rules = fc.array(anyRule, { maxLength: 10 })
  const parcel = fc.record({
    grams: fc.integer({ min: 1, max: 40_000 }),
    lengthMm: fc.integer({ min: 1, max: 1500 }),
    widthMm: fc.integer({ min: 1, max: 900 }),
    heightMm: fc.integer({ min: 1, max: 900 }),
  })
  const inputs = fc
    .record({
      parcels: fc.array(parcel, { minLength: 1, maxLength: 4 }),
      declaredValue: fc.option(money, { nil: null }),
      codAmount: fc.option(money, { nil: null }),
    })
    .map(input)
  const STAGE = ['freight', 'fixed', 'percent', 'discount', 'tax']

  it('adds up, is never negative but for discounts, and keeps its order', () => {
    fc.assert(
      fc.property(inputs, rules, (given, surcharges) => {
        const q = quoted(quote(given, withRules(...surcharges)))
        expect(q.lines.reduce((sum, line) => sum + line.amount, 0n)).toBe(q.total)
        expect(q.total).toBeGreaterThanOrEqual(0n)
        for (const line of q.lines)
          if (!line.code.startsWith('discount')) expect(line.amount).toBeGreaterThanOrEqual(0n)
        const stages = q.lines.map((line) => STAGE.indexOf(line.code.split('.')[0] ?? ''))
        expect(stages).toEqual(stages.toSorted((a, b) => a - b))
        const percents = q.lines
          .filter((line) => line.code.startsWith('percent'))
          .map((line) => line.tradeItem === '2')
        expect(percents).toEqual(percents.toSorted((a, b) => Number(b) - Number(a)))
      }),
    )
  })

  it('does not depend on the order rows are read in', () => {
    const pair = rules.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(inputs, pair, (given, [list, shuffled]) => {
        const one = withRules(...list)
        const other = {
          ...withRules(...shuffled),
          partitions: tariff.partitions.toReversed(),
          fees: withRules(...shuffled).fees.toReversed(),
        }
        expect(quote(given, other)).toEqual(quote(given, one))
      }),
    )
  })

  it('travels on the wire without losing a cent', () => {
    fc.assert(
      fc.property(inputs, rules, (given, surcharges) => {
        const q = quoted(quote(given, withRules(...surcharges)))
        const wire = quoteOut.parse(structuredClone(quoteToWire(q)))
        expect(parseMoney(wire.total, wire.currency, 'any')?.minor).toBe(q.total)
        expect(
          wire.lines.map((line) => parseMoney(line.amount, wire.currency, 'any')?.minor),
        ).toEqual(q.lines.map((line) => line.amount))
      }),
    )
  })
})

describe('rating again after the scale', () => {
  it('leaves alone what is within 0.10 or 1 %, whichever is larger', () => {
    expect([1010n, 1011n, 990n, 989n].map((after) => reRateDelta(1000n, after, 'EUR'))).toEqual([
      0n,
      11n,
      0n,
      -11n,
    ])
    expect([10_100n, 10_101n].map((after) => reRateDelta(10_000n, after, 'EUR'))).toEqual([
      0n,
      101n,
    ])
    expect([100n, 101n, 102n].map((after) => reRateDelta(100n, after, 'JPY'))).toEqual([0n, 0n, 2n])
  })
})
