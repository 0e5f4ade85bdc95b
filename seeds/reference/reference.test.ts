import fc from 'fast-check'
import countries from 'i18n-iso-countries'
import { describe, expect, it } from 'vitest'
import {
  segmentIssue,
  segmentsOverlap,
  numberAt,
} from '#contracts/commercial/numbers/number-segments.ts'
import type { NumberSegment } from '#contracts/commercial/numbers/number-segments.ts'
import { isValidNumber } from '#contracts/commercial/numbers/number-schemes.ts'
import type { CustomCheckRule } from '#contracts/commercial/numbers/number-checks.ts'
import { postalRules } from './postal-rules.ts'
import { serialSlot, SERVICES } from './services.ts'
import type { ReferenceService } from './services.ts'
import { WORLD } from './zones.ts'

function segmentFor(service: ReferenceService, tenantId: bigint): NumberSegment {
  const { segment } = service
  const slot = serialSlot(tenantId, segment.serialDigits)
  if (!slot) throw new RangeError('no slot')
  const checkRule = (segment.checkRule ?? undefined) as CustomCheckRule | undefined
  return {
    scheme: segment.scheme,
    prefix: segment.prefix,
    suffix: segment.suffix,
    checkRule,
    ...slot,
    next: slot.start,
  }
}

describe('zones', () => {
  it('hold every country of the world exactly once as a whole', () => {
    const whole = WORLD.flatMap(({ rows }) =>
      rows.filter(({ prefix }) => !prefix).map(({ country }) => country),
    )
    expect(new Set(whole).size).toBe(whole.length)
    expect(Object.keys(countries.getAlpha2Codes()).filter((code) => !whole.includes(code))).toEqual(
      [],
    )
  })
  it('cut parts only out of countries they also hold as a whole, no prefix twice', () => {
    const parts = WORLD.flatMap(({ rows }) =>
      rows.filter(({ prefix }) => prefix).map(({ country, prefix }) => `${country} ${prefix}`),
    )
    expect(new Set(parts).size).toBe(parts.length)
  })
})

describe('prices', () => {
  for (const service of SERVICES) {
    it(`${service.code}: every zone has cells, rising with weight`, () => {
      for (const zone of service.zones) {
        const cells = service.fee.cells.filter((cell) => cell.zone === zone.code)
        expect(cells.length).toBeGreaterThan(0)
        cells.forEach((cell, i) => {
          expect(Number.isInteger(cell.price) && cell.price > 0).toBe(true)
          const before = cells[i - 1]
          if (before) {
            expect(cell.upTo ?? 0).toBeGreaterThan(before.upTo ?? 0)
            expect(cell.price).toBeGreaterThan(before.price)
          }
        })
      }
    })
  }
  it('reach the bulkiest parcel ECO-PARCEL takes: 300 cm on every side', () => {
    const eco = SERVICES.find(({ code }) => code === 'ECO-PARCEL')
    if (!eco) throw new Error('ECO-PARCEL is missing')
    expect(eco).toMatchObject({ divisor: 5000, weightStep: 500 })
    expect(eco.rules).toEqual([
      { type: '1', min: '0.001', max: '31.5' },
      { type: '2', min: null, max: '300' },
    ])
    const bulkiest = (300 * 300 * 300 * 1000) / eco.divisor
    for (const zone of eco.zones) {
      const top = Math.max(
        ...eco.fee.cells.filter((cell) => cell.zone === zone.code).map((cell) => cell.upTo ?? 0),
      )
      expect(top).toBeGreaterThanOrEqual(bulkiest)
    }
  })
})

describe('number ranges', () => {
  const tenantId = fc.oneof(fc.bigInt({ min: 1n, max: 45n }), fc.bigInt({ min: 1n, max: 10_040n }))
  it('are sound and never shared by two tenants', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SERVICES), tenantId, tenantId, (service, a, b) => {
        const mine = segmentFor(service, a)
        expect(segmentIssue(mine)).toBeNull()
        if (a !== b) expect(segmentsOverlap(mine, segmentFor(service, b))).toBe(false)
      }),
    )
  })
  it('build numbers of their scheme', () => {
    for (const service of SERVICES) {
      const segment = segmentFor(service, 1n)
      const number = numberAt(segment, segment.start)
      const custom =
        segment.scheme === 'CUSTOM'
          ? { ...segment, width: segment.end.toString().length }
          : undefined
      expect(isValidNumber(segment.scheme, number, custom)).toBe(true)
    }
  })
  it('end: a tenant beyond the shares gets none', () => {
    expect(serialSlot(10_041n, 9)).toBeNull()
    expect(serialSlot(0n, 9)).toBeNull()
  })
})

describe('postal rules', () => {
  const rules = new Map(postalRules().map((rule) => [rule.country, rule]))
  it('compile and accept their own samples', () => {
    for (const { pattern, sample } of rules.values())
      if (sample) expect(sample).toMatch(new RegExp(pattern))
  })
  it('take Dutch codes with letters the post does not hand out, and refuse short ones', () => {
    const rule = new RegExp(rules.get('NL')?.pattern ?? '$^')
    expect(rule.test('9448 SS')).toBe(true)
    expect(rule.test('12 AB')).toBe(false)
  })
})
