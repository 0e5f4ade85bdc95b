import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedFiles, failedTests, unhandledErrors } from './checks.mjs'
import UnhandledReporter from './unhandled-reporter.mjs'

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parcelyard-checks-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('the files that failed are named as they are in the tree', () => {
  const report = join(root, 'report.json')
  writeFileSync(
    report,
    JSON.stringify({
      testResults: [
        { name: join(root, 'server', 'a.test.ts'), status: 'failed' },
        { name: join(root, 'server', 'b.test.ts'), status: 'passed' },
      ],
    }),
  )
  expect(failedFiles(root, report)).toEqual([join('server', 'a.test.ts')])
})

test('a run that left no report names none', () => {
  expect(failedFiles(root, join(root, 'report.json'))).toEqual([])
})

test('a failed test is named with its cause, a file that failed as a whole with its own', () => {
  const report = join(root, 'report.json')
  writeFileSync(
    report,
    JSON.stringify({
      testResults: [
        {
          name: join(root, 'a.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'adds', status: 'passed', failureMessages: [] },
            { fullName: 'divides', status: 'failed', failureMessages: ['expected 1 to be 2'] },
          ],
        },
        {
          name: join(root, 'b.test.ts'),
          status: 'failed',
          message: 'no file',
          assertionResults: [],
        },
      ],
    }),
  )
  expect(failedTests(root, report)).toEqual([
    'FAILED a.test.ts: divides\nexpected 1 to be 2',
    'FAILED b.test.ts: no file',
  ])
})

test('an error outside of any test is named, too', () => {
  const report = join(root, 'report.json')
  expect(unhandledErrors(report)).toEqual([])
  const reporter = new UnhandledReporter()
  reporter.onInit({ config: { outputFile: { json: report } } })
  const group = { errors: () => [{ message: 'no database' }] }
  const module = { moduleId: 'a.test.ts', children: { allSuites: () => [group] } }
  reporter.onTestRunEnd(
    [module],
    [{ message: 'late', stack: 'Error: late\n    at x' }, { message: 'y' }],
  )
  expect(unhandledErrors(report)).toEqual([
    'FAILED outside of any test: no database\nwhile a.test.ts ran',
    'FAILED outside of any test: Error: late\n    at x',
    'FAILED outside of any test: y',
  ])
})
