import { expect, test } from 'vitest'
import { readMoment } from './read-moment.ts'

test.each([
  ['2026-12-01 08:00', 'DE', '2026-12-01T07:00:00.000Z'],
  ['2026-07-01 08:00', 'DE', '2026-07-01T06:00:00.000Z'],
  ['01.12.2026 08:00', 'DE', '2026-12-01T07:00:00.000Z'],
  ['2026-12-01T08:00:00', 'PL', '2026-12-01T07:00:00.000Z'],
  ['2026年12月1日 8:00', 'CN', '2026-12-01T00:00:00.000Z'],
  ['２０２６-12-01 08:00', 'ES', '2026-12-01T07:00:00.000Z'],
  ['2026-12-01T08:00-05:00', 'US', '2026-12-01T08:00-05:00'],
  ['2026-12-01 08:00', 'US', 'zone'],
  ['2026-12-01 08:00', null, 'zone'],
  ['31.02.2026 08:00', 'DE', null],
  ['2026-02-31T08:00+01:00', 'DE', null],
  ['2026-12-01 25:00', 'DE', null],
  ['tomorrow', 'DE', null],
  ['46000.5', 'DE', null],
])('%s in %s is %s', (text, country, moment) => {
  expect(readMoment(text, country)).toBe(moment)
  expect(readMoment(text, country)).toBe(moment)
})
