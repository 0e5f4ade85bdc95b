import { crc32 } from 'node:zlib'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { lockMigrations, migrate, migrationFiles } from '../db/migrate.ts'
import type { ContentStore } from '../files/contents.ts'
import { holdJobs } from '../jobs/held-jobs.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import {
  BackupError,
  connected,
  keyMark,
  MANIFEST,
  manifestShape,
  named,
  SCHEMAS,
  tableEntry,
  tablesOf,
  type Manifest,
} from './manifest.ts'

const OURS = [...SCHEMAS, 'report']

interface Target {
  url: string
  contents: ContentStore
  secretKey: Buffer
  /** Folder of the migrations. */
  migrations: string
}

/**
 * Puts an archive into an empty database and the file store. What is in the database is dropped
 * only with `replace`; nothing is touched before the archive was found whole and of this version.
 * Its jobs run once they are released.
 * @returns what was restored, and whether the secret key is the one of the backup
 */
export async function restoreBackup(
  path: string,
  to: Target,
  { replace = false } = {},
): Promise<{ manifest: Manifest; sameKey: boolean }> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw new BackupError(`${path} is no whole backup: ${textOf(error)}.`)
  })
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const manifest = await manifestOf(zip, entries, path)
    const upTo = versionIn(manifest, to.migrations)
    await checkWhole(zip, entries, path)
    await connected(to.url, async (client) => {
      // A server that starts meanwhile waits before it looks at the database.
      if (!(await lockMigrations(client)))
        throw new BackupError('A server is starting on this database: stop it first.')
      await makeRoom(client, replace)
      try {
        await migrate(to, to.migrations, { upTo, locked: true })
        await migrateJobs(to)
        await loadRows(client, zip, entries, manifest)
        await loadFiles(zip, entries, to.contents)
      } catch (error) {
        // Half an installation would pass for one: nothing is left of it.
        await client.query('rollback').catch(() => {})
        await dropAll(client).catch(() => {})
        throw error
      }
    })
    return { manifest, sameKey: manifest.key === keyMark(to.secretKey) }
  } finally {
    zip.close()
  }
}

async function manifestOf(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  path: string,
): Promise<Manifest> {
  const entry = entries.get(MANIFEST)
  const text = entry ? (await buffer(await zip.openReadStreamPromise(entry))).toString() : '{}'
  const parsed = manifestShape.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new BackupError(`${path} is no backup of Parcelyard this version reads.`)
  const manifest = parsed.data
  const files = [...entries.keys()].filter((name) => name.startsWith('files/')).length
  const missing = manifest.tables.find(({ schema, name }) => !entries.has(tableEntry(schema, name)))
  if (missing || files !== manifest.files)
    throw new BackupError(`${path} lacks ${missing ? `table ${missing.name}` : 'files'}.`)
  return manifest
}

/** Every entry is read to its end before anything of the old installation is touched. */
async function checkWhole(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  path: string,
): Promise<void> {
  for (const entry of entries.values()) {
    let sum = 0
    try {
      for await (const part of await zip.openReadStreamPromise(entry))
        sum = crc32(part as Buffer, sum)
    } catch {
      sum = -1
    }
    if (sum !== entry.crc32)
      throw new BackupError(`${path} is damaged at ${entry.fileName}: nothing was changed.`)
  }
}

/** The newest migration of the archive; the later ones are applied by the next start. */
function versionIn(manifest: Manifest, folder: string): number {
  const known = new Map(migrationFiles(folder).map((file) => [file.number, file.checksum]))
  const other = manifest.migrations.find(({ number, checksum }) => known.get(number) !== checksum)
  if (other)
    throw new BackupError(
      `The backup was made by another version of the software (its ${other.name} is not in this tree): restore it with that version, then upgrade.`,
    )
  return manifest.migrations.at(-1)?.number ?? 0
}

/** Refuses a database in use or with something in it; empties it where that was asked for. */
async function makeRoom(client: pg.Client, replace: boolean): Promise<void> {
  const { rows: users } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database()
      and application_name like 'parcelyard%' limit 1`,
  )
  if (users.length > 0)
    throw new BackupError('A server is connected to this database: stop it first.')
  const { rows: full } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) limit 1`,
    [OURS],
  )
  if (full.length === 0) return
  if (!replace)
    throw new BackupError(
      'The database is not empty. With --replace everything in it is dropped and replaced.',
    )
  await dropAll(client)
}

async function dropAll(client: pg.Client): Promise<void> {
  for (const schema of OURS) await client.query(`drop schema if exists ${named(schema)} cascade`)
  await client.query('create schema public; grant usage on schema public to public')
}

/** All rows in one transaction; keys between tables are taken away meanwhile and checked at its end. */
async function loadRows(
  client: pg.Client,
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  manifest: Manifest,
): Promise<void> {
  const tables = await tablesOf(client)
  await client.query('begin')
  const { rows: keys } = await client.query<{ table: string; name: string; text: string }>(
    `select c.conrelid::regclass::text as "table", quote_ident(c.conname) as name,
      pg_get_constraintdef(c.oid) as text
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname = any($1) order by c.conrelid, c.conname`,
    [SCHEMAS],
  )
  // Some triggers hold even for those who replay rows: as they were, so they are made again.
  const { rows: always } = await client.query<{ table: string; name: string }>(
    `select t.tgrelid::regclass::text as "table", quote_ident(t.tgname) as name
    from pg_trigger t where not t.tgisinternal and t.tgenabled = 'A'`,
  )
  for (const key of keys) await client.query(`alter table ${key.table} drop constraint ${key.name}`)
  for (const { schema, name, forced } of tables) {
    const table = named(schema, name)
    await client.query(`alter table ${table} disable trigger user`)
    if (forced) await client.query(`alter table ${table} no force row level security`)
  }
  // What the migrations themselves put in is in the archive as well.
  await client.query(`truncate ${tables.map((of) => named(of.schema, of.name)).join(', ')}`)
  for (const { schema, name, columns, rows } of manifest.tables) {
    const list = columns.map((column) => named(column)).join(', ')
    const into = client.query(copyFrom(`copy ${named(schema, name)} (${list}) from stdin`))
    await pipeline(await zip.openReadStreamPromise(entries.get(tableEntry(schema, name))!), into)
    if (into.rowCount !== rows)
      throw new BackupError(`Table ${name} has ${into.rowCount} rows instead of ${rows}.`)
  }
  for (const { schema, name, value } of manifest.sequences)
    await client.query('select setval($1::regclass, $2)', [named(schema, name), value])
  for (const { schema, name, forced } of tables) {
    const table = named(schema, name)
    await client.query(`alter table ${table} enable trigger user`)
    if (forced) await client.query(`alter table ${table} force row level security`)
  }
  for (const { table, name } of always)
    await client.query(`alter table ${table} enable always trigger ${name}`)
  for (const key of keys)
    await client.query(`alter table ${key.table} add constraint ${key.name} ${key.text}`)
  await holdJobs(client)
  await client.query('commit')
  await client.query('analyze')
}

async function loadFiles(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  contents: ContentStore,
): Promise<void> {
  for (const [name, entry] of entries) {
    const [kind, tenantId, hash] = name.split('/')
    if (kind !== 'files' || !tenantId || !hash) continue
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    if (createHash('sha256').update(bytes).digest('hex') !== hash)
      throw new BackupError(`File ${hash} is damaged in the archive.`)
    await contents.write({ tenantId, hash }, bytes)
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
