import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** A state of the migrations that must not be guessed away; the message names what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

type Migration = { number: number; name: string; sql: string; checksum: string }

// Any constant of our own: two processes that migrate at once queue up behind it.
const lockKey = '7223094418235'

/**
 * Brings the database to the newest of the numbered files `NNNN_name.sql` in `dir`, each in a
 * transaction of its own, in order. Safe to call from several processes at once. Refuses files that
 * were changed, removed or slipped in below what is applied already; `upTo` leaves later ones out.
 * @returns the names applied by this call
 */
export async function migrate(
  db: { url: string },
  dir: string,
  upTo = Infinity,
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
    await client.query('select pg_advisory_lock($1)', [lockKey])
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
      throw new MigrationError(
        `Migration ${row.name} was applied to this database but its file is gone: the database belongs to another version of the software. Start that version, or begin with an empty database (another DATA_DIR or DATABASE_URL).`,
      )
    }
    if (file.checksum !== row.checksum) {
      throw new MigrationError(
        `Migration ${row.name} was changed after it had been applied. Undo the change and put it into a new file.`,
      )
    }
  }
  const newest = applied.at(-1)?.number ?? -1
  const done = new Set(applied.map((row) => row.number))
  const pending = files.filter((file) => !done.has(file.number))
  const late = pending.find((file) => file.number < newest)
  if (late)
    throw new MigrationError(
      `Migration ${late.name} is numbered below ${String(newest).padStart(4, '0')}, which is applied already. Give it the next free number.`,
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
