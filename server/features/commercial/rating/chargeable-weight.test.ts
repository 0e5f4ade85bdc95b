import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chargeableGrams,
  chargeableWeight,
  isSoundWeightRule,
  roundToStep,
  volumetricGrams,
} from './chargeable-weight.ts'
import type { RatingParcel, WeightRule } from './tariff.ts'

const rule = (more: Partial<WeightRule> = {}): WeightRule => ({
  divisor: 5000,
  wholeCm: true,
  when: { kind: 'ALWAYS' },
  bubbleBp: 10_000,
  steps: [{ upTo: null, step: 500 }],
  rounding: 'each',
  ...more,
})
const box = (
  grams: number,
  lengthMm: number | null,
  widthMm: number | null,
  heightMm: number | null,
): RatingParcel => ({ grams, lengthMm, widthMm, heightMm })
const example = box(10_000, 620, 490, 390)

describe('the worked examples', () => {
  it.each([
    [5000, 23_700, 24_000],
    [6000, 19_750, 20_000],
    [4000, 29_630, 30_000],
  ])('62 × 49 × 39 cm, 10 kg, divisor %i', (divisor, volumetric, chargeable) => {
    expect(chargeableWeight([example], rule({ divisor }))).toMatchObject({
      actual: 10_000,
      volumetric,
      chargeable,
    })
  })

  it('round sides up to whole centimetres only where configured', () => {
    const odd = box(1000, 611, 481, 381)
    expect(volumetricGrams(odd, { divisor: 5000, wholeCm: true })).toBe(23_700)
    // 61.1 × 48.1 × 38.1 = 111,972.471 cm³ → 22.3945 kg
    expect(volumetricGrams(odd, { divisor: 5000, wholeCm: false })).toBe(22_400)
  })

  it('charge the scale alone without a divisor or with a side unknown', () => {
    expect(chargeableWeight([example], rule({ divisor: 0 })).chargeable).toBe(10_000)
    expect(chargeableWeight([box(10_000, 620, null, 390)], rule())).toMatchObject({
      volumetric: 0,
      chargeable: 10_000,
    })
  })
})

const wideSide = fc.option(fc.oneof(fc.nat(3_000), fc.nat(2_147_483_647)), { nil: null })
const anyRule = fc.record({
  divisor: fc.nat(6_000),
  wholeCm: fc.boolean(),
  when: fc.oneof(
    fc.constant({ kind: 'ALWAYS' } as const),
    fc.record({ kind: fc.constant('SIDE_OVER' as const), mm: fc.nat(2_000) }),
    fc.record({ kind: fc.constant('RATIO_OVER' as const), ratioBp: fc.nat(30_000) }),
  ),
  bubbleBp: fc.nat(10_000),
  steps: fc.constantFrom(
    [{ upTo: null, step: 500 }],
    [
      { upTo: 20_000, step: 500 },
      { upTo: null, step: 1_000 },
    ],
  ),
  rounding: fc.constantFrom('parcel' as const, 'sum' as const),
})

describe('one parcel', () => {
  it('weighs alone what it weighs with its sentences', () => {
    fc.assert(
      fc.property(
        fc.nat(200_000),
        wideSide,
        wideSide,
        wideSide,
        anyRule,
        (grams, a, b, c, weight) => {
          const parcel = box(grams, a, b, c)
          expect(chargeableGrams(parcel, weight)).toBe(
            chargeableWeight([parcel], weight).chargeable,
          )
        },
      ),
    )
  })

  it('has its volume to the gram, however large', () => {
    fc.assert(
      fc.property(wideSide, wideSide, wideSide, anyRule, (a, b, c, { divisor, wholeCm }) => {
        const up = (value: bigint, step: bigint) => ((value + step - 1n) / step) * step
        const sides = [a, b, c].map((mm) => up(BigInt(mm ?? 0), wholeCm ? 10n : 1n))
        const volume = sides.reduce((product, one) => product * one, 1n)
        const known = divisor > 0 && ![a, b, c].includes(null)
        const per = BigInt(divisor) * 10n
        expect(volumetricGrams(box(1, a, b, c), { divisor, wholeCm })).toBe(
          known ? Number((up(volume, per) / per) * 10n) : 0,
        )
      }),
    )
  })
})

describe('when volume counts', () => {
  it('only with a side above the limit', () => {
    expect(
      chargeableWeight([example], rule({ when: { kind: 'SIDE_OVER', mm: 620 } })).chargeable,
    ).toBe(10_000)
    expect(
      chargeableWeight([example], rule({ when: { kind: 'SIDE_OVER', mm: 619 } })).chargeable,
    ).toBe(24_000)
  })

  it('only above a multiple of the actual weight', () => {
    const when = { kind: 'RATIO_OVER', ratioBp: 15_000 } as const
    expect(chargeableWeight([box(15_800, 620, 490, 390)], rule({ when })).chargeable).toBe(16_000)
    expect(chargeableWeight([box(15_799, 620, 490, 390)], rule({ when })).chargeable).toBe(24_000)
  })

  it('by half of what it exceeds (half-bubble)', () => {
    // 10 + (23.70 − 10) × 0.5 = 16.85
    expect(chargeableWeight([example], rule({ bubbleBp: 5000, steps: [] })).chargeable).toBe(16_850)
    expect(chargeableWeight([example], rule({ bubbleBp: 0, steps: [] })).chargeable).toBe(10_000)
  })
})

describe('rounding', () => {
  const express = [
    { upTo: 20_000, step: 500 },
    { upTo: null, step: 1000 },
  ]
  it.each([
    [1, 500],
    [500, 500],
    [501, 1000],
    [19_501, 20_000],
    [20_000, 20_000],
    [20_001, 21_000],
    [21_000, 21_000],
    [21_001, 22_000],
  ])('half kilograms up to 20 kg, whole ones above: %i g → %i g', (grams, result) => {
    expect(roundToStep(grams, express).grams).toBe(result)
  })

  it('never falls where a band with a finer step takes over', () => {
    const finer = [
      { upTo: 20_300, step: 1000 },
      { upTo: 30_000, step: 100 },
    ]
    expect(
      [20_300, 20_350, 21_050, 30_000, 30_001].map((g) => roundToStep(g, finer).grams),
    ).toEqual([21_000, 21_000, 21_100, 30_000, 30_001])
    fc.assert(
      fc.property(fc.integer({ min: 19_000, max: 31_000 }), fc.nat(500), (grams, more) => {
        expect(roundToStep(grams + more, finer).grams).toBeGreaterThanOrEqual(
          roundToStep(grams, finer).grams,
        )
      }),
    )
  })

  it('adds up first for express, rounds each first for parcels', () => {
    const three = [
      box(5200, null, null, null),
      box(5200, null, null, null),
      box(5200, null, null, null),
    ]
    expect(chargeableWeight(three, rule({ rounding: 'sum' })).chargeable).toBe(16_000)
    expect(chargeableWeight(three, rule({ rounding: 'each' })).chargeable).toBe(16_500)
    expect(
      chargeableWeight(three, rule({ rounding: 'parcel' })).parcels.map((p) => p.chargeable),
    ).toEqual([5500, 5500, 5500])
  })
})

const steps = fc.constantFrom<WeightRule['steps']>(
  [],
  [{ upTo: null, step: 1 }],
  [{ upTo: null, step: 500 }],
  [
    { upTo: 20_000, step: 500 },
    { upTo: null, step: 1000 },
  ],
  [
    { upTo: 20_300, step: 1000 },
    { upTo: null, step: 100 },
  ],
  [
    { upTo: 2000, step: 100 },
    { upTo: 30_000, step: 300 },
  ],
)
const rules = fc.record({
  divisor: fc.constantFrom(0, 4000, 5000, 6000, 8000),
  wholeCm: fc.boolean(),
  steps,
  bubbleBp: fc.constantFrom(0, 3333, 5000, 10_000),
  rounding: fc.constantFrom('sum', 'each', 'parcel'),
  when: fc.constantFrom<WeightRule['when']>(
    { kind: 'ALWAYS' },
    { kind: 'SIDE_OVER', mm: 600 },
    { kind: 'RATIO_OVER', ratioBp: 15_000 },
  ),
})
const side = fc.option(fc.integer({ min: 1, max: 3000 }), { nil: null })
const parcel = fc.record({
  grams: fc.integer({ min: 1, max: 100_000 }),
  lengthMm: side,
  widthMm: side,
  heightMm: side,
})

describe('for every rule and parcel', () => {
  it('is never below the scale, never above what volume and rounding explain', () => {
    fc.assert(
      fc.property(
        rules,
        fc.array(parcel, { minLength: 1, maxLength: 5 }),
        (weightRule, parcels) => {
          expect(isSoundWeightRule(weightRule)).toBe(true)
          const result = chargeableWeight(parcels, weightRule)
          expect(result.chargeable).toBeGreaterThanOrEqual(result.actual)
          const most = parcels.reduce(
            (sum, p) => sum + Math.max(p.grams, volumetricGrams(p, weightRule)) + 1000,
            0,
          )
          expect(result.chargeable).toBeLessThan(most)
          expect(Number.isInteger(result.chargeable)).toBe(true)
        },
      ),
    )
  })

  it('volume is exact: the least 10 g that hold it', () => {
    fc.assert(
      fc.property(parcel, fc.constantFrom(4000, 5000, 6000, 8000), (p, divisor) => {
        const grams = BigInt(volumetricGrams(p, { divisor, wholeCm: false }))
        if (p.lengthMm === null || p.widthMm === null || p.heightMm === null) {
          expect(grams).toBe(0n)
          return
        }
        const volume = BigInt(p.lengthMm) * BigInt(p.widthMm) * BigInt(p.heightMm)
        expect(grams % 10n).toBe(0n)
        expect(grams * BigInt(divisor) >= volume && (grams - 10n) * BigInt(divisor) < volume).toBe(
          true,
        )
      }),
    )
  })

  it('a heavier parcel is never charged lighter', () => {
    fc.assert(
      fc.property(rules, parcel, fc.nat(5000), (weightRule, p, more) => {
        // A ratio rule switches volume off as the scale rises: its weight may fall by design.
        fc.pre(weightRule.when.kind !== 'RATIO_OVER')
        const heavier = { ...p, grams: p.grams + more }
        expect(chargeableWeight([heavier], weightRule).chargeable).toBeGreaterThanOrEqual(
          chargeableWeight([p], weightRule).chargeable,
        )
      }),
    )
  })

  it('does not depend on which side is called length', () => {
    fc.assert(
      fc.property(rules, parcel, (weightRule, p) => {
        const turned = { ...p, lengthMm: p.heightMm, widthMm: p.lengthMm, heightMm: p.widthMm }
        expect(chargeableWeight([turned], weightRule).chargeable).toBe(
          chargeableWeight([p], weightRule).chargeable,
        )
      }),
    )
  })
})

it('refuses measures and rules that are none', () => {
  expect(() => chargeableWeight([box(-1, 1, 1, 1)], rule())).toThrow(RangeError)
  expect(() => chargeableWeight([box(1.5, 1, 1, 1)], rule())).toThrow(RangeError)
  for (const bad of [
    { divisor: -1 },
    { steps: [{ upTo: null, step: 0 }] },
    {
      steps: [
        { upTo: null, step: 1 },
        { upTo: 5, step: 1 },
      ],
    },
    { bubbleBp: 10_001 },
  ]) {
    expect(isSoundWeightRule(rule(bad))).toBe(false)
  }
})
