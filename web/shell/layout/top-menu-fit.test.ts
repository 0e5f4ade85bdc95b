import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitting } from './top-menu-fit.ts'

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
