// Files so small that they belong into that of their one user (CONTRIBUTING.md, "Where files go").
import { basename, dirname, join, normalize } from 'node:path'

const TOO_SMALL = 15
const test = /\.(test|fixture)\.tsx?$|(^|\/)test\//
/** Verbs are one per file, public files have no code, what is fetched on demand is a file. */
const ofItself = /^(index|calls|main|palette)\.tsx?$|\.screen\.tsx$|\.d\.ts$/
const imported = /(from|import)\s*(\(?)\s*'([.#][^']+)'/g

/** @returns complaints about files that could be part of their only user within its size */
export function loneFiles(files, limit) {
  const users = new Map()
  for (const { path, text } of files)
    for (const [, , onDemand, target] of text.matchAll(imported)) {
      const file = target.startsWith('#')
        ? target.slice(1)
        : normalize(join(dirname(path), target)).replaceAll('\\', '/')
      users.set(file, [...(users.get(file) ?? []), { path, onDemand: onDemand !== '' }])
    }
  const linesOf = new Map(files.map(({ path, lines }) => [path, lines]))
  return files
    .filter(
      ({ path, text, lines }) =>
        /^(server|web)\//.test(path) &&
        lines < TOO_SMALL &&
        !test.test(path) &&
        !ofItself.test(basename(path)) &&
        !path.includes('/tables/') &&
        /\bfunction\b|=>/.test(text) &&
        !text.includes('import.meta'),
    )
    .flatMap(({ path, lines }) => {
      const [user, ...others] = users.get(path) ?? []
      const isLone =
        user &&
        others.length === 0 &&
        !user.onDemand &&
        !test.test(user.path) &&
        !/^(index|calls)\.ts$/.test(basename(user.path)) &&
        lines + (linesOf.get(user.path) ?? limit) <= limit
      return isLone
        ? [`${path}: ${lines} lines for ${user.path} alone; they are part of that file`]
        : []
    })
}
