import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowedAfter, isEnabled } from './enabled-services.ts'

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }).map(String), { minLength: 1 })

test('enabling and disabling one service changes no other, and never opens all', () => {
  fc.assert(
    fc.property(ids, ids, fc.integer({ min: 1, max: 9 }).map(String), (open, allowed, id) => {
      for (const before of ['', allowed.join(',')]) {
        const off = allowedAfter(before, id, false, open)
        if (off !== null) {
          expect(off).not.toBe('')
          expect(isEnabled(off, id)).toBe(false)
          for (const one of open)
            if (one !== id) expect(isEnabled(off, one)).toBe(isEnabled(before, one))
        }
        const on = allowedAfter(before, id, true, open)
        expect(isEnabled(on ?? 'x', id)).toBe(true)
      }
    }),
  )
})
