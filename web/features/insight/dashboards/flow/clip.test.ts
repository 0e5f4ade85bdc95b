import { expect, it } from 'vitest'
import { clipOf } from './clip.ts'

it('a day of imports does not flatten the others; a busy month is no peak', () => {
  expect(clipOf([40, 38, 4_000, 12, 0])).toBe(50)
  expect(clipOf([40, 3_000, 4_000, 12])).toBe(50)
  expect(clipOf([40, 38, 120, 12])).toBeNull()
  expect(clipOf([0, 0, 900])).toBeNull()
  expect(clipOf([])).toBeNull()
})
