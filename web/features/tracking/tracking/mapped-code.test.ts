import { expect, test } from 'vitest'
import { mapPath, readMapped, writeMapped } from './mapped-code.ts'
import { pastedNumbers } from '../../../kit/list/filters/pasted-numbers.ts'

test('a code goes through the address and comes back', () => {
  for (const code of [
    { courier: 'DHL', rawCode: 'A&B="x"', rawReason: null },
    { courier: '顺丰', rawCode: '', rawReason: '/1' },
  ]) {
    expect(readMapped(writeMapped(code))).toEqual(code)
    expect(readMapped(new URL(mapPath(code), 'https://x').searchParams.get('map'))).toEqual(code)
  }
  for (const broken of [null, '', '{}', '[1]', '["a"]', 'null', '['])
    expect(readMapped(broken)).toBeNull()
})

test('numbers are found in whatever was pasted', () => {
  expect(pastedNumbers('A1\tB2\r\n"C3"; D4，E5 A1').numbers).toEqual(['A1', 'B2', 'C3', 'D4', 'E5'])
  expect(pastedNumbers(Array.from({ length: 501 }, (_, at) => `N${at}`).join('\n'))).toMatchObject({
    cut: 1,
  })
  expect(pastedNumbers(' \n')).toMatchObject({ numbers: [], cut: 0 })
})
