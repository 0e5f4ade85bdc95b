import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { executorOf, makeCtx, type Ctx, type Tx } from '../access/ctx.ts'
import { inTx } from '../db/tx.ts'
import { fail } from '../http/errors.ts'
import { perApp } from '../runtime/deps.ts'
import { contentStore } from './content-store.ts'

const MIB = 1_048_576
/** Bytes the files of a tenant may take where it has no limit of its own (FILE_QUOTA_MB). */
export const fileQuota = perApp(({ env }) => ({ bytes: env.fileQuota ?? 2_048 * MIB }))

/** Bytes the files of the caller's tenant may take. */
export async function quotaOf(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ mb: number | null }>`select file_quota_mb as mb
      from tenant where id = ${ctx.principal.tenantId}`.execute(executorOf(ctx))
  const own = rows[0]?.mb ?? null
  return own === null ? fileQuota.of(ctx.deps).bytes : own * MIB
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Writes contents into the store where it lacks them. Done before the transaction that names them,
 * so that it is short; one that is then not named is swept.
 */
export async function writeContents(ctx: Ctx, contents: readonly Buffer[]): Promise<void> {
  const store = contentStore.of(ctx.deps)
  for (const bytes of contents) {
    const key = { tenantId: ctx.principal.tenantId, hash: hashOf(bytes) }
    if (!(await store.has(key))) await store.write(key, bytes)
  }
}

/**
 * Notes contents for this transaction, within the tenant's quota: until its end nothing removes
 * them. The row is locked first and the store asked after it, because a sweep removes a content
 * only while it has that lock.
 */
export async function nameContents(
  tx: Tx,
  contents: readonly Buffer[],
  { isCounted }: { isCounted: boolean },
): Promise<void> {
  const { tenantId } = tx.principal
  const sizes = new Map(contents.map((bytes) => [hashOf(bytes), bytes.length]))
  const hashes = [...sizes.keys()].toSorted()
  const noted = await sql<{
    size: number
    fresh: boolean
  }>`insert into stored_content (tenant_id, hash, size)
      select ${tenantId}, x.hash, x.size
      from unnest(${hashes}::text[], ${hashes.map((hash) => sizes.get(hash))}::int[])
        as x(hash, size)
      on conflict (tenant_id, hash) do update set size = excluded.size
      returning size, (xmax = 0) as fresh`.execute(executorOf(tx))
  await writeContents(tx, contents)
  const added = noted.rows.reduce((sum, { size, fresh }) => sum + (fresh ? size : 0), 0)
  if (added === 0) return
  const used = await countBytes(tx, added)
  if (isCounted) await requireRoom(tx, used - added, added)
}

/** Refuses contents that will not fit, before they are written. */
export async function refuseOverQuota(ctx: Ctx, contents: readonly Buffer[]): Promise<void> {
  const { rows } = await sql<{ hash: string }>`select hash from stored_content
      where tenant_id = ${ctx.principal.tenantId}
        and hash = any(${contents.map(hashOf)}::text[])`.execute(executorOf(ctx))
  const known = new Set(rows.map(({ hash }) => hash))
  const added = contents
    .filter((bytes) => !known.has(hashOf(bytes)))
    .reduce((sum, { length }) => sum + length, 0)
  if (added > 0) await requireRoom(ctx, await usedBytes(ctx), added)
}

async function requireRoom(ctx: Ctx, used: number, added: number): Promise<void> {
  const quota = await quotaOf(ctx)
  if (used + added > quota) fail('file.quota', { used: mebibytes(used), quota: mebibytes(quota) })
}

/** Adds to the bytes of the tenant; the next writer waits for this transaction. */
async function countBytes(tx: Tx, bytes: number): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`insert into stored_usage (tenant_id, bytes)
      values (${tx.principal.tenantId}, ${Math.max(0, bytes)})
      on conflict (tenant_id) do update
        set bytes = greatest(0, stored_usage.bytes + ${bytes}::bigint)
      returning bytes`.execute(executorOf(tx))
  return Number(rows[0]?.bytes ?? 0)
}

export async function usedBytes(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select bytes from stored_usage
      where tenant_id = ${ctx.principal.tenantId}`.execute(executorOf(ctx))
  return Number(rows[0]?.bytes ?? 0)
}

/** Of these contents those that no file names any more are given up; after the commit they go. */
export async function releaseContents(tx: Tx, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  const { tenantId } = tx.principal
  await sql`select hash from stored_content
      where tenant_id = ${tenantId} and hash = any(${hashes}::text[])
      order by hash for update`.execute(executorOf(tx))
  const gone = await sql<{ hash: string; size: number }>`delete from stored_content as c
      where c.tenant_id = ${tenantId} and c.hash = any(${hashes}::text[])
        and not exists (select 1 from stored_file f
          where f.tenant_id = c.tenant_id and (f.hash = c.hash or f.thumb_hash = c.hash))
      returning hash, size`.execute(executorOf(tx))
  if (gone.rows.length === 0) return
  await countBytes(tx, -gone.rows.reduce((sum, { size }) => sum + size, 0))
  const outside = outsideOf(tx)
  tx.afterCommit(async () => {
    for (const { hash } of gone.rows) await dropContent(outside, hash)
  })
}

/** The same caller without the transaction. */
const outsideOf = (tx: Tx): Ctx =>
  makeCtx({
    requestId: tx.requestId,
    lang: tx.lang,
    log: tx.log,
    deps: tx.deps,
    http: tx.http,
    principal: tx.principal,
    executor: tx.deps.db.kysely,
  })

/**
 * Removes a content no row notes from the store; false where one does. The row it makes and takes
 * back in one transaction locks out others who would name this content meanwhile.
 */
export async function dropContent(ctx: Ctx, hash: string): Promise<boolean> {
  const { tenantId } = ctx.principal
  return await inTx(ctx, async (tx) => {
    const locked = await sql`insert into stored_content (tenant_id, hash, size)
        values (${tenantId}, ${hash}, 0) on conflict do nothing`.execute(executorOf(tx))
    if (locked.numAffectedRows !== 1n) return false
    await contentStore.of(tx.deps).remove({ tenantId, hash })
    await sql`delete from stored_content
        where tenant_id = ${tenantId} and hash = ${hash}`.execute(executorOf(tx))
    return true
  })
}

/** In whole mebibytes, rounded up. */
const mebibytes = (bytes: number): number => Math.ceil(bytes / MIB)
