import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { FileKind } from '#contracts/platform/operations/files.ts'
import { executorOf, type Ctx, type Tx } from '../access/ctx.ts'
import { inTx } from '../db/tx.ts'
import { fileOwner, type FileLimits } from './file-owners.ts'
import { PICTURES } from './file-types.ts'
import { contentOf, removeRows, rowWhere, storeRow, type StoredFile } from './stored-files.ts'

/**
 * Files under an address that cannot be guessed, for a day, or for as long as a record names them.
 */
const PATH = /^(pictures|files|imports)\/([\w-]{43})\.[a-z]{3,5}$/
/**
 * Files one person may have that no record names, and their bytes: one more removes the oldest.
 */
const UNNAMED_MAX = 20
const UNNAMED_BYTES = 32 * 1024 * 1024

/** Uploads no record names yet; the record of such a file is the person who sent it. */
export const UPLOAD = 'upload'
/** Files made for one download by the person who asked for them. */
export const DOWNLOAD = 'import'

interface Sent {
  name: string
  bytes: Buffer
  limits?: FileLimits
}

/** Stores what a person sent for a day, and answers its path below `STATIC`. */
export async function storeUpload(ctx: Ctx, sent: Sent): Promise<string> {
  return await atAddress(ctx, UPLOAD, sent, ({ type }) =>
    PICTURES.includes(type) ? 'pictures' : 'files',
  )
}

/** Stores a file made for its caller for a day; the quota does not apply. */
export async function storeDownload(ctx: Ctx, made: Sent): Promise<string> {
  return await atAddress(ctx, DOWNLOAD, made, () => 'imports')
}

async function atAddress(
  ctx: Ctx,
  ownerKind: string,
  { name, bytes, limits }: Sent,
  folder: (row: StoredFile) => string,
): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  return await inTx(ctx, async (tx) => {
    const { userId } = tx.principal
    const row = await storeRow(
      tx,
      {
        ownerKind,
        ownerId: userId,
        kind: ownerKind === DOWNLOAD ? 'sheet' : 'attachment',
        name,
        bytes,
        limits: { ...limits, count: Infinity },
      },
      { keyHash: hashOfKey(key), expires: true, isCounted: ownerKind !== DOWNLOAD },
    )
    await removeRows(
      tx,
      sql`f.id in (select x.id from (
          select id, row_number() over newest as place, sum(size) over newest as size
          from stored_file where user_id = ${userId} and owner_kind = ${ownerKind}
            and expires_at is not null
          window newest as (order by create_time desc, id desc)) x
        where x.place > ${UNNAMED_MAX} or (x.place > 1 and x.size > ${UNNAMED_BYTES}))`,
    )
    return `${folder(row)}/${key}.${row.name.split('.').at(-1) ?? ''}`
  })
}

/** The file at a path with its content; null where there is none (any more) for the caller. */
export async function readAt(
  ctx: Ctx,
  path: string,
): Promise<(StoredFile & { bytes: Buffer }) | null> {
  const keyHash = keyHashOf(path)
  const row = keyHash && (await rowWhere(ctx, sql`f.key_hash = ${keyHash}`))
  if (!row || (await fileOwner(row.ownerKind).opens?.(ctx, row.ownerId)) === false) return null
  return { ...row, bytes: await contentOf(ctx, row.tenantId, row.hash) }
}

/** The record that names an upload, and what it takes. */
export interface Claim {
  ownerKind: string
  ownerId: string
  kind: FileKind
  types?: readonly string[]
  /** Of at most so many bytes. */
  bytes?: number
  /** The customer whose it is from then on; who sent it by default. */
  customerId?: string | null
}

/**
 * A record names an upload from now on: one the caller sent in this tenant and nothing names yet.
 * False where it is no such file. Its address is only left to records whose files are open.
 */
export async function claimUpload(
  tx: Tx,
  path: string,
  { ownerKind, ownerId, kind, types, bytes, customerId }: Claim,
): Promise<boolean> {
  const keyHash = keyHashOf(path)
  if (!keyHash) return false
  const { tenantId, userId } = tx.principal
  const claimed = await sql`update stored_file
      set owner_kind = ${ownerKind}, owner_id = ${ownerId}, kind = ${kind}, expires_at = null,
        customer_id = ${customerId === undefined ? sql`customer_id` : customerId},
        key_hash = ${fileOwner(ownerKind).isOpen ? sql`key_hash` : null}
      where key_hash = ${keyHash} and owner_kind = ${UPLOAD} and tenant_id = ${tenantId}
        and user_id = ${userId} and expires_at > now()
        and (${bytes ?? null}::int is null or size <= ${bytes ?? null})
        and ${types ? sql`type = any(${types}::text[])` : sql`true`}`.execute(executorOf(tx))
  return claimed.numAffectedRows === 1n
}

/** A record no longer names the file at a path. */
export async function removeAt(tx: Tx, path: string | null): Promise<void> {
  const keyHash = path === null ? null : keyHashOf(path)
  if (keyHash) await removeRows(tx, sql`f.key_hash = ${keyHash}`)
}

const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

function keyHashOf(path: string): Buffer | null {
  const key = PATH.exec(path)?.[2]
  return key === undefined ? null : hashOfKey(key)
}
