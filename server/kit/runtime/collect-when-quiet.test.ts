import { expect, test } from 'vitest'
import { isDue } from './collect-when-quiet.ts'

const MB = 2 ** 20
const quiet = { busy: 0.02, rss: 300 * MB, settled: 140 * MB, sinceMs: 60_000 }

test.each([
  ['load is over and has left memory behind', {}, true],
  ['requests are being answered', { busy: 0.4 }, false],
  ['hardly anything was left behind', { rss: 160 * MB }, false],
  ['it was done a moment ago', { sinceMs: 5_000 }, false],
])('what is not needed is collected: %s', (_, moment, due) => {
  expect(isDue({ ...quiet, ...moment })).toBe(due)
})
