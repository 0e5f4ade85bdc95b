import { expect, test } from 'vitest'
import { plainAccount } from '../money/iban.ts'
import { normaliseNumber } from '../commercial/numbers/normalise-number.ts'
import { plainNumber } from '../money/cod/cod.states.ts'
import { typedNumber } from './typed-number.ts'

const SHOWN = 'TX-100 200'
const SAME = [
  'ＴＸ－１００　２００',
  'TX-100\u00A0200',
  '\u200BTX-100 200\u200D',
  'TX-\u00AD100 200',
  '\uFEFF TX-100\t200 ',
  'TX-1\u206000\u202A 200\u202C',
]

test.each(SAME)('%j is the number it looks like, wherever it is typed', (text) => {
  expect(typedNumber(text)).toBe(SHOWN)
  expect(plainAccount(text)).toBe(plainAccount(SHOWN))
  expect(normaliseNumber(text)).toBe(normaliseNumber(SHOWN))
  expect(plainNumber(text)).toBe(plainNumber(SHOWN))
})
