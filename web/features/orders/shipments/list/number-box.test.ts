import { expect, test } from 'vitest'
import { isWords } from './number-box.tsx'

test('names, towns and mails are words; numbers of orders, parcels and phones are not', () => {
  for (const words of ['Müller', '张伟', 'ouyang nana', 'info2@shop.example', 'GmbH & Co'])
    expect(isWords(words), words).toBe(true)
  for (const number of [
    'PY0000000001',
    'CARTON-A',
    'RB123456785CN',
    '030 901820',
    'A1 B2',
    '',
    '  ',
    '-',
  ])
    expect(isWords(number), number).toBe(false)
})
