import { describe, expect, it } from 'vitest'
import { MAX_TRACK_NUMBERS, TRACK_NUMBER, splitTrackNumbers } from './public-tracking.limits.ts'
import { trackQuery, trackResult } from './public-tracking.ts'

const nos = (count: number): string =>
  Array.from({ length: count }, (_, i) => `YT${10_000_000 + i}`).join()

describe('trackQuery', () => {
  it('takes 1 to 40 numbers', () => {
    expect(trackQuery.safeParse({ nos: nos(1) }).success).toBe(true)
    expect(trackQuery.safeParse({ nos: nos(MAX_TRACK_NUMBERS), lang: 'en_US' }).success).toBe(true)
    expect(trackQuery.safeParse({ nos: nos(MAX_TRACK_NUMBERS + 1) }).success).toBe(false)
    for (const bad of ['', ' ', ',,', 7, null, ['YT1']])
      expect(trackQuery.safeParse({ nos: bad }).success, String(bad)).toBe(false)
  })

  it('knows the four languages of its page', () => {
    expect(trackQuery.safeParse({ nos: nos(1), lang: 'de_DE' }).success).toBe(true)
    expect(trackQuery.safeParse({ nos: nos(1), lang: 'it_IT' }).success).toBe(false)
  })
})

it('splits without empty parts', () => {
  expect(splitTrackNumbers(' YT1 ,,RR2, ')).toEqual(['YT1', 'RR2'])
})

it.each([
  '00340434161094042557',
  'RR123456785DE',
  'FBA15DK3-U000001',
  'HKDSP20250101120000123456',
  'PO/7781.2',
])('%s may be asked for', (no) => {
  expect(no).toMatch(TRACK_NUMBER)
})
it.each(['', 'abc', '123', 'ABCDEF', '-12345', 'a b 12345', '1'.repeat(51), "1234' or 1=1"])(
  '%j may not',
  (no) => {
    expect(no).not.toMatch(TRACK_NUMBER)
  },
)

it('an answer has no place for anything about people', () => {
  const item = {
    no: 'YT10000001',
    found: true,
    courier: 'GLS',
    status: 70,
    sub: null,
    events: [],
    consignee: 'Müller',
    phone: '1',
    street: 'x',
  }
  expect(trackResult.parse({ items: [item] }).items[0]).toEqual({
    no: 'YT10000001',
    found: true,
    courier: 'GLS',
    status: 70,
    sub: null,
    events: [],
  })
})
