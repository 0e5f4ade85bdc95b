import { writeFileSync } from 'node:fs'

/**
 * Writes what Vitest's json reporter leaves out next to its file: errors that belong to no test and
 * make the run red all the same (a rejection that is not awaited, a worker that ended).
 */
export default class UnhandledReporter {
  onInit(vitest) {
    this.file = `${vitest.config.outputFile.json}.unhandled`
  }
  onTestRunEnd(_modules, errors) {
    const texts = errors.map(
      ({ message, stack, VITEST_TEST_PATH: file }) =>
        `${stack ?? message}${file ? `\nwhile ${file} ran` : ''}`,
    )
    writeFileSync(this.file, JSON.stringify(texts))
  }
}
