import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isHalfSized, NO_MEASURES, sent, typed } from './measures.ts'
import { pastedNumbers } from '../predicted/pasted-numbers.ts'
import { ApiError } from '../../../kit/http/api.ts'
import { accepted, refused, toneOf } from '../scans/scan-texts.ts'

describe('measures as typed', () => {
  test('take what can become a number of their unit, and a comma for a point', () => {
    expect(['1', '12.', '12.345', '1,5', '０.５'].map((text) => typed('weightKg', text))).toEqual([
      '1',
      '12.',
      '12.345',
      '1.5',
      '0.5',
    ])
    expect(['12345', '1.2345', 'x', '-1', '1e3'].map((text) => typed('weightKg', text))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
    expect([typed('lengthCm', '62.5'), typed('lengthCm', '62.55')]).toEqual(['62.5', null])
  })
  test('go out without empty fields and never as half a number', () => {
    expect(sent(NO_MEASURES)).toEqual({})
    expect(sent({ weightKg: '10.', lengthCm: '.5', widthCm: '', heightCm: '39' })).toEqual({
      weightKg: '10',
      lengthCm: '0.5',
      heightCm: '39',
    })
    fc.assert(
      fc.property(fc.string(), (text) => {
        const field = typed('weightKg', text)
        const out = field === null ? {} : sent({ ...NO_MEASURES, weightKg: field })
        expect(out.weightKg === undefined || /^\d{1,4}(\.\d{1,3})?$/.test(out.weightKg)).toBe(true)
      }),
    )
  })
  test('report where a size is incomplete', () => {
    expect([
      isHalfSized(NO_MEASURES),
      isHalfSized({ ...NO_MEASURES, lengthCm: '1' }),
      isHalfSized({ ...NO_MEASURES, lengthCm: '1', widthCm: '1', heightCm: '1' }),
    ]).toEqual([false, true, false])
  })
})

describe('pasted numbers', () => {
  test('come one per line, comma or cell, each once', () => {
    expect(pastedNumbers('A1\nB2\r\nA1\n\n C3 ')).toEqual(['A1', 'B2', 'C3'])
    expect(pastedNumbers('A1, B2；C3、D4')).toEqual(['A1', 'B2', 'C3', 'D4'])
    expect(pastedNumbers('A1\tMüller\nB2\tSchmidt')).toEqual(['A1', 'B2'])
    expect(pastedNumbers('"A1"\n"B2"')).toEqual(['A1', 'B2'])
    expect(pastedNumbers(' \n\t')).toEqual([])
  })
})

describe('the band', () => {
  const error = (code: number) => new ApiError({ status: 200, code, message: 'words' })
  test('is green for what went through, amber for what to look at, red for what was not done', () => {
    expect(accepted({ parcel: null, warnings: [] }, 'Received').tone).toBe('ok')
    expect(
      accepted({ parcel: null, warnings: [{ message: 'Weight differs' }] }, 'Received'),
    ).toMatchObject({ tone: 'warning', title: 'Received', detail: 'Weight differs' })
    for (const code of [1001, 1002, 1004, 1011])
      expect(refused(error(code), 'words', null).tone).toBe('warning')
    for (const code of [1010, 1000, 1003, 1020, 1021, 1022, 1023, 2001, 400, 422, 409])
      expect(refused(error(code), 'words', null).tone).toBe('error')
    expect(refused(new ApiError({ status: 500, message: '' }), 'words', null).tone).toBe('error')
  })
  test('and the list below it use one scale', () => {
    expect([200, 1004, 1011, 1010, 1003, 1021].map((code) => toneOf(code, []))).toEqual([
      'ok',
      'warning',
      'warning',
      'error',
      'error',
      'error',
    ])
    expect(toneOf(200, ['Weight differs'])).toBe('warning')
  })
})
