import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CODE_STEP,
  isWithin,
  levelOf,
  nextCode,
  parentCode,
  SIBLINGS_MAX,
} from './departments.codes.ts'

describe('codes of departments', () => {
  test('count on from the last sibling, and to the next letter after 99', () => {
    expect(nextCode('', [])).toBe('A01')
    expect(nextCode('', ['A01', 'A01A05'])).toBe('A02')
    expect(nextCode('', ['A99'])).toBe('B01')
    expect(nextCode('A01', ['A01', 'A01A09', 'A01A09A01', 'A02A30'])).toBe('A01A10')
    expect(nextCode('A01', ['A01A99', 'A01B03'])).toBe('A01B04')
    expect(nextCode('', ['Z99', 'A01', 'A03'])).toBe('A02')
  })

  test('never give what is taken, stay below their parent, and end when all are given', () => {
    const step = fc
      .tuple(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 1, max: 99 }))
      .map(([letter, n]) => `${String.fromCharCode(65 + letter)}${String(n).padStart(2, '0')}`)
    const code = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join(''))
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(''), code),
        fc.array(code, { maxLength: 60 }),
        fc.array(step, { maxLength: 60 }),
        (parent, others, steps) => {
          const taken = [...others, ...steps.map((one) => parent + one)]
          const made = nextCode(parent, taken)!
          expect(made).toMatch(/^([A-Z](0[1-9]|[1-9]\d))+$/)
          expect(taken).not.toContain(made)
          expect(parentCode(made)).toBe(parent)
          expect(made.length).toBe(parent.length + CODE_STEP)
          expect(levelOf(made)).toBe(levelOf(parent) + 1)
          expect(isWithin(made, parent)).toBe(true)
          for (const one of taken)
            if (
              one.length === made.length &&
              one.startsWith(parent) &&
              !taken.includes(`${parent}Z99`)
            )
              expect(one < made).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
    const all: string[] = []
    for (let made = nextCode('', all); made !== null; made = nextCode('', all)) all.push(made)
    expect(all.length).toBe(SIBLINGS_MAX)
    expect(new Set(all).size).toBe(SIBLINGS_MAX)
    expect(all.at(-1)).toBe('Z99')
    expect(
      nextCode(
        '',
        all.filter((one) => one !== 'K07'),
      ),
    ).toBe('K07')
  })
})
