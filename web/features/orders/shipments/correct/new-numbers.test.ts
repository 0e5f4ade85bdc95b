import { expect, it } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { loadTexts, textOf } from '#web/kit/text/i18n.ts'
import { newNumbers, shorter } from './new-numbers.ts'

const order = (...numbers: (string | null)[]): OrderDetail =>
  ({
    parcels: numbers.map((trackNo) => ({ trackNo, parcelStatus: PARCEL.CONFIRMED })),
  }) as OrderDetail

it('every new number of a corrected order is counted, and the first are named', async () => {
  await loadTexts('shipments')
  const text = (numbers: string[]) =>
    textOf('shipments', 'correct.doneLabels', {
      number: 'PY1',
      count: numbers.length,
      trackNo: shorter(numbers),
    })
  expect(newNumbers(order('A', 'B'), order('A', 'B'))).toEqual([])
  expect(text(newNumbers(order('A', null), order('C', null)))).toContain('print the new one (C)')
  const two = newNumbers(order('A', 'B'), order('C', 'D'))
  expect(text(two)).toContain('print 2 new labels (C, D)')
  expect(newNumbers(order('A', 'B'), order('A', 'D'))).toEqual(['D'])
  expect(shorter(['A', 'B', 'C', 'D'])).toBe('A, B, C …')
})
