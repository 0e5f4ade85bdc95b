import { sql, type RawBuilder } from 'kysely'
import { FILE_BYTES, PICTURE_BYTES, type FileKind } from '#contracts/platform/operations/files.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import { executorOf, type Ctx, type Tx } from '../access/ctx.ts'
import { inTx, isTx } from '../db/tx.ts'
import { fail, failDenied, failMissing, Refusal } from '../http/errors.ts'
import { contentStore } from './content-store.ts'
import { fileOwner, type FileLimits } from './file-owners.ts'
import { PICTURES, typedFile } from './file-types.ts'
import { drawAnew } from './pictures.ts'
import {
  dropContent,
  hashOf,
  nameContents,
  refuseOverQuota,
  releaseContents,
  writeContents,
} from './stored-contents.ts'

/** A file's row, without its content. */
export interface StoredFile {
  id: string
  ownerKind: string
  ownerId: string
  kind: FileKind
  name: string
  type: string
  size: number
  hash: string
  thumbHash: string | null
  createBy: string | null
  createTime: string
  /** Null: it stays. */
  expiresAt: string | null
}

export interface NewFile {
  /** The record it belongs to, by a kind some feature offers (`offerFileOwner`). */
  ownerKind: string
  ownerId: string
  /** As it was sent: a path, an odd ending or signs that mislead are taken out. */
  name: string
  bytes: Buffer
  kind?: FileKind
  /** The customer who owns it; the caller's own by default. */
  customerId?: string | null
  limits?: FileLimits
  /** It is gone after so many days. */
  days?: number
}

const COUNT_MAX = 50
export const COLUMNS = sql`f.id, f.owner_kind, f.owner_id, f.kind, f.name, f.type, f.size, f.hash,
  f.thumb_hash, f.create_by, f.create_time, f.expires_at`

/**
 * Stores a file with a record the caller may change, which the caller of this function has found
 * out. Refuses what is too large, too many, of no type that is taken, or past the tenant's quota.
 * The content is in the store before its row is.
 */
export async function storeFile(ctx: Ctx, file: NewFile): Promise<StoredFile> {
  return await storeRow(ctx, file, { keyHash: null, expires: false, isCounted: true })
}

/**
 * What a row has in addition to the file: the hash of its address, and whether it is there for a
 * day.
 */
export interface RowOptions {
  keyHash: Buffer | null
  expires: boolean
  /** The tenant's quota holds for it. */
  isCounted: boolean
}

export async function storeRow(
  ctx: Ctx,
  file: NewFile,
  { keyHash, expires, isCounted }: RowOptions,
): Promise<StoredFile> {
  const owner = fileOwner(file.ownerKind)
  const ready = await prepare(file)
  const contents = ready.thumb ? [ready.bytes, ready.thumb] : [ready.bytes]
  // What will be refused is not written first: refusals would fill the disk as well.
  await refuseTooMany(ctx, file)
  if (isCounted) await refuseOverQuota(ctx, contents)
  await writeContents(ctx, contents)
  const row = () =>
    inTx(ctx, async (tx) => {
      await lockRecord(tx, file)
      await refuseTooMany(tx, file)
      await nameContents(tx, contents, { isCounted })
      const { tenantId, userId, username, customerId } = tx.principal
      const { rows } = await sql<StoredFile>`insert into stored_file as f (tenant_id, owner_kind,
        owner_id, kind, customer_id, user_id, name, type, size, hash, thumb_hash, key_hash,
        expires_at, create_by)
      values (${tenantId}, ${file.ownerKind}, ${file.ownerId}, ${file.kind ?? 'attachment'},
        ${file.customerId === undefined ? customerId : file.customerId},
        ${userId === '0' ? null : userId}, ${ready.name}, ${ready.type},
        ${ready.bytes.length}, ${hashOf(ready.bytes)}, ${ready.thumb && hashOf(ready.thumb)},
        ${keyHash}, now() + make_interval(days => ${expires ? 1 : (file.days ?? null)}::int),
        ${username})
      returning ${COLUMNS}`.execute(executorOf(tx))
      const stored = rows[0]!
      await tx.audit('stored_file', stored.id, 'add', null, {
        ownerKind: stored.ownerKind,
        ownerId: stored.ownerId,
        name: stored.name,
        size: stored.size,
        hash: stored.hash,
      })
      await owner.added?.(tx, stored.ownerId, stored.name)
      return stored
    })
  if (isTx(ctx)) return await row()
  try {
    return await row()
  } catch (error) {
    for (const bytes of contents) await dropContent(ctx, hashOf(bytes)).catch(() => false)
    throw error
  }
}

interface Ready {
  name: string
  type: string
  bytes: Buffer
  thumb: Buffer | null
}

/** The file as it is stored; a picture is drawn again. */
async function prepare({ bytes, name: sent, limits = {} }: NewFile): Promise<Ready> {
  if (bytes.length > (limits.bytes ?? FILE_BYTES)) failTooLarge()
  const { name, type } = await typedFile(bytes, sent)
  if (limits.types && !limits.types.includes(type)) fail('file.type')
  if (!PICTURES.includes(type)) return { name, type, bytes, thumb: null }
  if (bytes.length > (limits.bytes ?? PICTURE_BYTES)) failTooLarge()
  const picture = (await drawAnew(bytes, limits.side)) ?? fail('file.picture')
  return { name, type, bytes: picture.bytes, thumb: picture.thumb }
}

function failTooLarge(): never {
  throw new Refusal('request.tooLarge', { body: CODES.tooLarge, http: 413 })
}

/** One after the other for a record, so that two cannot both take the last place. */
async function lockRecord(
  tx: Tx,
  { ownerKind, ownerId, kind = 'attachment', limits }: NewFile,
): Promise<void> {
  if (limits?.count === Infinity) return
  const record = `file ${tx.principal.tenantId} ${ownerKind} ${ownerId} ${kind}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${record}, 0))`.execute(executorOf(tx))
}

async function refuseTooMany(
  ctx: Ctx,
  { ownerKind, ownerId, kind = 'attachment', limits }: NewFile,
): Promise<void> {
  const max = limits?.count ?? COUNT_MAX
  if (max === Infinity) return
  const { tenantId } = ctx.principal
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from stored_file
      where tenant_id = ${tenantId} and owner_kind = ${ownerKind} and owner_id = ${ownerId}
        and kind = ${kind} and (expires_at is null or expires_at > now())`.execute(executorOf(ctx))
  if ((rows[0]?.n ?? 0) >= max) fail('file.tooMany', { max })
}

/** The files of records whose access the caller of this function has checked, oldest first. */
export async function filesOf(
  ctx: Ctx,
  ownerKind: string,
  ownerIds: readonly string[],
): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`select ${COLUMNS} from stored_file as f
      where f.tenant_id = ${ctx.principal.tenantId} and f.owner_kind = ${ownerKind}
        and f.owner_id = any(${ownerIds}::text[]) and f.replaced_by_id is null
        and (f.expires_at is null or f.expires_at > now())
      order by f.create_time, f.id`.execute(executorOf(ctx))
  return rows
}

/** The row of a file whose record the caller may read; a file of others is missing. */
export async function fileRow(ctx: Ctx, id: string): Promise<StoredFile> {
  const row = await rowWhere(ctx, sql`f.tenant_id = ${ctx.principal.tenantId} and f.id = ${id}`)
  if (!row) failMissing()
  const readable = await fileOwner(row.ownerKind).readable(ctx, [row.ownerId])
  return readable.has(row.ownerId) ? row : failMissing()
}

export async function rowWhere(
  ctx: Ctx,
  where: RawBuilder<unknown>,
): Promise<(StoredFile & { tenantId: string }) | null> {
  const { rows } = await sql<StoredFile & { tenantId: string }>`select ${COLUMNS}, f.tenant_id
      from stored_file as f
      where ${where} and (f.expires_at is null or f.expires_at > now())`.execute(executorOf(ctx))
  return rows[0] ?? null
}

/** A file with its content, by the access to its record. */
export async function readFile(ctx: Ctx, id: string): Promise<StoredFile & { bytes: Buffer }> {
  const row = await fileRow(ctx, id)
  return { ...row, bytes: await bytesOf(ctx, row) }
}

/** The content of a row that was found by its record. Only a damaged store has none. */
export async function bytesOf(ctx: Ctx, { hash }: Pick<StoredFile, 'hash'>): Promise<Buffer> {
  return await contentOf(ctx, ctx.principal.tenantId, hash)
}

export async function contentOf(ctx: Ctx, tenantId: string, hash: string): Promise<Buffer> {
  const bytes = await contentStore.of(ctx.deps).read({ tenantId, hash })
  if (bytes) return bytes
  ctx.log.error({ tenantId, hash, requestId: ctx.requestId }, 'a file has lost its content')
  return failMissing()
}

/** Removes a file by the access to its record; the record drops it. */
export async function removeFile(ctx: Ctx, id: string): Promise<void> {
  await inTx(ctx, async (tx) => {
    const row = await fileRow(tx, id)
    const owner = fileOwner(row.ownerKind)
    if (!(await owner.mayChange(tx, row.ownerId, row.kind))) failDenied()
    await keepReplaced(tx, id)
    await removeRows(tx, sql`f.id = ${id}`)
    await owner.removed?.(tx, row.ownerId, row.name)
    await tx.audit('stored_file', id, 'delete', { name: row.name, hash: row.hash }, null)
  })
}

/**
 * What a removed file took the place of does not come back: the version after it takes that place,
 * and with the last version all before it go.
 */
async function keepReplaced(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string; nextId: string | null }>`with recursive before as (
      select f.id, f.replaced_by_id as next_id from stored_file as f
      where f.tenant_id = ${tx.principal.tenantId} and f.id = ${id}
      union all select f.id, before.next_id from stored_file as f
        join before on f.replaced_by_id = before.id
      where f.tenant_id = ${tx.principal.tenantId})
    select id, next_id from before where id <> ${id}`.execute(executorOf(tx))
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  const next = rows[0]!.nextId
  if (next === null) await removeRows(tx, sql`f.id = any(${ids}::bigint[])`)
  else
    await sql`update stored_file as f set replaced_by_id = ${next}
      where f.tenant_id = ${tx.principal.tenantId} and f.replaced_by_id = ${id}`.execute(
      executorOf(tx),
    )
}

/** Removes the files of a record that its feature removes or changes. */
export async function removeFilesOf(
  tx: Tx,
  ownerKind: string,
  ownerId: string,
  kind?: FileKind,
): Promise<void> {
  await removeRows(
    tx,
    sql`f.owner_kind = ${ownerKind} and f.owner_id = ${ownerId}
      and ${kind === undefined ? sql`true` : sql`f.kind = ${kind}`}`,
  )
}

/**
 * Gives the files of records to another one, whose feature has made it take their place;
 * `customerId` where it is another's.
 */
export async function moveFiles(
  tx: Tx,
  from: { kind: string; ids: readonly string[] },
  to: { kind: string; id: string; customerId?: string },
): Promise<void> {
  await sql`update stored_file as f set owner_kind = ${to.kind}, owner_id = ${to.id},
      customer_id = coalesce(${to.customerId ?? null}::bigint, customer_id)
    where f.tenant_id = ${tx.principal.tenantId} and f.owner_kind = ${from.kind}
      and f.owner_id = any(${from.ids}::text[])`.execute(executorOf(tx))
}

/** Removes rows of the tenant, and the contents nothing else names. */
export async function removeRows(tx: Tx, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    hash: string
    thumbHash: string | null
  }>`delete from stored_file as f where f.tenant_id = ${tx.principal.tenantId} and ${where}
      returning hash, thumb_hash`.execute(executorOf(tx))
  const hashes = rows.flatMap(({ hash, thumbHash }) => (thumbHash ? [hash, thumbHash] : [hash]))
  await releaseContents(tx, [...new Set(hashes)].toSorted())
  return rows.length
}
