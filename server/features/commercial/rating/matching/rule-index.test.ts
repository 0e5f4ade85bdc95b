import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MATCH_TYPES } from '#contracts/commercial/rating.ts'
import { compareRules, matchRules, whyMatched } from './match-rules.ts'
import type { AreaRule } from '../tariff.ts'
import { addressKeys, ruleKeys } from './postal-keys.ts'
import { isBackwards, readRange } from '../postcodes.ts'
import { RuleIndex } from './rule-index.ts'

const DAY = '2026-05-01'
const digits = (from: number, to: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: from, maxLength: to })
const letters = (from: number, to: number) =>
  fc.string({ unit: fc.constantFrom(...'ABKWXZ'), minLength: from, maxLength: to })
/** Codes as the countries write them, their beginnings, and what is typed by mistake. */
const code = fc.oneof(
  digits(1, 6),
  fc.tuple(letters(1, 2), digits(1, 2)).map((parts) => parts.join('')),
  fc.tuple(letters(1, 2), digits(1, 2), digits(1, 1), letters(2, 2)).map((p) => p.join(' ')),
  fc.tuple(digits(4, 4), letters(1, 2)).map((parts) => parts.join(' ')),
  fc.tuple(letters(1, 1), digits(1, 1), letters(1, 1), digits(1, 1)).map((p) => p.join('')),
  fc.string({ maxLength: 6 }),
)
const country = fc.constantFrom('DE', 'GB', 'NL', 'CA', 'US')
const rule = fc.record({
  country: fc.oneof({ weight: 8, arbitrary: country }, { weight: 1, arbitrary: fc.constant('') }),
  matchType: fc.constantFrom(...MATCH_TYPES),
  from: code,
  to: fc.option(code),
  priority: fc.integer({ min: 0, max: 2 }),
  validFrom: fc.constantFrom(null, '2026-01-01', '2026-06-01'),
})
const rules = fc
  .array(rule, { maxLength: 40 })
  .map((list) => list.map((one, at): AreaRule => ({ ...one, id: String(at + 1), validTo: null })))
const address = fc.record({
  country,
  postalCode: code,
  city: fc.option(code),
  state: fc.option(code),
})

describe('rules found by index', () => {
  it('are those that looking at all of them finds, in the same order', () => {
    fc.assert(
      fc.property(rules, fc.array(address, { minLength: 1, maxLength: 8 }), (list, addresses) => {
        const index = new RuleIndex(list)
        for (const one of addresses)
          expect(matchRules(index.find(one), one, DAY)).toEqual(matchRules(list, one, DAY))
      }),
      { numRuns: 800 },
    )
  })

  it('are found by codes of the rules themselves, ends included', () => {
    fc.assert(
      fc.property(rules, (list) => {
        const index = new RuleIndex(list)
        for (const one of list) {
          if (one.matchType !== 'RANGE' || one.country === '' || !one.from?.trim()) continue
          const range = readRange(one.country, one.from, one.to || one.from)
          if (isBackwards(range) || range.from.length === 0) continue
          for (const postalCode of [one.from, one.to || one.from]) {
            const at = { country: one.country, postalCode }
            expect(matchRules(index.find(at), at, DAY)).toEqual(matchRules(list, at, DAY))
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('have one winner whatever order they come in', () => {
    fc.assert(
      fc.property(rules, address, (list, one) => {
        const [first] = matchRules(list, one, DAY)
        expect(matchRules(list.toReversed(), one, DAY)[0]).toEqual(first)
      }),
    )
  })

  it('give a reason against each that lost', () => {
    fc.assert(
      fc.property(rules, address, (list, one) => {
        const [winner, ...others] = matchRules(list, one, DAY)
        for (const other of others) expect(compareRules(winner!, other).order).toBeLessThan(0)
        if (winner) expect(whyMatched(winner, one)).toBeTruthy()
      }),
    )
  })
})

it('keys of ranges and points sort as the database sorts bytes', () => {
  fc.assert(
    fc.property(rules, address, (list, one) => {
      const { point } = addressKeys(one)
      for (const each of list) {
        const keys = ruleKeys(each)
        if (!('low' in keys)) continue
        const bytes = Buffer.compare(Buffer.from(keys.low), Buffer.from(point))
        expect(Math.sign(bytes)).toBe(keys.low < point ? -1 : keys.low > point ? 1 : 0)
      }
    }),
  )
})

it.each([
  ['DE', 'RANGE', '01067', '01067', '1067', 'exact'],
  ['DE', 'RANGE', '01067', null, '01067', 'exact'],
  ['DE', 'RANGE', '01000', '01999', '01067', 'range'],
  ['GB', 'RANGE', 'AB37', 'AB38', 'AB38 9XX', 'range'],
  ['GB', 'PREFIX', 'SW1A', null, 'SW1A 1AA', 'prefix'],
  ['NL', 'RANGE', '1011', '1019', '1019 XZ', 'range'],
  ['CA', 'PREFIX', 'K1A0B1', null, 'K1A 0B1', 'exact'],
  ['US', 'RANGE', '00501', '00599', '00544-1234', 'range'],
] as const)('%s %s %s–%s is for %s: %s', (land, matchType, from, to, postalCode, why) => {
  const one: AreaRule = {
    id: '1',
    country: land,
    matchType,
    from,
    to,
    priority: 0,
    validFrom: null,
    validTo: null,
  }
  const at = { country: land, postalCode }
  expect(new RuleIndex([one]).find(at)).toEqual([one])
  expect(matchRules([one], at, DAY)).toEqual([one])
  expect(whyMatched(one, at)).toBe(why)
})
