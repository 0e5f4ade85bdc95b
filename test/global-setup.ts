import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/kit/runtime/embedded-postgres.ts'
import { migrate } from '#server/kit/db/migrate.ts'
import { dataDirHolder } from '#server/kit/runtime/postgres/app-lock.ts'
import {
  adopt,
  runningPostmaster,
  stopPostmaster,
} from '#server/kit/runtime/postgres/postmaster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database all suites share; each makes its own tenant in it. */
    databaseUrl: string
    /** Empty but migrated; `create database x template <this>` where a suite needs one of its own. */
    templateDatabase: string
  }
}

const prefix = 'parcelyard-test-'

/** One PostgreSQL for the whole run: migrated once, thrown away at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(dataDir, 0o711)
  const log = pino({ level: 'silent' })
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    settings: { max_connections: '300' },
  })
  await migrate({ url: postgres.url }, join(import.meta.dirname, '..', 'migrations'))

  const database = 'parcelyard_test'
  const url = new URL(postgres.url)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${database} template parcelyard`)
  await client.end()
  url.pathname = `/${database}`
  project.provide('databaseUrl', url.href)
  project.provide('templateDatabase', 'parcelyard')

  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A run that was killed leaves its server and its files behind. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const dir = join(tmpdir(), name)
    if (!existsSync(join(dir, 'app.lock')) || dataDirHolder(dir) !== undefined) continue
    const running = runningPostmaster(join(dir, 'postgres'))
    if (running) await stopPostmaster(adopt(running))
    rmSync(dir, { recursive: true, force: true })
  }
}
