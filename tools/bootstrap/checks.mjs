import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findBrowser } from './browser.mjs'
import { affectedTests, changedFiles } from './changed.mjs'
import { run } from './child.mjs'
import { ensureWebBuilt } from './web-build.mjs'

/**
 * Everything `npm test` runs, all of it even when a part fails, with one line per part at the end.
 * With
 * arguments (a path, `-t name`) only the tests they name; with `--changed` those that what was
 * changed since main can turn red.
 * @returns the exit code
 */
export async function runChecks(root, node, args) {
  const bin = (...path) => join(root, 'node_modules', ...path)
  const tool = (script, ...rest) => run(node, [script, ...rest], { cwd: root })
  const unit = (...named) => tool(bin('vitest', 'vitest.mjs'), 'run', ...named)
  if (args.includes('--changed')) {
    const rest = args.filter((arg) => arg !== '--changed')
    const affected = affectedTests(root, changedFiles(root))
    if (affected === null) return unit(...rest)
    process.stdout.write(`${affected.length} test files have to do with what was changed.\n`)
    return affected.length === 0 ? 0 : unit(...affected, ...rest)
  }
  if (args.length > 0) return unit(...args)

  const results = []
  // What failed in the unit tests, to be printed once more behind the browser's long output.
  const causes = []
  const part = async (name, work) => {
    process.stdout.write(`\n── ${name}\n`)
    const start = performance.now()
    const outcome = await work()
    results.push({ name, outcome, seconds: (performance.now() - start) / 1000 })
  }
  await part('types', () => tool(bin('typescript', 'bin', 'tsc'), '--noEmit'))
  await part('lint', () => lint(root, node))
  await part('tests', () => unitTests(root, unit, causes))
  if (existsSync(join(root, 'test', 'e2e')))
    await part('browser', () => browserTests(root, node, tool, bin))

  for (const cause of causes) process.stdout.write(`\n${cause}\n`)
  process.stdout.write('\n')
  for (const { name, outcome, seconds } of results) {
    const word =
      outcome === 0 ? 'ok' : outcome === 'skipped' ? 'SKIPPED (no browser)' : `FAILED (${outcome})`
    process.stdout.write(`${name.padEnd(8)} ${word.padEnd(22)} ${seconds.toFixed(1)} s\n`)
  }
  return results.every(({ outcome }) => outcome === 0 || outcome === 'skipped') ? 0 : 1
}

/** The linter and the rules it cannot express. @returns the exit code */
export async function lint(root, node, args = []) {
  const found = await run(
    node,
    [join(root, 'node_modules', 'oxlint', 'bin', 'oxlint'), '--type-aware', ...args],
    { cwd: root },
  )
  const sizes = await run(node, [join(root, 'tools', 'lint-sizes.mjs')], { cwd: root })
  // Exports and packages that nothing uses.
  const unused = await run(
    node,
    [join(root, 'node_modules', 'knip', 'bin', 'knip.js'), '--no-progress'],
    { cwd: root },
  )
  // The width, quotes and commas of every file.
  const format = await run(
    node,
    [join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt'), '--check', '.'],
    { cwd: root },
  )
  return found || sizes || unused || format
}

const ALONE_MAX = 5
const CAUSE_LINES = 25

/**
 * All unit tests. What fails is red. A few files that failed run once more, each by itself, for the
 * output to name those whose failure has to do with what ran next to them.
 * A build server that keeps the last lines only still shows `causes`.
 * @returns the exit code of the first run
 */
async function unitTests(root, unit, causes) {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-tests-'))
  try {
    const report = join(folder, 'report.json')
    const code = await unit(
      '--reporter=default',
      '--reporter=json',
      `--reporter=${join(root, 'tools', 'bootstrap', 'unhandled-reporter.mjs')}`,
      `--outputFile.json=${report}`,
    )
    const failed = code === 0 ? [] : failedFiles(root, report)
    if (code !== 0) causes.push(...failedTests(root, report), ...unhandledErrors(report))
    if (failed.length > ALONE_MAX) return code
    const passed = []
    for (const file of failed) if ((await unit(file, '--maxWorkers=1')) === 0) passed.push(file)
    if (passed.length > 0)
      causes.push(`FAILED, BUT PASSES ALONE (look for what it shares): ${passed.join(', ')}`)
    return code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each failed test of a report with the first lines of its cause. */
export function failedTests(root, report) {
  if (!existsSync(report)) return []
  return JSON.parse(readFileSync(report, 'utf8'))
    .testResults.filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join('\n'))
      return (tests.length > 0 ? tests : [message ?? '']).map(
        (text) =>
          `FAILED ${relative(root, name)}: ${text.split('\n').slice(0, CAUSE_LINES).join('\n')}`,
      )
    })
}

/** The first lines of each error that belongs to no test (unhandled-reporter.mjs). */
export function unhandledErrors(report) {
  const file = `${report}.unhandled`
  if (!existsSync(file)) return []
  return JSON.parse(readFileSync(file, 'utf8')).map(
    (text) => `FAILED outside of any test: ${text.split('\n').slice(0, CAUSE_LINES).join('\n')}`,
  )
}

/**
 * The test files a report of Vitest's json reporter names as failed; none where there is no report.
 */
export function failedFiles(root, report) {
  if (!existsSync(report)) return []
  return JSON.parse(readFileSync(report, 'utf8'))
    .testResults.filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(root, name))
}

async function browserTests(root, node, tool, bin) {
  const browser = await findBrowser(root, node)
  if (!browser) {
    const text =
      'E2E SKIPPED: no Chromium, Chrome or Edge starts on this machine. Set CHROMIUM_PATH to one.'
    const line = '─'.repeat(text.length + 2)
    process.stdout.write(`┌${line}┐\n│ ${text} │\n└${line}┘\n`)
    // A build server that lost its browser must not stay green.
    return process.env.CI ? 1 : 'skipped'
  }
  await ensureWebBuilt(root, node)
  process.env.CHROMIUM_PATH = browser
  return tool(bin('@playwright', 'test', 'cli.js'), 'test')
}
