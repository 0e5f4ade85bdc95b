import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from './child.mjs'
import { onlyOne } from './only-one.mjs'

const stampName = '.build-stamp'

/**
 * Builds the web part when its sources differ from those it was last built of. Every
 * `vite*.config.ts` of the root is one pass, in alphabetical order, into one directory that takes
 * the place of web/dist when it is complete.
 */
export async function ensureWebBuilt(root, node, { force = false } = {}) {
  if (!existsSync(join(root, 'web', 'index.html')) || configs(root).length === 0) return
  const dist = join(root, 'web', 'dist')
  const isCurrent = (stamp) =>
    !force &&
    existsSync(join(dist, stampName)) &&
    readFileSync(join(dist, stampName), 'utf8') === stamp
  if (isCurrent(sourceHash(root))) return
  await onlyOne(root, 'build', async () => {
    const stamp = sourceHash(root)
    if (isCurrent(stamp)) return
    process.stderr.write('Building the web part …\n')
    const draft = join(dist, '.next')
    rmSync(draft, { recursive: true, force: true })
    for (const config of configs(root)) {
      const args = [
        join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
        'build',
        '--config',
        config,
        '--outDir',
        draft,
        '--emptyOutDir',
        'false',
        '--logLevel',
        'warn',
      ]
      const code = await run(node, args, {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production' },
      })
      if (code !== 0) {
        rmSync(draft, { recursive: true, force: true })
        process.stderr.write(`Building the web part failed (${code}).\n`)
        process.exit(1)
      }
    }
    writeFileSync(join(draft, stampName), stamp)
    swap(dist, draft)
  })
}

function configs(root) {
  return readdirSync(root)
    .filter((name) => /^vite(\.[\w-]+)*\.config\.ts$/.test(name))
    .sort()
    .map((name) => join(root, name))
}

/**
 * A server that is running keeps finding files: the new directory is complete before the old one
 * goes.
 */
function swap(dist, draft) {
  const [next, old] = [`${dist}.new`, `${dist}.old`]
  for (const dir of [next, old]) rmSync(dir, { recursive: true, force: true })
  renameSync(draft, next)
  renameSync(dist, old)
  renameSync(next, dist)
  rmSync(old, { recursive: true, force: true })
}

function sourceHash(root) {
  const hash = createHash('sha256')
  const add = (path) =>
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0')
  const walk = (dir) => {
    for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = join(dir, entry.name)
      if (entry.isDirectory()) {
        if (path !== join(root, 'web', 'dist')) walk(path)
      } else if (!/\.test\.tsx?$/.test(entry.name)) add(path)
    }
  }
  for (const dir of ['web', 'contracts', 'locales', join('seeds', 'reference', 'menu')])
    if (existsSync(join(root, dir))) walk(join(root, dir))
  for (const path of [
    join(root, 'package.json'),
    join(root, 'package-lock.json'),
    ...configs(root),
  ])
    add(path)
  return hash.digest('hex')
}
