import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

// Nothing else may be imported up here: the rest of the tree does not even parse under an older
// Node.
const brought = join(
  import.meta.dirname,
  '..',
  'node_modules',
  '.bin',
  process.platform === 'win32' ? 'node.cmd' : 'node',
)

if (Number.parseInt(process.versions.node, 10) < 24) {
  if (!existsSync(brought)) {
    process.stderr.write(
      `Parcelyard needs Node 24 or newer, this is ${process.version}; run "npm start", which brings it.\n`,
    )
    process.exit(1)
  }
  const child = spawn(brought, [import.meta.filename, ...process.argv.slice(2)], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => process.exit(code ?? 1))
} else {
  // The second start finds every file compiled and free of its types: half the time, and what
  // cannot be kept is made again.
  module.enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'parcelyard'))
  const { run } = await import('./kit/start/lifecycle.ts')
  // Loaded while the database comes up.
  const app = import('./app.ts')
  app.catch(() => {})
  await run(async (deps) => (await app).buildApp(deps))
}
