import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import { DatabaseStartError } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { programEnv } from './cluster.ts'
import { commandLine, isAlive, processesIn } from './processes.ts'

export type PidFile = { pid: number; port: number; ready: boolean }

/** A running database server. `gone` is fulfilled once the process has ended, however it ended. */
export type Postmaster = { pid: number; port: number; gone: Promise<void> }

/** The content of the cluster's postmaster.pid, true or not. */
export function readPidFile(dir: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * The server that runs on this cluster now. A recorded pid that meanwhile belongs to another
 * program is no server.
 */
export function runningPostmaster(dir: string): PidFile | undefined {
  const file = readPidFile(dir)
  if (!file || !isAlive(file.pid)) return undefined
  const command = commandLine(file.pid)
  if (!command) return file
  return /postgres(\.exe)?$/.test(command[0] ?? '') && command.includes(dir) ? file : undefined
}

/**
 * Makes way for a new server after one that was killed. PostgreSQL itself judges a stale
 * postmaster.pid better than we could (it asks for the shared memory of surviving back ends),
 * except when the pid was given to another program.
 */
export async function clearStalePidFile(dir: string): Promise<void> {
  const file = readPidFile(dir)
  for (let waited = 0; processesIn(dir).length > 0 && waited < 5_000; waited += 50) await sleep(50)
  if (file && isAlive(file.pid) && processesIn(dir).length === 0 && !runningPostmaster(dir))
    rmSync(join(dir, 'postmaster.pid'), { force: true })
}

/** Settings as `name=value`; the same list means a running server need not be replaced. */
export type Settings = Record<string, string>

/**
 * Starts the server apart from us (it outlives a killed app) and waits until it takes connections.
 */
export async function launch(
  cluster: Cluster,
  account: Account,
  port: number,
  settings: Settings,
): Promise<Postmaster> {
  await clearStalePidFile(cluster.dir)
  const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const [file, args] = account.command(account.binaries.postgres, ['-D', cluster.dir, ...options])
  const log = openLog(cluster.logFile)
  const from = statSync(cluster.logFile).size
  const child = spawn(file, args, {
    ...account.spawnAs,
    env: programEnv,
    cwd: account.home,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let ended = false
  let failure = ''
  const gone = new Promise<void>((done) => {
    child.once('error', (error) => {
      failure = error.message
      ended = true
      done()
    })
    child.once('exit', () => {
      ended = true
      done()
    })
  })
  child.unref()

  // Crash recovery of a large database may take minutes; as long as the server lives, it is
  // working.
  for (let waited = 0; waited < 600_000; waited += 20) {
    if (ended)
      throw new DatabaseStartError(
        `PostgreSQL did not start: ${failure || lastErrors(cluster.logFile, from)}`,
      )
    const state = readPidFile(cluster.dir)
    if (child.pid !== undefined && state?.pid === child.pid && state.ready)
      return { pid: child.pid, port, gone }
    await sleep(20)
  }
  throw new DatabaseStartError(`PostgreSQL is not ready after 10 minutes; see ${cluster.logFile}.`)
}

/** Takes over a server that outlived the app which had started it. */
export function adopt(file: PidFile): Postmaster {
  const gone = (async () => {
    while (isAlive(file.pid)) await sleep(250, undefined, { ref: false })
  })()
  return { pid: file.pid, port: file.port, gone }
}

/** Ends the server: open transactions are rolled back, everything committed is written. */
export async function stopPostmaster(postmaster: Pick<Postmaster, 'pid' | 'gone'>): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 2_000],
  ] as const) {
    try {
      process.kill(postmaster.pid, signal)
    } catch {
      return
    }
    const late = Symbol()
    const timer = new AbortController()
    const result = await Promise.race([
      postmaster.gone,
      sleep(patience, late, { signal: timer.signal }).catch(() => late),
    ])
    timer.abort()
    if (result !== late) return
  }
}

function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > 10_000_000) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

function lastErrors(logFile: string, from: number): string {
  const lines = readFileSync(logFile)
    .subarray(from)
    .toString('utf8')
    .split('\n')
    .filter((line) => /(FATAL|PANIC|ERROR|HINT|error|unshare):/.test(line))
  return (
    lines
      .slice(-3)
      .map((line) => line.replace(/^.*?(FATAL|PANIC|ERROR|HINT):\s*/, ''))
      .join(' ') || `see ${logFile}`
  )
}
