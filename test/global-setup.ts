import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { hashPassword } from '#server/features/platform/session/passwords.ts'
import { startEmbeddedPostgres } from '#server/kit/runtime/embedded-postgres.ts'
import { openDatabase } from '#server/kit/db/database.ts'
import { migrateJobs } from '#server/kit/jobs/jobs.ts'
import { migrate } from '#server/kit/db/migrate.ts'
import { dataDirHolder } from '#server/kit/runtime/postgres/app-lock.ts'
import {
  adopt,
  runningPostmaster,
  stopPostmaster,
} from '#server/kit/runtime/postgres/postmaster.ts'
import { bootstrapInstallation } from '#server/setup.ts'
import { PASSWORD, testEnv } from './settings.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database all suites share; each makes its own tenant in it. */
    databaseUrl: string
    /**
     * Empty but migrated; `create database x template <this>` where a suite needs one of its own.
     */
    templateDatabase: string
    /** The files of that database: whichever process' worker makes one, every process finds it. */
    filesDir: string
    /** Hash of the password every user of the tests has. */
    passwordHash: string
  }
}

const prefix = 'parcelyard-test-'

interface Cluster {
  databaseUrl: string
  filesDir: string
  passwordHash: string
  stop(): Promise<void>
}

const template = 'parcelyard'
const key = Symbol.for('parcelyard.test.cluster')
const here = process as unknown as Record<symbol, Promise<Cluster> | undefined>

/**
 * One PostgreSQL for the whole run, whichever projects take part: migrated once, thrown away at the
 * end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Each project loads this file as a module of its own: they meet in the process.
  const cluster = await (here[key] ??= startCluster())
  project.provide('databaseUrl', cluster.databaseUrl)
  project.provide('filesDir', cluster.filesDir)
  project.provide('templateDatabase', template)
  project.provide('passwordHash', cluster.passwordHash)
  return cluster.stop
}

async function startCluster(): Promise<Cluster> {
  await removeLeftovers()
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(dataDir, 0o711)
  const log = pino({ level: 'silent' })
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    disposable: true,
    settings: { max_connections: '300' },
  })
  await migrate({ url: postgres.url }, join(import.meta.dirname, '..', 'migrations'))
  await migrateJobs(postgres)

  const database = 'parcelyard_test'
  const url = new URL(postgres.url)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${database} template ${template}`)
  url.pathname = `/${database}`
  await furnish(url.href, log)
  let stopped: Promise<void> | null = null
  return {
    databaseUrl: url.href,
    filesDir: join(dataDir, 'contents'),
    passwordHash: await hashPassword(PASSWORD),
    stop: () =>
      (stopped ??= (async () => {
        await lastClientGone(client)
        await client.end()
        await postgres.stop()
        rmSync(dataDir, { recursive: true, force: true })
      })()),
  }
}

/** The first start's work, once for all workers. */
async function furnish(url: string, log: pino.Logger): Promise<void> {
  const db = openDatabase(url)
  const lifecycle = { draining: false, afterListen: () => {} }
  const opened = await bootstrapInstallation({ env: testEnv(), db, log, lifecycle })
  await opened.close()
  await db.close()
}

/** Workers that still close their apps when the run is over have their database until then. */
async function lastClientGone(client: pg.Client): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    )
    if (rowCount === 0) return
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
