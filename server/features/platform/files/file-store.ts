import { sql } from 'kysely'
import type { z } from 'zod'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import {
  storedFiles,
  type fileStore,
  type storedFileRow,
} from '#contracts/platform/operations/file-store.ts'
import type { ListQuery, Page } from '#contracts/kit/page.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { fileOwner } from '#server/kit/files/file-owners.ts'
import { linkOf } from '#server/kit/files/file-links.ts'
import { PICTURES } from '#server/kit/files/file-types.ts'
import { quotaOf, usedBytes } from '#server/kit/files/stored-contents.ts'
import { removeFile, storeFile } from '#server/kit/files/stored-files.ts'
import { sweepFiles } from '#server/kit/files/sweep-files.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { listRows, rowById, type WireRow } from '#server/kit/resource/resource-rows.ts'
import { STORE } from './owners.ts'
import { sentFile } from './upload.ts'

type Row = z.input<typeof storedFileRow>

/** Rows with the names of their records, and links for those the caller may read. */
export async function withOwners(ctx: Ctx, rows: readonly WireRow[]): Promise<Row[]> {
  const ids = new Map<string, Set<string>>()
  for (const row of rows) {
    const kind = String(row.ownerKind)
    ids.set(kind, (ids.get(kind) ?? new Set()).add(String(row.ownerId)))
  }
  const names = new Map<string, ReadonlyMap<string, string>>()
  for (const [kind, of] of ids) names.set(kind, await fileOwner(kind).readable(ctx, [...of]))
  return rows.map((row) => {
    const name = names.get(String(row.ownerKind))?.get(String(row.ownerId))
    const link = (thumb: boolean) => (name === undefined ? null : linkOf(ctx, row, { thumb }))
    return {
      ...row,
      ownerName: name ?? '',
      url: link(false),
      thumbUrl: PICTURES.includes(String(row.type)) ? link(true) : null,
    }
  })
}

export async function listFiles(ctx: Ctx, query: ListQuery): Promise<Page<Row>> {
  const page = await listRows(ctx, storedFiles, query, undefined)
  return { ...page, records: await withOwners(ctx, page.records) }
}

export async function fileById(ctx: Ctx, { id }: { id: string }): Promise<Row> {
  const row = await rowById(ctx, storedFiles, id)
  return row ? (await withOwners(ctx, [row.wire]))[0]! : failMissing()
}

export async function uploadToStore(ctx: Ctx): Promise<Row> {
  const { name, bytes } = await sentFile(ctx)
  const { id } = await storeFile(ctx, {
    ownerKind: STORE,
    ownerId: ctx.principal.tenantId,
    name,
    bytes,
    limits: { count: Infinity },
  })
  return await fileById(ctx, { id })
}

export async function removeStored(ctx: Ctx, { id }: { id: string }): Promise<null> {
  if (!(await rowById(ctx, storedFiles, id))) failMissing()
  await removeFile(ctx, id)
  return null
}

export async function removeManyStored(ctx: Ctx, { ids }: { ids: string[] }): Promise<BulkResult> {
  return await eachRow(ctx, ids, async (tx, id) => {
    const row = await rowById(tx, storedFiles, id)
    if (!row) failMissing()
    await removeFile(tx, id)
    return String(row.wire.fileName)
  })
}

export async function usage(ctx: Ctx): Promise<Out<typeof fileStore.usage>> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n
      from ${ctx.rows('storedFile').as('f')}`.execute(ctx.db)
  return {
    used: await usedBytes(ctx),
    quota: await quotaOf(ctx),
    files: rows[0]?.n ?? 0,
  }
}

export async function scan(
  ctx: Ctx,
  { remove }: In<typeof fileStore.scan>,
): Promise<Out<typeof fileStore.scan>> {
  return await sweepFiles(asSystem(ctx, ctx.principal.tenantId), { isTrial: !remove })
}
