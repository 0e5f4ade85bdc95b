import { expect, test } from 'vitest'
import { customsBlock } from './customs.ts'

test('a customs block may be empty; what is empty text is nothing', () => {
  const { exportType, ioss, ...rest } = customsBlock.parse({ exportType: ' DOCUMENT ', ioss: '' })
  expect([exportType, ioss]).toEqual(['DOCUMENT', null])
  expect(new Set(Object.values(rest))).toEqual(new Set([null]))
  expect(customsBlock.parse({ postalCharges: 12.5 }).postalCharges).toBe('12.5')
  expect(customsBlock.safeParse({ ioss: 'x'.repeat(17) }).success).toBe(false)
})
