import { expect, test } from 'vitest'
import { isWords } from './number-box.tsx'

const PHONES = ['030 901820', '+49 171 2222222', '+491712222222', '(030) 901-820', '0171/2345678']

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
