import { expect, test } from 'vitest'
import fc from 'fast-check'
import { pastedNumbers } from '../../../../../kit/list/filters/pasted-numbers.ts'
import { isWords } from './number-box.tsx'

const PHONES = [
  '030 901820',
  '+49 171 2222222',
  '+491712222222',
  '(030) 901-820',
  '0171/2345678',
  '033701 55555',
]

test('names, towns, mails and phones are words; numbers of orders and parcels are not', () => {
  for (const words of [
    'Müller',
    '张伟',
    'ouyang nana',
    'info2@shop.example',
    'GmbH & Co',
    ...PHONES,
  ])
    expect(isWords(words), words).toBe(true)
  for (const number of [
    'PY0000000001',
    'CARTON-A',
    'RB123456785CN',
    '01345678901234',
    '0012345 0012346',
    '00340434490100000084',
    'A1 B2',
    '',
    '  ',
    '-',
    'Müller '.repeat(12),
  ])
    expect(isWords(number), number).toBe(false)
})

test('digits on lines of their own are numbers, however few and whatever they begin with', () => {
  const line = fc.stringMatching(/^0?\d{3,9}$/)
  fc.assert(
    fc.property(fc.uniqueArray(line, { minLength: 2, maxLength: 4 }), (lines) => {
      for (const text of [lines.join('\n'), `${lines.join('\r\n')}\r\n`]) {
        expect(isWords(text)).toBe(false)
        expect(pastedNumbers(text).numbers).toEqual(lines)
      }
    }),
  )
})
