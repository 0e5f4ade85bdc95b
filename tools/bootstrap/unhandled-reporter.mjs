import { writeFileSync } from 'node:fs'

/**
 * Writes what Vitest's json reporter leaves out next to its file and makes the run red all the same:
 * errors that belong to no test (a rejection that is not awaited, a worker that ended), and those of
 * what prepares a group of tests, which are skipped then.
 */
export default class UnhandledReporter {
  onInit(vitest) {
    this.file = `${vitest.config.outputFile.json}.unhandled`
  }
  onTestRunEnd(modules, errors) {
    const ofGroups = modules.flatMap((module) =>
      [...module.children.allSuites()].flatMap((group) =>
        group.errors().map((error) => ({ ...error, where: module.moduleId })),
      ),
    )
    const texts = [...ofGroups, ...errors].map(
      ({ message, stack, where, VITEST_TEST_PATH: file = where }) =>
        `${stack ?? message}${file ? `\nwhile ${file} ran` : ''}`,
    )
    writeFileSync(this.file, JSON.stringify(texts))
  }
}
