// The one script in front of every npm command. It needs nothing but Node 20.19 and npm: what is
// missing (dependencies, the right Node, the built web part) it brings, then it runs the real
// thing.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './bootstrap/browser.mjs'
import { lint, runChecks } from './bootstrap/checks.mjs'
import { run } from './bootstrap/child.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { findNode } from './bootstrap/runtime.mjs'
import { ensureServerBuilt, serverArgs } from './bootstrap/server-build.mjs'
import { ensureWebBuilt } from './bootstrap/web-build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command, ...args] = process.argv.slice(2)

const commands = {
  start: async (node) => {
    const { PRODUCT_MAIN: main } = await built(node)
    // The channel notifies the server when this script is killed; it then stops by itself.
    return run(node, [...serverArgs, main, ...args], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
  },
  test: (node) => runChecks(root, node, args),
  lint: (node) => lint(root, node, args),
  build: async (node) => {
    await Promise.all([ensureServerBuilt(root, node), ensureWebBuilt(root, node, { force: true })])
    return 0
  },
  dev: (node) => develop(node),
  demo: async (node) => {
    await ensureWebBuilt(root, node)
    return script(node, 'seeds/demo.ts')
  },
  bench: async (node) => {
    return script(node, 'test/bench/main.ts', { env: await built(node) })
  },
  'bench:web': async (node) => {
    const browser = await findBrowser(root, node)
    if (!browser) {
      process.stderr.write('bench:web needs a browser: name one with CHROMIUM_PATH.\n')
      return 1
    }
    return script(node, 'test/bench/web/main.ts', {
      env: { ...(await built(node)), CHROMIUM_PATH: browser },
    })
  },
  drill: async (node) => {
    return script(node, 'test/drill/main.ts', { env: await built(node) })
  },
  conformance: (node) => script(node, 'tools/conformance.ts'),
  backup: (node) => script(node, 'tools/operator/backup.ts'),
  restore: (node) => script(node, 'tools/operator/restore.ts'),
  types: (node) => script(node, 'tools/types.ts'),
  new: (node) => script(node, 'tools/new-entity.ts'),
  where: (node) => script(node, 'tools/where.ts'),
}

/** Both programs, made side by side where their sources changed; benches get what to measure. */
async function built(node) {
  const [main] = await Promise.all([ensureServerBuilt(root, node), ensureWebBuilt(root, node)])
  return { ...process.env, PRODUCT_MAIN: main, PRODUCT_ARGS: serverArgs.join(' ') }
}

function script(node, file, options = {}) {
  if (!existsSync(join(root, file))) {
    process.stderr.write(`There is no ${file} in this tree.\n`)
    return 1
  }
  return run(node, [file, ...args], { cwd: root, ...options })
}

/**
 * The server restarting on every change, and Vite in front of it. When one ends, so does the other.
 */
async function develop(node) {
  const api = 'http://127.0.0.1:8080'
  const stop = new AbortController()
  const ends = (code) => {
    stop.abort()
    return code
  }
  const options = { cwd: root, signal: stop.signal, killSignal: 'SIGTERM' }
  const codes = await Promise.all([
    run(node, ['--watch', '--watch-preserve-output', 'server/main.ts', ...args], options).then(
      ends,
    ),
    run(node, [join('node_modules', 'vite', 'bin', 'vite.js')], {
      ...options,
      env: { API_URL: api, ...process.env },
    }).then(ends),
  ])
  return Math.max(...codes)
}

if (!Object.hasOwn(commands, command ?? '')) {
  process.stderr.write(`Usage: npm run <${Object.keys(commands).join(' | ')}>\n`)
  process.exit(2)
}
await ensureInstalled(root)
process.exitCode = await commands[command](findNode(root))
