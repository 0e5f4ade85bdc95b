import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pgErrorKind } from './pg-error.ts'

/** A state of the migrations that must not be guessed away; the message names what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

type Migration = { number: number; name: string; sql: string; checksum: string }

// Any constant of our own: two processes that migrate at once queue up behind it.
const lockKey = '7223094418235'
const LOCK_PATIENCE = { oneMs: 15_000, times: 40 }

export interface MigrateOptions {
  /** Leaves later ones out. */
  upTo?: number
  /** Hears of another process that holds the migrations up. */
  onWait?: (text: string) => void
  patience?: typeof LOCK_PATIENCE
  /** The caller holds the lock already, by `lockMigrations`. */
  locked?: boolean
}

/**
 * Keeps every other process from migrating, and so from starting, as long as this connection is
 * open.
 * @returns false where another process holds it
 */
export async function lockMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    lockKey,
  ])
  return rows[0]!.got
}

/**
 * Brings the database to the newest of the numbered files `NNNN_name.sql` in `dir`, each in a
 * transaction of its own, in order. Safe to call from several processes at once. Refuses files that
 * were changed, removed or slipped in below what is applied already.
 * @returns the names applied by this call
 */
export async function migrate(
  db: { url: string },
  dir: string,
  {
    upTo = Infinity,
    onWait = () => {},
    patience = LOCK_PATIENCE,
    locked = false,
  }: MigrateOptions = {},
): Promise<string[]> {
  const files = migrationFiles(dir).filter(({ number }) => number <= upTo)
  // Its own connection: a long index build must not run into the pool's deadlines.
  const client = new pg.Client({
    connectionString: db.url,
    application_name: 'parcelyard migrate',
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    if (!locked) await takeLock(client, patience, onWait)
    await client.query(`create table if not exists schema_migration (
      number integer primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
      'select number, name, checksum from schema_migration order by number',
    )
    const pending = compare(files, rows)
    for (const file of pending) await apply(client, file)
    return pending.map((file) => file.name)
  } finally {
    // Ending the session gives the advisory lock back.
    await client.end()
  }
}

/** One process at a time migrates; one that was lost on the way must not hold others for ever. */
async function takeLock(
  client: pg.Client,
  { oneMs, times }: typeof LOCK_PATIENCE,
  onWait: (text: string) => void,
): Promise<void> {
  // Limits the user may have been given for the pool are none for a long index build.
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = ${oneMs}`,
  )
  for (let tried = 1; ; tried++) {
    try {
      await client.query('select pg_advisory_lock($1)', [lockKey])
      await client.query('set lock_timeout = 0')
      return
    } catch (error) {
      if (pgErrorKind(error) !== 'lockTimeout') throw error
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and granted
          and (classid::bigint << 32) + objid::bigint = $1`,
        [lockKey],
      )
      const holder = `the database session ${rows[0]?.pid ?? 'of another process'}`
      if (tried === times)
        throw new MigrationError(
          `The migrations have been held up by ${holder} for ${(oneMs * times) / 1_000} s; end it with pg_terminate_backend, then start again.`,
          { cause: error },
        )
      onWait(`waiting for ${holder}, which holds the migrations`)
    }
  }
}

/** A database this version cannot take over: one sentence with what to do. */
const otherVersion = (name: string, what: string): MigrationError =>
  new MigrationError(
    `This database cannot be upgraded: its migration ${name} ${what}, so another version of Parcelyard made it. Start that version (its "npm run backup" takes the data out), or begin with an empty DATA_DIR or DATABASE_URL.`,
  )

/** Names of the migrations in `dir` the database has not got; empty when it is current. */
export async function pendingMigrations(db: { pool: pg.Pool }, dir: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>('select name from schema_migration')
  const applied = new Set(rows.map((row) => row.name))
  return migrationFiles(dir)
    .map((file) => file.name)
    .filter((name) => !applied.has(name))
}

/** The migrations in `dir`, in order. */
export function migrationFiles(dir: string): Migration[] {
  if (!existsSync(dir)) return []
  const files = readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1] ?? NaN)
      if (Number.isNaN(number))
        throw new MigrationError(`Migration ${name} is not named NNNN_lower_case.sql.`)
      const sql = readFileSync(join(dir, name), 'utf8')
      // A checkout on Windows may turn the line ends; that is not a change.
      const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
      return { number, name, sql, checksum }
    })
  files.forEach((file, index) => {
    const next = files[index + 1]
    if (next?.number === file.number)
      throw new MigrationError(
        `Migrations ${file.name} and ${next.name} have the same number; give one the next free one.`,
      )
  })
  return files
}

function compare(
  files: Migration[],
  applied: { number: number; name: string; checksum: string }[],
): Migration[] {
  const byNumber = new Map(files.map((file) => [file.number, file]))
  for (const row of applied) {
    const file = byNumber.get(row.number)
    if (!file || file.name !== row.name) {
      throw otherVersion(row.name, 'is not in this version')
    }
    if (file.checksum !== row.checksum) {
      throw otherVersion(row.name, 'is another one in this version')
    }
  }
  const newest = applied.at(-1)?.number ?? -1
  const done = new Set(applied.map((row) => row.number))
  const pending = files.filter((file) => !done.has(file.number))
  const late = pending.find((file) => file.number < newest)
  if (late)
    throw otherVersion(
      applied.at(-1)!.name,
      `came before ${late.name} of this version, which it has not`,
    )
  return pending
}

async function apply(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(file.sql)
    await client.query(
      'insert into schema_migration (number, name, checksum) values ($1, $2, $3)',
      [file.number, file.name, file.checksum],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new MigrationError(`Migration ${file.name} failed: ${describe(error, file.sql)}`, {
      cause: error,
    })
  }
}

function describe(error: unknown, sql: string): string {
  if (!(error instanceof Error)) return String(error)
  const position = 'position' in error ? Number(error.position) : NaN
  return position > 0
    ? `${error.message} (line ${sql.slice(0, position).split('\n').length})`
    : error.message
}
