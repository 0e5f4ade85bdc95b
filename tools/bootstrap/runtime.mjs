import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const needed = 24

/**
 * The Node the product runs on: the one npm brought, else the machine's own when that is new
 * enough.
 */
export function findNode(root) {
  const exe = process.platform === 'win32' ? 'node.exe' : 'node'
  const brought = ['linux-x64', 'linux-arm64', 'win-x64'].map((name) =>
    join(root, 'node_modules', `node-${name}`, 'bin', exe),
  )
  for (const file of [...brought, process.execPath]) {
    if (!existsSync(file)) continue
    // It must really run: the package of another machine may have been copied along.
    const major =
      file === process.execPath
        ? process.versions.node
        : spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout?.replace(/^v/, '')
    if (major && Number.parseInt(major, 10) >= needed) return file
  }
  process.stderr.write(
    `Parcelyard needs Node ${needed} or newer: there is none among the dependencies for ${process.platform}-${process.arch}, and this machine has ${process.version}.\n`,
  )
  process.exit(1)
}
