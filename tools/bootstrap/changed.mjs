import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

const ROOTS = ['contracts', 'server', 'seeds', 'web', 'test', 'tools']
const SOURCE = /\.(ts|tsx|mjs)$/
const TEST = /\.test\.(ts|tsx|mjs)$/
const IMPORT = /(?:from\s+|import\s*\(\s*|import\s+)'([^']+)'/g
/**
 * The whole product hangs on these: files that import them are not affected by every change behind
 * them.
 */
const HUBS =
  /^(server\/(app|main|setup|demo)\.ts|contracts\/catalogue\.ts|web\/(main|router|screens)\.tsx?)$/
/** What every test of that part works with: a change there is a change of all. */
const COMMON = [
  [/^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|vite\.config\.ts)$/, ''],
  [
    /^(migrations|server\/kit|contracts\/kit|seeds\/reference)\/|^server\/(app|setup|tables)\.ts$/,
    'server',
  ],
  [/^test\/[^/]+\.ts$/, 'server'],
  [/^(web\/kit|web\/test|contracts\/kit)\//, 'web'],
]
/** Small and about the whole tree. */
const GUARDS = ['test/arch.test.ts', 'test/labels-parity.test.ts']

/**
 * Files that differ from where this branch left main, or on main from what is committed; new ones
 * too.
 */
export function changedFiles(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean)
  let base = 'HEAD'
  for (const main of ['origin/main', 'main']) {
    try {
      base = git('merge-base', 'HEAD', main)[0]
      break
    } catch {
      // There is no such branch here.
    }
  }
  return [
    ...new Set([
      ...git('diff', '--name-only', '--no-renames', base),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ]
}

/**
 * The test files a change can turn red: those that import it, directly or through others, and those
 * that are in its feature, which reach it over HTTP.
 * @returns paths from the root; null where the change concerns everything
 */
export function affectedTests(root, changed) {
  const files = ROOTS.flatMap((dir) => sources(root, dir))
  const tests = files.filter((file) => TEST.test(file) && !file.startsWith('test/e2e/'))
  const wanted = new Set(changed.length > 0 ? GUARDS : [])
  for (const [path, part] of COMMON) {
    if (!changed.some((file) => path.test(file) && !TEST.test(file))) continue
    if (part === '') return null
    for (const test of tests) if (test.startsWith('web/') === (part === 'web')) wanted.add(test)
  }

  const importers = new Map()
  const known = new Set(files)
  for (const file of files)
    for (const target of importsOf(root, file, known))
      importers.set(target, [...(importers.get(target) ?? []), file])
  const seen = new Set()
  const visit = (file) => {
    if (seen.has(file)) return
    seen.add(file)
    if (HUBS.test(file)) return
    for (const importer of importers.get(file) ?? []) visit(importer)
  }
  for (const file of changed) visit(file)

  const features = new Set(changed.map(featureOf).filter(Boolean))
  for (const test of tests) if (seen.has(test) || features.has(featureOf(test))) wanted.add(test)
  return [...wanted].filter((file) => existsSync(join(root, file))).sort()
}

/**
 * `platform/users`, wherever in the tree it is: contract, server, screens and texts of one feature.
 */
function featureOf(file) {
  const found =
    /^(?:server|web)\/features\/([^/]+)\/([^/]+)\//.exec(file) ??
    /^contracts\/([^/]+)\/(?:[^/]+\/)?([^/.]+)[^/]*\.ts$/.exec(file) ??
    /^locales\/[^/]+\/([^/]+)\/([^/.]+)\.json$/.exec(file)
  return found ? `${found[1]}/${found[2]}` : null
}

function importsOf(root, file, known) {
  const code = readFileSync(join(root, file), 'utf8')
  return [...code.matchAll(IMPORT)]
    .map(([, name]) =>
      name.startsWith('#')
        ? name.slice(1)
        : name.startsWith('.')
          ? posix.join(dirname(file), name)
          : '',
    )
    .filter((target) => known.has(target))
}

function sources(root, dir) {
  if (!existsSync(join(root, dir))) return []
  return readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(dir, name.replaceAll('\\', '/')))
    .filter((file) => SOURCE.test(file) && !/(^|\/)(dist|node_modules)\//.test(file))
}
