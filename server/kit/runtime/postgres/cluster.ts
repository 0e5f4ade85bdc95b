import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { own } from './account.ts'
import { DatabaseStartError } from './binaries.ts'

/** Everything a data directory holds about its database. Paths are absolute. */
export type Cluster = {
  dataDir: string
  dir: string
  logFile: string
  passwords: { postgres: string; parcelyard: string }
}

/**
 * The database cluster of a data directory, made on the first start: UTF-8, byte order sorting,
 * passwords for everyone.
 */
export async function ensureCluster(dataDir: string, account: Account): Promise<Cluster> {
  const cluster: Cluster = {
    dataDir,
    dir: join(account.home, 'postgres'),
    logFile: join(dataDir, 'postgres.log'),
    passwords: passwordsOf(dataDir, existsSync(join(account.home, 'postgres'))),
  }
  if (existsSync(cluster.dir)) checkVersion(cluster.dir, account.binaries.version)
  else await createCluster(cluster, account)
  own(cluster.dir, account)
  return cluster
}

/**
 * Made next to its place and moved there when complete, so a start cut short leaves no half
 * database.
 */
async function createCluster(cluster: Cluster, account: Account): Promise<void> {
  const draft = `${cluster.dir}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  const passwordFile = join(draft, 'password')
  writeFileSync(passwordFile, cluster.passwords.postgres, { mode: 0o600 })
  own(draft, account)
  await runToEnd(account, account.binaries.initdb, [
    '--pgdata',
    join(draft, 'cluster'),
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ])
  renameSync(join(draft, 'cluster'), cluster.dir)
  rmSync(draft, { recursive: true, force: true })
}

function checkVersion(dir: string, version: string): void {
  const file = join(dir, 'PG_VERSION')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'nothing'
  if (found !== version.split('.')[0]) {
    throw new DatabaseStartError(
      `${dir} holds a PostgreSQL ${found} database, this software brings PostgreSQL ${version.split('.')[0]}; choose another DATA_DIR or set DATABASE_URL.`,
    )
  }
}

/** Undefined where no database was made in the data directory yet. */
export function passwordsIn(dataDir: string): Cluster['passwords'] | undefined {
  const file = join(dataDir, 'postgres.secret')
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')) as Cluster['passwords']
}

function passwordsOf(dataDir: string, clusterExists: boolean): Cluster['passwords'] {
  const file = join(dataDir, 'postgres.secret')
  const known = passwordsIn(dataDir)
  if (known) return known
  if (clusterExists)
    throw new DatabaseStartError(
      `${file} is missing: it holds the password of the database in that folder. Restore it from a backup.`,
    )
  const passwords = {
    postgres: randomBytes(24).toString('base64url'),
    parcelyard: randomBytes(24).toString('base64url'),
  }
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(passwords), { mode: 0o600 })
  renameSync(draft, file)
  return passwords
}

type Remembered = { port: number; settings: string }

/** Port and settings of the last start, if there was one. */
export function remembered(dataDir: string): Remembered | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as Remembered
  } catch {
    return undefined
  }
}

export function remember(dataDir: string, what: Remembered): void {
  writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify(what))
}

/**
 * A free port on 127.0.0.1: `preferred` if it is free. Below 32768, where no outgoing connection
 * takes it away.
 */
export async function freePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(15_000, 32_000)
    if (await isFree(port)) return port
  }
  throw new DatabaseStartError(
    'No free port between 15000 and 32000 on 127.0.0.1 for the embedded database.',
  )
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => done(true)))
  })
}

/**
 * PostgreSQL's programs see none of our settings: PGPORT and the like would change what they do.
 */
export const programEnv = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
}

function runToEnd(account: Account, program: string, args: string[]): Promise<void> {
  const [file, full] = account.command(program, args)
  return new Promise((done, failed) => {
    const child = spawn(file, full, {
      ...account.spawnAs,
      env: programEnv,
      cwd: account.home,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (part: Buffer): void => void (output = (output + part.toString()).slice(-4_000))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) =>
      failed(new DatabaseStartError(`Cannot run ${program}: ${error.message}`)),
    )
    child.once('close', (code) => {
      if (code === 0) done()
      else
        failed(
          new DatabaseStartError(
            `initdb failed (${code}): ${output.trim().split('\n').slice(-3).join(' ')}`,
          ),
        )
    })
  })
}
