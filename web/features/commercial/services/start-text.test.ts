import { expect, it } from 'vitest'
import { startText } from './start-text.ts'

it('names the day a change begins on in words, with year and time only where they are needed', () => {
  const now = new Date(2026, 10, 23)
  const moment = (...at: [number, number, number, number?]) => new Date(...at).toISOString()
  expect(startText('2026-12-01', 'en_US', now)).toBe('1 December')
  expect(startText(moment(2026, 11, 1), 'en_US', now)).toBe('1 December')
  expect(startText('2026-12-01', 'zh_CN', now)).toBe('12月1日')
  expect(startText('2027-01-01', 'zh_CN', now)).toBe('2027年1月1日')
  expect(startText('2027-01-01', 'en_US', now)).toBe('1 January 2027')
  expect(startText(moment(2026, 11, 1, 6), 'en_US', now)).toContain('06:00')
  expect(startText('later', 'en_US', now)).toBe('later')
})
