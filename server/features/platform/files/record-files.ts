import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  ofRecord,
  type recordFiles,
  type RecordFile,
} from '#contracts/platform/operations/files.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fileOwnerNamed, type FileLimits, type FileOwner } from '#server/kit/files/file-owners.ts'
import { linkOf, signedLink } from '#server/kit/files/file-links.ts'
import { PICTURES } from '#server/kit/files/file-types.ts'
import { filesOf, removeFile, storeFile, type StoredFile } from '#server/kit/files/stored-files.ts'
import { issuesOf } from '#server/kit/http/mount.ts'
import { failDenied, failFields, failMissing } from '#server/kit/http/errors.ts'
import { sentFile } from './upload.ts'

type OfRecord = In<typeof recordFiles.list>

/** The record's owner, where the caller may read it and it takes files of this kind. */
async function readableOwner(
  ctx: Ctx,
  { ownerKind, ownerId, kind }: OfRecord,
): Promise<{ owner: FileOwner; limits: FileLimits }> {
  const owner = fileOwnerNamed(ownerKind)
  if (!owner) failFields([{ path: 'ownerKind', code: 'field.dict' }])
  if (!(await owner.readable(ctx, [ownerId])).has(ownerId)) failMissing()
  const limits = owner.kinds[kind]
  if (!limits) failFields([{ path: 'kind', code: 'field.dict' }])
  return { owner, limits }
}

const shown = (ctx: Ctx, row: StoredFile): RecordFile => ({
  id: row.id,
  fileName: row.name,
  type: row.type,
  size: row.size,
  kind: row.kind,
  url: linkOf(ctx, row),
  thumbUrl: PICTURES.includes(row.type) ? linkOf(ctx, row, { thumb: true }) : null,
  createBy: row.createBy,
  createTime: row.createTime,
})

export async function listRecordFiles(
  ctx: Ctx,
  of: OfRecord,
): Promise<Out<typeof recordFiles.list>> {
  const { owner } = await readableOwner(ctx, of)
  const rows = await filesOf(ctx, of.ownerKind, [of.ownerId])
  return {
    files: rows.filter(({ kind }) => kind === of.kind).map((row) => shown(ctx, row)),
    mayChange: await owner.mayChange(ctx, of.ownerId, of.kind),
  }
}

export async function uploadToRecord(
  ctx: Ctx,
  query: In<typeof recordFiles.upload>,
): Promise<RecordFile> {
  const { name, bytes, fields } = await sentFile(ctx)
  const sent = ofRecord.safeParse({ ...fields, ...query })
  if (!sent.success) failFields(issuesOf(sent.error))
  const of = sent.data
  const { owner, limits } = await readableOwner(ctx, of)
  if (!(await owner.mayChange(ctx, of.ownerId, of.kind))) failDenied()
  const customerId = await owner.customerOf?.(ctx, of.ownerId)
  return shown(
    ctx,
    await storeFile(ctx, {
      ...of,
      name,
      bytes,
      limits,
      ...(customerId === undefined ? {} : { customerId }),
    }),
  )
}

export async function removeRecordFile(ctx: Ctx, { id }: { id: string }): Promise<null> {
  await removeFile(ctx, id)
  return null
}

export async function linkToFile(
  ctx: Ctx,
  { id, hours }: In<typeof recordFiles.link>,
): Promise<Out<typeof recordFiles.link>> {
  return { url: await signedLink(ctx, id, { hours }), hours }
}
