import { createHmac } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'

/** What cannot be backed up or restored; the message is one line for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** What an archive holds; written last, so that one cut short has none. */
export const manifestShape = z.object({
  product: z.literal('parcelyard'),
  format: z.literal(1),
  madeAt: z.string(),
  /** The database's version of the software: the same files have to be there at a restore. */
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  files: z.int(),
  /** Contents a row names that were not there any more: `<tenant>/<hash>`. */
  missing: z.array(z.string()).default([]),
  /** Shows whether a restore has the same secret key, and nothing of the key. */
  key: z.string(),
})
export type Manifest = z.output<typeof manifestShape>

export const MANIFEST = 'manifest.json'
export const tableEntry = (schema: string, name: string) => `tables/${schema}.${name}`
export const fileEntry = (tenantId: string, hash: string) => `files/${tenantId}/${hash}`

export const keyMark = (secretKey: Buffer): string =>
  createHmac('sha256', secretKey).update('parcelyard backup').digest('hex').slice(0, 32)

/** Only our schemas: the views of reports and what functions do come with the migrations. */
export const SCHEMAS = ['public', 'graphile_worker']

export interface TableInfo {
  schema: string
  name: string
  columns: string[]
  /** Its policies bind us as well. */
  forced: boolean
}

/** What the migrations make by themselves is not carried in an archive. */
const OWN_RECORDS = ['public.schema_migration', 'graphile_worker.migrations']

export async function tablesOf(client: pg.ClientBase): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo>(
    `select n.nspname as schema, c.relname as name, c.relforcerowsecurity as forced,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = any($1) and n.nspname || '.' || c.relname <> all($2)
    order by 1, 2`,
    [SCHEMAS, OWN_RECORDS],
  )
  return rows
}

export const named = (...parts: string[]) =>
  parts.map((part) => pg.escapeIdentifier(part)).join('.')

/** A connection without the deadlines of the pool: a table may take minutes. */
export async function connected<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'backup',
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}
