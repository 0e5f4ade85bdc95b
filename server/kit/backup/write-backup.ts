import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import type { ContentStore } from '../files/contents.ts'
import {
  BackupError,
  connected,
  fileEntry,
  keyMark,
  MANIFEST,
  named,
  tableEntry,
  tablesOf,
  type Manifest,
} from './manifest.ts'

/**
 * Writes the whole installation into one archive: every row as of one moment, while the server may
 * go on, and the contents of all files. The secret key is not in it.
 * @returns what was written
 */
export async function writeBackup(
  from: { url: string; contents: ContentStore; secretKey: Buffer },
  path: string,
): Promise<Manifest> {
  if (existsSync(path)) throw new BackupError(`${path} is there already; name another file.`)
  const draft = `${path}.part`
  try {
    const manifest = await connected(from.url, (client) => writeArchive(client, from, draft))
    await rename(draft, path)
    return manifest
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeArchive(
  client: pg.Client,
  from: { contents: ContentStore; secretKey: Buffer },
  draft: string,
): Promise<Manifest> {
  await client.query('begin isolation level repeatable read read only')
  // Internal comments are read by who names them (migrations/0015_returns.sql).
  await client.query(`set local parcelyard.case_notes = 'staff'`)
  const migrations = await migrationsOf(client)
  const zip = new ZipFile()
  const out = createWriteStream(draft, { mode: 0o600, flush: true })
  const written = pipeline(zip.outputStream, out)
  const tables: Manifest['tables'] = []
  for (const { schema, name, columns } of await tablesOf(client)) {
    const list = columns.map((column) => named(column)).join(', ')
    const rows = client.query(copyTo(`copy ${named(schema, name)} (${list}) to stdout`))
    // One after the other: the connection has one answer at a time.
    await Promise.race([added(zip, rows, tableEntry(schema, name)), written])
    tables.push({ schema, name, columns, rows: rows.rowCount })
  }
  const { rows: sequences } = await client.query<Manifest['sequences'][number]>(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
    where last_value is not null and schemaname in ('public', 'graphile_worker') order by 1, 2`,
  )
  // After the rows: contents are never changed, and one that rows name was there before them.
  // A full disk ends both.
  const files = await Promise.race([
    addFiles(client, zip, from.contents),
    written.then(() => new Set<string>()),
  ])
  const manifest: Manifest = {
    product: 'parcelyard',
    format: 1,
    madeAt: new Date().toISOString(),
    migrations,
    tables,
    sequences,
    files: files.size,
    missing: await missingOf(client, files),
    key: keyMark(from.secretKey),
  }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST)
  zip.end()
  await written
  await client.query('commit')
  return manifest
}

async function migrationsOf(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('public.schema_migration') is not null as known`,
  )
  if (!rows[0]?.known)
    throw new BackupError('This database holds no Parcelyard: nothing to back up.')
  return (
    await client.query<Manifest['migrations'][number]>(
      'select number, name, checksum from schema_migration order by number',
    )
  ).rows
}

/** What rows of the same moment name and the archive lacks: removed before its turn, or lost. */
async function missingOf(client: pg.Client, files: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct f.tenant_id || '/' || h.hash as name
    from stored_file f, lateral (values (f.hash), (f.thumb_hash)) h (hash)
    where h.hash is not null order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !files.has(name))
}

async function addFiles(
  client: pg.Client,
  zip: ZipFile,
  contents: ContentStore,
): Promise<Set<string>> {
  const { rows: tenants } = await client.query<{ id: string }>(
    `select id::text from tenant union select '0' order by 1`,
  )
  const names = new Set<string>()
  for (const { id } of tenants)
    for await (const { hash } of contents.list(id)) {
      const bytes = await contents.read({ tenantId: id, hash })
      // Removed since it was listed.
      if (!bytes) continue
      await added(zip, Readable.from([bytes]), fileEntry(id, hash), { compress: false })
      names.add(`${id}/${hash}`)
    }
  return names
}

/** Resolves once the entry has taken all of the stream. */
async function added(
  zip: ZipFile,
  rows: Readable,
  name: string,
  options: { compress?: boolean } = {},
): Promise<void> {
  const passed = new PassThrough()
  zip.addReadStream(passed, name, options)
  await Promise.all([pipeline(rows, passed), once(passed, 'end')])
}
