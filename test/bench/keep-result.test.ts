import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { keepResult, reportOnly, type Run } from './keep-result.ts'
import type { Line } from './report.ts'

const dir = mkdtempSync(join(tmpdir(), 'parcelyard-kept-'))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const line = (name: string, number: number, change: Partial<Line> = {}): Line => ({
  name,
  what: 'a row',
  bar: '≥ 0.70',
  figure: String(number),
  verdict: 'reached',
  notes: [],
  value: { number, better: 'more', spread: 0.02 },
  data: { raw: 'not kept' },
  ...change,
})
const run = (lines: Line[], settings = '1000 parcels'): Run => ({ kind: 'server', settings, lines })

test('a run is stored with commit and date, and the next one is compared with it', () => {
  const first = keepResult(
    run([line('track', 0.8), line('cold', 2, { verdict: 'no verdict' })]),
    dir,
  )
  expect(first).toMatch(/^commit [0-9a-f]{8}\+?, \d{4}-\d\d-\d\d \d\d:\d\d UTC, 1000 parcels/)
  const [file] = readdirSync(dir).filter((name) => name.endsWith('.json'))
  const stored = readFileSync(join(dir, file!), 'utf8')
  expect(JSON.parse(stored)).toMatchObject({
    kind: 'server',
    lines: [{ name: 'track' }, { name: 'cold' }],
  })
  expect(stored).not.toContain('not kept')
  expect(readFileSync(join(dir, 'server.md'), 'utf8')).toContain('| track')

  const fewer = { number: 2.6, better: 'less', spread: 0 } as const
  const reported = reportOnly(run([line('track', 0.6), line('cold', 2.6, { value: fewer })]), dir)
  expect(reported).toContain('track: LOSS, 0.60 after 0.80 (−25 %')
  // What was disturbed is no measure.
  expect(reported).toContain('cold: no kept figure to compare with')
  expect(reportOnly(run([line('track', 0.78)]), dir)).toContain('track: as before')
  expect(reportOnly(run([line('track', 1)]), dir)).toContain('track: gain')
  expect(reportOnly(run([line('track', 0.6)], '5 parcels'), dir)).toContain('no kept figure')
})
