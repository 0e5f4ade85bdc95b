import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cronIssue, nextRuns } from './cron.ts'

const from = Date.parse('2026-03-01T00:00:00Z') // a Sunday
const next = (expression: string, zone = 'UTC', count = 2) =>
  nextRuns(expression, zone, from, count)

describe('an expression', () => {
  test.each([
    ['*/5 * * * *', ['2026-03-01T00:05:00.000Z', '2026-03-01T00:10:00.000Z']],
    ['0 0/5 * * * ?', ['2026-03-01T00:05:00.000Z', '2026-03-01T00:10:00.000Z']],
    ['30 3 * * *', ['2026-03-01T03:30:00.000Z', '2026-03-02T03:30:00.000Z']],
    ['0 30 3 * * ?', ['2026-03-01T03:30:00.000Z', '2026-03-02T03:30:00.000Z']],
    ['0 8 * * 1', ['2026-03-02T08:00:00.000Z', '2026-03-09T08:00:00.000Z']],
    ['0 0 8 ? * 2', ['2026-03-02T08:00:00.000Z', '2026-03-09T08:00:00.000Z']],
    ['0 0 8 ? * MON', ['2026-03-02T08:00:00.000Z', '2026-03-09T08:00:00.000Z']],
    ['0 0 8 ? * MON-FRI', ['2026-03-02T08:00:00.000Z', '2026-03-03T08:00:00.000Z']],
    ['0 0 4 L * ?', ['2026-03-31T04:00:00.000Z', '2026-04-30T04:00:00.000Z']],
    ['0 0 4 1 1 ? 2027-2030', ['2027-01-01T04:00:00.000Z', '2028-01-01T04:00:00.000Z']],
  ])('%s: Unix with five fields, Quartz with six or seven', (expression, expected) => {
    expect(cronIssue(expression, 'UTC', from)).toBeNull()
    expect(next(expression)).toEqual(expected)
  })

  test('is read in its zone, on days the clocks change too', () => {
    expect(next('0 0 8 * * ?', 'Asia/Shanghai', 1)).toEqual(
      ['2026-03-01T00:00:00.000Z'].map(() => '2026-03-02T00:00:00.000Z'),
    )
    expect(nextRuns('0 0 8 * * ?', 'Europe/Berlin', Date.parse('2026-03-28T12:00:00Z'), 1)).toEqual(
      ['2026-03-29T06:00:00.000Z'],
    )
  })

  test.each([
    ['*/10 * * * * ?', 'job.tooOften'],
    ['0,30 0 3 * * ?', 'job.tooOften'],
    ['* * * * * *', 'job.tooOften'],
    ['0 0 0 30 2 ?', 'job.never'],
    ['0 0 0 1 1 ? 2020', 'job.never'],
    ['', 'job.cron'],
    ['* * * *', 'job.cron'],
    ['61 * * * *', 'job.cron'],
    ['@daily', 'job.cron'],
    ['a b c d e', 'job.cron'],
    ['* * * * * * * *', 'job.cron'],
    ['0 0 25 * * ?', 'job.cron'],
  ])('%s is refused: %s', (expression, issue) => {
    expect(cronIssue(expression, 'UTC', from)).toBe(issue)
  })

  test('of an unknown zone is refused', () => {
    expect(cronIssue('0 3 * * *', 'Mars/Olympus', from)).toBe('job.timeZone')
  })

  test('that is only noise breaks nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .array(
              fc.constantFrom('*', '?', '1', '0/5', 'L', 'W', '#', '1-', '-', ',', '*/0', '99'),
              { minLength: 5, maxLength: 7 },
            )
            .map((parts) => parts.join(' ')),
        ),
        (expression) => {
          const issue = cronIssue(expression, 'UTC', from)
          if (issue === null) expect(nextRuns(expression, 'UTC', from, 1)).toHaveLength(1)
        },
      ),
      { numRuns: 300 },
    )
  })
})
