import { expect, test } from 'vitest'
import { shownValues } from './log-values.ts'

const texts = (code: string, value: string) => `${code} ${value}`

test('what hand-written statements log is shown in the units and words of its list', () => {
  expect(
    shownValues(texts, 'parcel', {
      measuredWeight: [null, 2345],
      parcelStatus: [10, 20],
      reference: ['A', 'B'],
      nameless: [1, 2],
    }),
  ).toEqual({
    measuredWeight: [null, '2.345'],
    parcelStatus: [10, 20],
    parcelStatus_dictText: ['parcel_status 10', 'parcel_status 20'],
    reference: ['A', 'B'],
    nameless: [1, 2],
  })
  expect(shownValues(texts, 'parcel', { weight: 540 })).toEqual({ weight: '0.54' })
  expect(shownValues(texts, 'no_such_table', { weight: 540 })).toEqual({ weight: 540 })
})
