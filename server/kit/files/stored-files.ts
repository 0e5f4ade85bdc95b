import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { executorOf, type Ctx, type Tx } from '../access/ctx.ts'

export type FileKind = 'pictures' | 'imports'
export interface StoredFile {
  name: string
  type: string
  bytes: Buffer
}

const DAY_MS = 86_400_000
/**
 * Files of a kind one person may have that no record names, and their bytes: one more removes the
 * oldest.
 */
const UNNAMED_MAX = 20
const UNNAMED_BYTES = 32 * 1024 * 1024
const PATH = /^(pictures|imports)\/([\w-]{43})\.[a-z]{3,4}$/

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()
const partsOf = (path: string): { kind: string; hash: Buffer } | null => {
  const [, kind, key] = PATH.exec(path) ?? []
  return kind && key ? { kind, hash: hashOf(key) } : null
}

/**
 * Stores a file for a day, or for as long as a record names it (`nameFile`), and answers its path:
 * who knows it can read the file beneath `STATIC`.
 */
export async function storeFile(
  ctx: Ctx,
  kind: FileKind,
  { name, type, bytes }: StoredFile,
  ending: string,
): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  const { tenantId, userId } = ctx.principal
  const db = executorOf(ctx)
  await sql`insert into stored_file (key_hash, tenant_id, user_id, kind, name, type, bytes,
      expires_at)
    values (${hashOf(key)}, ${tenantId}, ${userId}, ${kind}, ${name}, ${type}, ${bytes},
      now() + ${`${DAY_MS} milliseconds`}::interval)`.execute(db)
  await sql`delete from stored_file where key_hash in (select f.key_hash from (
      select key_hash, row_number() over newest as place,
        sum(octet_length(bytes)) over newest as size
      from stored_file where user_id = ${userId} and kind = ${kind} and expires_at is not null
      window newest as (order by created_at desc, key_hash)) f
    where f.place > ${UNNAMED_MAX} or (f.place > 1 and f.size > ${UNNAMED_BYTES}))`.execute(db)
  return `${kind}/${key}.${ending}`
}

/** The file at a path; null where there is none (any more). */
export async function readStoredFile(ctx: Ctx, path: string): Promise<StoredFile | null> {
  const parts = partsOf(path)
  if (!parts) return null
  const found = await sql<StoredFile>`select name, type, bytes from stored_file
      where key_hash = ${parts.hash} and kind = ${parts.kind} and (expires_at is null
        or expires_at > now())`.execute(executorOf(ctx))
  return found.rows[0] ?? null
}

/**
 * A record names a file from now on: one the caller stored in this tenant and nothing names yet.
 * False where it is no such file.
 */
export async function nameFile(tx: Tx, kind: FileKind, path: string): Promise<boolean> {
  const parts = partsOf(path)
  if (parts?.kind !== kind) return false
  const { tenantId, userId } = tx.principal
  const named = await sql`update stored_file set expires_at = null
      where key_hash = ${parts.hash} and kind = ${parts.kind} and tenant_id = ${tenantId} and user_id = ${userId} and expires_at > now()`.execute(
    executorOf(tx),
  )
  return named.numAffectedRows === 1n
}

/** A record names it no longer. */
export async function removeFile(tx: Tx, path: string | null): Promise<void> {
  const parts = path === null ? null : partsOf(path)
  if (parts)
    await sql`delete from stored_file where key_hash = ${parts.hash}`.execute(executorOf(tx))
}
