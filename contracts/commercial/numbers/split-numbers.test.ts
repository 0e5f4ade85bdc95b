import { expect, test } from 'vitest'
import { splitNumbers } from './split-numbers.ts'

test('numbers pasted with spaces between them are several, one printed in groups is one', () => {
  expect(splitNumbers('720001041176 720001041206')).toEqual(['720001041176', '720001041206'])
  expect(splitNumbers('0034 0434 2921 3510 0124\nRB 123 456 785 GB')).toEqual([
    '0034 0434 2921 3510 0124',
    'RB 123 456 785 GB',
  ])
  expect(splitNumbers(' A1234567,\tA1234567；B1 \r\n\n')).toEqual(['A1234567', 'B1'])
  expect(splitNumbers('')).toEqual([])
})
