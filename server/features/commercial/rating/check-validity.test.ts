import { describe, expect, it } from 'vitest'
import { checkValidity, parseLimit } from './check-validity.ts'
import type { RatingParcel, ValidityRule } from './tariff.ts'

const parcel: RatingParcel = { grams: 31_500, lengthMm: 600, widthMm: 1200, heightMm: 600 }
const rule = (
  validType: ValidityRule['validType'],
  min: string | null,
  max: string | null,
): ValidityRule => ({
  id: `r${validType}`,
  validType,
  min: min === null ? null : parseLimit(validType, min, 'EUR'),
  max: max === null ? null : parseLimit(validType, max, 'EUR'),
})
const check = (
  rules: ValidityRule[],
  parcels: RatingParcel[] = [parcel],
  declaredValue: bigint | null = null,
) => checkValidity({ parcels, declaredValue }, rules, 'EUR')

describe('limits of a service', () => {
  it.each([
    ['1', '31.5', '31.499'],
    ['2', '120', '119.9'],
    ['3', '360', '359.9'],
    ['4', '240', '239.9'],
    ['5', '0.432', '0.431999999'],
    ['7', '1', '0'],
  ] as const)('type %s: at %s inclusive, above %s refused', (type, inside, below) => {
    expect(check([rule(type, null, inside)])).toEqual([])
    const [issue] = check([rule(type, null, below)])
    expect(issue).toMatchObject({ ruleId: `r${type}`, params: { value: inside, limit: below } })
    expect(issue?.code).toMatch(/^rate\.over\./)
  })

  it('names the parcel and every rule that is broken', () => {
    const small: RatingParcel = { grams: 10, lengthMm: 50, widthMm: 50, heightMm: 10 }
    const issues = check([rule('1', '0.05', '31.5'), rule('2', '10', '100')], [parcel, small])
    expect(issues.map(({ code, parcel: no }) => [code, no])).toEqual([
      ['rate.under.weight', 1],
      ['rate.over.longest', 0],
      ['rate.under.longest', 1],
    ])
    expect(issues[0]?.params).toMatchObject({ parcel: '2', value: '0.01', limit: '0.05' })
  })

  it('holds declared value against money of the fee', () => {
    expect(check([rule('6', null, '500')], [parcel], 50_000n)).toEqual([])
    expect(check([rule('6', null, '500')], [parcel], 50_001n)).toMatchObject([
      { code: 'rate.over.value', params: { value: '500.01', limit: '500.00', currency: 'EUR' } },
    ])
  })

  it('breaks nothing on what is not known yet', () => {
    expect(
      check(
        [rule('2', '10', '20'), rule('5', '1', '2'), rule('6', '1', '2')],
        [{ grams: 1, lengthMm: 999, widthMm: null, heightMm: 1 }],
      ),
    ).toEqual([])
  })

  it('reads limits as the database stores them, and none that do not fit the unit', () => {
    expect(parseLimit('1', '31.5000', 'EUR')).toBe(31_500n)
    expect(parseLimit('3', '300.0000', 'EUR')).toBe(3000n)
    expect(parseLimit('5', '0.2500', 'EUR')).toBe(250_000_000n)
    expect(parseLimit('6', '500', 'JPY')).toBe(500n)
    expect(parseLimit('7', '1.5', 'EUR')).toBeNull()
    expect(parseLimit('2', '12.34', 'EUR')).toBeNull()
  })
})
