import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What makes a day of this moment without the company's zone. */
const OWN_DAYS: readonly RegExp[] = [
  /\bcurrent_date\b/i,
  /\bnow\(\)\s*(at time zone 'UTC'\s*)?\)?::date/i,
  /_time\)?::date\b/,
  /_at\)?::date\b/,
  /(nowIso\(\)|new Date\((now\(\)|Date\.now\(\))?\)\.toISOString\(\))\.slice\(0, (4|7|10)\)/,
  /dayjs\(\)\s*(\.startOf|\.format\('YYYY-MM-DD'\))/,
]

/** Where a day is none of the company's. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'server/kit/access/data-rules.ts': 'a rule of the kit, read without a connection',
  'server/kit/sheets/sheet-reply.ts': 'part of a file name',
  'server/features/insight/monitoring/samples.ts': 'a machine is of no company',
  'server/features/commercial/numbers/count-sources.ts': 'the database counts use by its own days',
  'server/features/commercial/numbers/watch-numbers.ts': 'the database counts use by its own days',
  'server/features/platform/logs/visits.ts': 'days of the reader of the logs',
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture|bench)\.tsx?$/.test(file))
}
const daysIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => (OWN_DAYS.some((one) => one.test(line)) ? [line.trim()] : []))

test.each([
  'where i.due_on < current_date',
  "r.valid_from <= (now() at time zone 'UTC')::date",
  'p.create_time::date::text as created_on',
  'const day = nowIso().slice(0, 10)',
  'const day = new Date(Date.now()).toISOString().slice(0, 10)',
  'const day = new Date().toISOString().slice(0, 10)',
  "dayjs().format('YYYY-MM-DD')",
])('a day that is not the company’s is found: %s', (line) => {
  expect(daysIn(line)).toEqual([line])
})

test('days are those of the company: by businessDay on the server, companyToday in pages', () => {
  const found = ['contracts', 'server/kit', 'server/features', 'web/kit', 'web/features']
    .flatMap(filesIn)
    .filter((file) => !(file in ELSEWHERE))
    .flatMap((file) => daysIn(readFileSync(join(root, file), 'utf8')).map((at) => `${file}: ${at}`))
  expect(found).toEqual([])
})
