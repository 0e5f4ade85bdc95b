import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitting, fitWithIcons } from './top-menu-fit.ts'

it('fills the line, never over its end, and hides nothing that would have had room', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 1_500 }),
      (widths, available) => {
        const shown = fitting(widths, available)
        const sum = (n: number) => widths.slice(0, n).reduce((total, width) => total + width, 0)
        const entries = widths.length - 1
        if (sum(entries) <= available) expect(shown).toBe(entries)
        else {
          expect(shown).toBeLessThan(entries)
          if (shown > 0) expect(sum(shown) + widths.at(-1)!).toBeLessThanOrEqual(available)
          expect(sum(shown + 1) + widths.at(-1)!).toBeGreaterThan(available)
        }
      },
    ),
  )
})

it('icons go before an entry does, and come back with the room, whatever was measured', () => {
  const icons = [24, 24, 24, 0]
  const whole = [100, 100, 100, 60]
  const plain = [76, 76, 76, 60]
  for (const [available, expected] of [
    [300, { shown: 3, bare: false }],
    [299, { shown: 3, bare: true }],
    [228, { shown: 3, bare: true }],
    [227, { shown: 2, bare: true }],
  ] as const) {
    expect(fitWithIcons(whole, icons, false, available)).toEqual(expected)
    expect(fitWithIcons(plain, icons, true, available)).toEqual(expected)
  }
})
