import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './child.mjs'
import { onlyOne } from './only-one.mjs'

/**
 * What Node is started with. Left alone it takes 130 MB for young objects under load and gives none
 * back, and lets the old ones grow to four times what is in use before it looks through them; what a
 * request leaves behind is small and short-lived.
 */
export const serverArgs = ['--max-semi-space-size=12', '--heap-growing-percent=50']

/** How many builds stay: a server that is still running may load parts of the one before. */
const BUILDS_STORED = 2

/**
 * Makes one program of the server where its sources differ from those of the last one. Tests and
 * `npm run dev` run the sources themselves.
 * @returns the file to start
 */
export async function ensureServerBuilt(root, node) {
  const builds = join(root, 'node_modules', '.cache', 'parcelyard', 'server')
  const dir = join(builds, sourceHash(root))
  const main = join(dir, 'main.mjs')
  if (existsSync(main)) return main
  await onlyOne(root, 'server-build', async () => {
    if (existsSync(main)) return
    const draft = join(builds, '.next')
    rmSync(draft, { recursive: true, force: true })
    const bundler = join(root, 'tools', 'bootstrap', 'bundle-server.mjs')
    const code = await run(node, [bundler, root, draft], { cwd: root })
    if (code !== 0) {
      rmSync(draft, { recursive: true, force: true })
      process.stderr.write(`Building the server failed (${code}).\n`)
      process.exit(1)
    }
    renameSync(draft, dir)
    dropOld(builds)
  })
  return main
}

function dropOld(builds) {
  const byAge = readdirSync(builds)
    .map((name) => ({ path: join(builds, name), at: statSync(join(builds, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { path } of byAge.slice(BUILDS_STORED)) rmSync(path, { recursive: true, force: true })
}

/** Sources, packages, and where the tree is: the program looks for files next to its sources. */
function sourceHash(root) {
  const hash = createHash('sha256').update(root).update('\0')
  const add = (path) => hash.update(path).update('\0').update(readFileSync(path)).update('\0')
  const walk = (dir) => {
    for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = join(dir, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (entry.name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(entry.name)) add(path)
    }
  }
  for (const dir of ['server', 'contracts', 'seeds']) walk(join(root, dir))
  for (const path of [
    join(root, 'package.json'),
    join(root, 'package-lock.json'),
    join(root, 'tools', 'bootstrap', 'bundle-server.mjs'),
  ])
    add(path)
  return hash.digest('hex').slice(0, 20)
}
