import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { csvOf } from './csv.ts'
import {
  browserZone,
  ellipsis,
  formatBytes,
  formatDay,
  formatMoment,
  formatNumber,
  formatTotal,
  setTimeZone,
} from './formats.ts'

afterEach(() => setTimeZone(undefined))

describe('times', () => {
  it('are shown in the zone of the person, in the order of the specification', () => {
    setTimeZone('Asia/Shanghai')
    expect([formatMoment('2026-03-01T20:30:05Z'), formatDay('2026-03-01T20:30:05Z')]).toEqual([
      '2026-03-02 04:30:05',
      '2026-03-02',
    ])
    setTimeZone('Europe/Berlin')
    expect(formatMoment('2026-07-01T22:00:00Z')).toBe('2026-07-02 00:00:00')
  })
  it('need no zone to be the browser’s own', () => {
    const iso = '2026-03-01T20:30:05Z'
    const plain = [formatMoment(iso), formatDay(iso)]
    setTimeZone(browserZone())
    expect(plain).toEqual([formatMoment(iso), formatDay(iso)])
  })
  it('leave days and nonsense alone', () => {
    expect([
      formatDay('2026-03-01'),
      formatMoment('soon'),
      formatMoment(null),
      formatDay(''),
    ]).toEqual(['2026-03-01', 'soon', '', ''])
  })
})
describe('numbers', () => {
  it.each([
    ['1234567.50', '1,234,567.50'],
    ['-1234', '-1,234'],
    ['999', '999'],
    ['0.12345678', '0.12345678'],
    ['12345678901234567890.1', '12,345,678,901,234,567,890.1'],
    [null, ''],
    [1000, '1,000'],
  ])('%s', (value, shown) => {
    expect(formatNumber(value)).toBe(shown)
  })
  it('lose no digit to grouping', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(formatNumber(value.toString()).replaceAll(',', '')).toBe(value.toString())
      }),
    )
  })
  it('show when a count is capped', () => {
    expect([formatTotal(10_000, true), formatTotal(137, false)]).toEqual(['10,000+', '137'])
  })
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1536, '1.5 kB'],
    [20 * 1024 * 1024, '20.0 MB'],
  ])('%i bytes', (bytes, shown) => expect(formatBytes(bytes)).toBe(shown))
})
describe('text', () => {
  it('is cut at 25 characters, never inside one', () => {
    expect(ellipsis('a'.repeat(25))).toBe('a'.repeat(25))
    expect(ellipsis('😀'.repeat(26))).toBe(`${'😀'.repeat(25)}…`)
  })
  it('in a spreadsheet is quoted, and never a formula', () => {
    expect(csvOf([['a,b', 'say "x"', '=1+1', '-5.00', '+49 40', '收件人']])).toBe(
      '\uFEFF"a,b","say ""x""",\'=1+1,-5.00,\'+49 40,收件人\r\n',
    )
  })
})
