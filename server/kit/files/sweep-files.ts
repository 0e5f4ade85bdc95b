import { sql } from 'kysely'
import { executorOf, type Ctx } from '../access/ctx.ts'
import { inTx } from '../db/tx.ts'
import { contentStore } from './content-store.ts'
import { fileOwner } from './file-owners.ts'
import { dropContent } from './stored-contents.ts'
import { removeRows } from './stored-files.ts'

/**
 * How long a content may lie in the store without a row: a transaction that will name it is over
 * long before.
 */
const GRACE_MS = 86_400_000
const BATCH = 500

export interface Orphans {
  /** Files whose day is over. */
  expired: number
  /** Files of records there are no longer. */
  ownerless: number
  /** Contents in the store that no file names. */
  unnamed: number
  /** Files whose content the store does not have: nothing mends that but a backup. */
  lost: number
}

/**
 * Looks through the tenant's files and removes what nothing needs; only counts with `isTrial`. The
 * ctx is that of the system inside the tenant.
 */
export async function sweepFiles(
  ctx: Ctx,
  {
    isTrial = false,
    graceMs = GRACE_MS,
    signal,
  }: { isTrial?: boolean; graceMs?: number; signal?: AbortSignal } = {},
): Promise<Orphans> {
  const expired = await swept(ctx, isTrial, await idsOfExpired(ctx))
  const ownerless = await swept(ctx, isTrial, await idsOfOwnerless(ctx))
  const stored = new Set<string>()
  let unnamed = 0
  const named = await namedHashes(ctx)
  for await (const { hash, at } of contentStore.of(ctx.deps).list(ctx.principal.tenantId)) {
    if (signal?.aborted) break
    stored.add(hash)
    if (named.has(hash) || at.getTime() > Date.now() - graceMs) continue
    if (isTrial || (await dropContent(ctx, hash))) unnamed++
  }
  // What was named while the store was read may not have been listed.
  const lost = [...named].filter((hash) => !stored.has(hash))
  return { expired, ownerless, unnamed, lost: signal?.aborted ? 0 : await gone(ctx, lost) }
}

async function swept(ctx: Ctx, isTrial: boolean, ids: readonly string[]): Promise<number> {
  if (isTrial) return ids.length
  for (let at = 0; at < ids.length; at += BATCH)
    await inTx(ctx, async (tx) => {
      await removeRows(tx, sql`f.id = any(${ids.slice(at, at + BATCH)}::bigint[])`)
    })
  return ids.length
}

async function idsOfExpired(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from stored_file
      where tenant_id = ${ctx.principal.tenantId} and expires_at < now()`.execute(executorOf(ctx))
  return rows.map(({ id }) => id)
}

async function idsOfOwnerless(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ ownerKind: string; ownerIds: string[] }>`select owner_kind,
      array_agg(distinct owner_id) as owner_ids
    from stored_file where tenant_id = ${ctx.principal.tenantId} and expires_at is null
    group by owner_kind`.execute(executorOf(ctx))
  const found: string[] = []
  for (const { ownerKind, ownerIds } of rows) {
    const existing = await fileOwner(ownerKind).existing(ctx, ownerIds)
    const missing = ownerIds.filter((id) => !existing.has(id))
    if (missing.length === 0) continue
    const files = await sql<{ id: string }>`select id from stored_file
        where tenant_id = ${ctx.principal.tenantId} and owner_kind = ${ownerKind}
          and owner_id = any(${missing}::text[]) and expires_at is null`.execute(executorOf(ctx))
    found.push(...files.rows.map(({ id }) => id))
  }
  return found
}

async function namedHashes(ctx: Ctx): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`select hash from stored_content
      where tenant_id = ${ctx.principal.tenantId}`.execute(executorOf(ctx))
  return new Set(rows.map(({ hash }) => hash))
}

/** Contents still named and still not in the store. */
async function gone(ctx: Ctx, hashes: readonly string[]): Promise<number> {
  const { tenantId } = ctx.principal
  const named = await namedHashes(ctx)
  let lost = 0
  for (const hash of hashes) {
    if (!named.has(hash) || (await contentStore.of(ctx.deps).has({ tenantId, hash }))) continue
    ctx.log.error({ tenantId, hash }, 'a file has lost its content')
    lost++
  }
  return lost
}
