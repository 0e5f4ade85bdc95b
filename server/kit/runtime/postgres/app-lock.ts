import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseStartError } from './binaries.ts'
import { isAlive, startedAt } from './processes.ts'

type Holder = { pid: number; started: string }

/**
 * Makes this process the only one on a data directory.
 * @returns gives it back; a killed process need not, its claim is void
 * @throws DatabaseStartError when a living process holds it
 */
export function claimDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const lock = join(dataDir, 'app.lock')
  const mine = `${lock}.${process.pid}`
  const claim: Holder = { pid: process.pid, started: startedAt(process.pid) }
  writeFileSync(mine, JSON.stringify(claim))
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      if (linked(mine, lock)) return () => release(lock, claim)
      const holder = read(lock)
      if (holder && lives(holder)) throw refusal(dataDir, holder)
      // Two starts may both see the dead holder: what was moved away decides which of them took
      // whose place.
      const away = `${mine}.old`
      try {
        renameSync(lock, away)
      } catch {
        continue
      }
      const moved = read(away)
      if (moved && lives(moved)) {
        linked(away, lock)
        rmSync(away, { force: true })
        throw refusal(dataDir, moved)
      }
      rmSync(away, { force: true })
    }
    throw new DatabaseStartError(`Cannot claim ${dataDir}: other starts keep coming in between.`)
  } finally {
    rmSync(mine, { force: true })
  }
}

/** The process that holds a data directory, if one that lives does. */
export function dataDirHolder(dataDir: string): number | undefined {
  const holder = read(join(dataDir, 'app.lock'))
  return holder && lives(holder) ? holder.pid : undefined
}

function refusal(dataDir: string, holder: Holder): DatabaseStartError {
  return new DatabaseStartError(
    `${dataDir} is in use by the process ${holder.pid}; stop that one first, or choose another DATA_DIR.`,
  )
}

function release(lock: string, claim: Holder): void {
  const holder = read(lock)
  if (holder?.pid === claim.pid && holder.started === claim.started) rmSync(lock, { force: true })
}

function lives(holder: Holder): boolean {
  if (!isAlive(holder.pid)) return false
  const started = startedAt(holder.pid)
  return started === '' || holder.started === '' || started === holder.started
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function read(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}
