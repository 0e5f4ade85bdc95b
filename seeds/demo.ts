import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { openDatabase } from '#server/kit/db/database.ts'
import type { Database } from '#server/kit/db/database.ts'
import { DatabaseStartError, startEmbeddedPostgres } from '#server/kit/runtime/embedded-postgres.ts'
import { loadEnv, SettingsError } from '#server/kit/runtime/env.ts'
import type { Env } from '#server/kit/runtime/env.ts'
import { migrate, MigrationError } from '#server/kit/db/migrate.ts'
import { carrierRules, DEMO_TENANTS } from '#server/demo.ts'
import type { Lifecycle } from '#server/kit/start/lifecycle.ts'
import { bootstrapInstallation } from '#server/setup.ts'
import { DEFAULT_PARCELS, DEFAULT_SEED, loadBigWorld } from './world/index.ts'

const USAGE = `Fills the database of the settings (DATA_DIR or DATABASE_URL) with a demo world and ends.

  npm run demo -- [--parcels 2000] [--seed ${DEFAULT_SEED}] [--workers n] [--today 2026-03-02T12:00:00Z]

A load that was interrupted goes on with the same parameters. Stop the server first.
`
const MAX_PARCELS = 20_000_000

interface DemoRequest {
  parcels: number
  seed: number
  workers: number
  today: string
}

/** Null where the call is not understood. */
function demoRequest(): DemoRequest | null {
  try {
    const { values } = parseArgs({
      options: {
        parcels: { type: 'string' },
        seed: { type: 'string' },
        workers: { type: 'string' },
        today: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    const whole = (text: string | undefined, otherwise: number, most: number): number => {
      const value = text === undefined ? otherwise : /^\d+(e\d+)?$/.test(text) ? Number(text) : NaN
      if (!(value >= 1 && value <= most)) throw new RangeError(text)
      return value
    }
    if (values.help || Number.isNaN(Date.parse(values.today ?? '2026-01-01'))) return null
    return {
      parcels: whole(values.parcels, DEFAULT_PARCELS, MAX_PARCELS),
      seed: whole(values.seed, DEFAULT_SEED, 2 ** 31 - 1),
      workers: whole(values.workers, Math.min(4, availableParallelism()), 64),
      today: values.today ?? new Date().toISOString(),
    }
  } catch {
    return null
  }
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

async function fill(env: Env, db: Database, request: DemoRequest): Promise<void> {
  const log = pino({ level: 'warn' })
  await migrate(db, join(import.meta.dirname, '..', 'migrations'))
  // The product starts its own small world when it listens; here it hears of that once the wanted
  // one is in.
  const hooks: Parameters<Lifecycle['afterListen']>[0][] = []
  const installation = await bootstrapInstallation({
    env: { ...env, demo: true },
    db,
    log,
    lifecycle: { draining: false, afterListen: (hook) => void hooks.push(hook) },
  })
  const tenants = await tenantsOf(db)
  const began = performance.now()
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
  let shown = 0
  const loaded = await loadBigWorld(db.url, {
    tenants,
    rules: carrierRules,
    thread: new URL('demo-thread.ts', import.meta.url),
    ...request,
    onPhase: (text) => print(`${seconds().padStart(9)}  ${text}`),
    onProgress: ({ done, chunks }) => {
      const percent = Math.floor((done * 100) / chunks)
      if (percent < shown + 5 && done < chunks) return
      shown = percent
      print(`${seconds().padStart(9)}  ${String(percent).padStart(3)} %`)
    },
  })
  print(
    loaded
      ? `Loaded ${request.parcels.toLocaleString('en')} parcels in ${seconds()}.`
      : 'This world is in the database already.',
  )
  for (const hook of hooks) for (const line of (await hook('')) ?? []) print(line)
  await installation.close()
}

/** Only companies made for a demo are filled: a company's own data is not mixed with invented parcels. */
async function tenantsOf(db: Database): Promise<{ 1: string; 2: string }> {
  const { rows } = await db.pool.query<{ id: string; code: string }>(
    'select id::text, code from tenant where code = any($1)',
    [DEMO_TENANTS.map(({ code }) => code)],
  )
  const [one, two] = DEMO_TENANTS.map(({ code }) => rows.find((row) => row.code === code)?.id)
  if (!one || !two)
    throw new SettingsError(
      'This database belongs to a company of its own, not to a demo; choose another DATA_DIR or DATABASE_URL.',
    )
  return { 1: one, 2: two }
}

async function main(): Promise<number> {
  const request = demoRequest()
  if (!request) {
    process.stderr.write(USAGE)
    return 2
  }
  let embedded: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined
  let db: Database | undefined
  try {
    const env = loadEnv(process.env)
    // Held by a running server, the data directory names its process and what to do.
    if (!env.databaseUrl)
      embedded = await startEmbeddedPostgres({ dataDir: env.dataDir, log: pino({ level: 'warn' }) })
    db = openDatabase(env.databaseUrl ?? embedded?.url ?? '')
    await fill(env, db, request)
    return 0
  } catch (error) {
    const isExpected = [SettingsError, DatabaseStartError, MigrationError].some(
      (kind) => error instanceof kind,
    )
    process.stderr.write(
      `${isExpected && error instanceof Error ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    )
    return 1
  } finally {
    await db?.close()
    await embedded?.stop()
  }
}

process.exitCode = await main()
