import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool, QueryConfig } from 'pg'
import pino from 'pino'
import { loadWorld } from '#seeds/world/index.ts'
import { carrierRules } from '#server/demo.ts'
import { openDatabase } from '#server/kit/db/database.ts'
import { startEmbeddedPostgres } from '#server/kit/runtime/embedded-postgres.ts'
import { migrate } from '#server/kit/db/migrate.ts'
import { bootstrapInstallation } from '#server/setup.ts'
import { productFile, root, startServer, type Server } from './spawn.ts'

export const PASSWORD = 'Parcels-2026!'
/** The present of the measured world: fixed, so that every run has the same rows. */
const TODAY = '2026-03-02T08:00:00.000Z'

export interface Rig {
  /** A connection pool of the bench itself. */
  pool: Pool
  url: string
  postmaster: number
  /** Everything of this run: the database's files among it. Removed at the end. */
  dir: string
  tenantId: string
  product: Server
  limit: Server
  /** Request headers of a signed-in user. */
  signedIn(username: string): Promise<Record<string, string>>
  close(): Promise<void>
}

export interface RigOptions {
  parcels: number
  /** A directory to keep the database in, so that the next run need not load it again. */
  data: string | null
  /** Where both servers write a CPU profile at their end. */
  profile: string | null
  say(text: string): void
}

/**
 * One embedded database with a world of so many parcels, the product on it, and the limit server
 * next to it.
 */
export async function openRig({ parcels, data, profile, say }: RigOptions): Promise<Rig> {
  const dir = data ?? mkdtempSync(join(tmpdir(), 'parcelyard-bench-'))
  mkdirSync(dir, { recursive: true })
  // The database may run as another user, who has to pass through.
  chmodSync(dir, 0o711)
  const open: { stop(): Promise<unknown> }[] = data
    ? []
    : [{ stop: async () => rmSync(dir, { recursive: true, force: true }) }]
  const close = async () => {
    for (const one of open.splice(0).reverse()) await one.stop()
  }
  try {
    const dataDir = join(dir, 'data')
    const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
    open.push(postgres)
    const db = openDatabase(postgres.url, { applicationName: 'bench', max: 4 })
    open.push({ stop: () => db.close() })
    const tenantId = await fill(db, { parcels, say })
    const shared = { DATABASE_URL: postgres.url }
    const nodeArgs = (name: string) =>
      profile ? ['--cpu-prof', `--cpu-prof-dir=${join(profile, name)}`] : []
    const limit = await startServer({
      file: 'test/bench/servers/limit.ts',
      env: shared,
      nodeArgs: nodeArgs('limit'),
    })
    open.push(limit)
    const product = await startServer({
      file: productFile,
      env: { ...shared, ...productEnv(join(dir, 'product')) },
      nodeArgs: nodeArgs('product'),
    })
    open.push(product)
    return {
      pool: db.pool,
      url: postgres.url,
      postmaster: postgres.pid,
      dir,
      tenantId,
      product,
      limit,
      signedIn: (username) => signIn(product.port, username),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** How the product runs here: as on any machine, but for the rate limits and the demo world. */
export function productEnv(dataDir: string): Record<string, string> {
  return {
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD: PASSWORD,
  }
}

/**
 * Tables, the tenant with its demo users, and the world's parcels with ten events each. Answers the
 * first tenant.
 */
async function fill(
  db: ReturnType<typeof openDatabase>,
  { parcels, say }: { parcels: number; say(text: string): void },
): Promise<string> {
  await migrate(db, join(root, 'migrations'))
  const env = {
    production: false,
    port: 0,
    host: '127.0.0.1',
    dataDir: '/nonexistent',
    databaseUrl: db.url,
    adminPassword: PASSWORD,
    demo: true,
    basePath: '/boot',
    logLevel: 'error',
    trustProxy: false,
    rateLimits: false,
    checkAnswers: false,
    secretKey: Buffer.alloc(32, 7),
  } as const
  // The installation is set up as at any first start; what would follow after listening, the small
  // demo world, never does.
  const installation = await bootstrapInstallation({
    env,
    db,
    log: pino({ level: 'error' }),
    lifecycle: { draining: false, afterListen: () => {} },
  })
  await installation.close()
  const { rows } = await db.pool.query<{ id: string }>(
    'select id from tenant where id > 0 order by id',
  )
  const [one, two] = rows.map((row) => row.id)
  if (!one || !two) throw new Error('the demo tenants are missing')
  const started = performance.now()
  let reported = 0
  await loadWorld(db.pool, {
    tenants: { 1: one, 2: two },
    rules: carrierRules,
    parcels,
    today: TODAY,
    chunkSize: 1_000,
    onProgress: ({ done, chunks }) => {
      const tenth = Math.floor((done / chunks) * 10)
      if (tenth > reported)
        say(
          `world of ${parcels} parcels: ${tenth * 10} %, ${Math.round((performance.now() - started) / 1000)} s`,
        )
      reported = Math.max(reported, tenth)
    },
  })
  const client = await db.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // Of a million parcels, or on a busy machine, it takes longer than a query of the product may.
    const vacuum: QueryConfig & { query_timeout: number } = {
      text: 'vacuum analyze',
      query_timeout: 900_000,
    }
    await client.query(vacuum)
  } finally {
    client.release(true)
  }
  return one
}

async function signIn(port: number, username: string): Promise<Record<string, string>> {
  const response = await fetch(`http://127.0.0.1:${port}/boot/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  const answer = (await response.json()) as {
    success: boolean
    message: string
    result: { token: string }
  }
  if (!answer.success) throw new Error(`sign-in of ${username}: ${answer.message}`)
  return { 'x-access-token': answer.result.token, tenant_id: '0', client_lang: 'en_US' }
}
