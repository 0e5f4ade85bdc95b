import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { zipSync } from 'fflate'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import {
  ATTACHED_TO,
  attachmentList,
  type AttachmentRow,
  type attachments,
} from '#contracts/returns/attachments.ts'
import { sentFile, withOwners } from '#server/features/platform/files/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { replaceFile, tagFile } from '#server/kit/files/file-versions.ts'
import { bytesOf, fileRow, removeFile } from '#server/kit/files/stored-files.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { listRows, rowById, type WireRow } from '#server/kit/resource/resource-rows.ts'

/** What one archive holds at most; it is made in memory. */
const ZIP_BYTES = 100 * 1024 * 1024

const HIDDEN = '•••'

/** The kinds of records whose files the caller may see in this list. */
const kindsOf = (ctx: Ctx): string[] =>
  ATTACHED_TO.filter(
    (kind) =>
      kind !== 'case_note' || (ctx.principal.customerId === null && ctx.can('ret:case:note')),
  )

function listed(ctx: Ctx, query: ListQuery): RawBuilder<SqlBool>[] {
  const { recordNo, replaced } = query as ListQuery & {
    recordNo?: string
    replaced?: string | boolean
  }
  return [
    sql<SqlBool>`(t.owner_kind = any(${kindsOf(ctx)}::text[])
      and (t.expires_at is null or t.expires_at > now()))`,
    // What was replaced may have been another customer's paper: only staff look back.
    ...(ctx.principal.customerId === null && (replaced === true || replaced === 'true')
      ? []
      : [sql<SqlBool>`t.replaced_by_id is null`]),
    ...(recordNo ? [ofRecord(ctx, spellingsOf(recordNo))] : []),
  ]
}

/** Files of the order, return or case with a number. */
const ofRecord = (ctx: Ctx, numbers: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`((t.owner_kind = 'shipment' and t.owner_id in (select s.id::text
      from ${ctx.rows('shipment').as('s')} where s.serial_number = any(${numbers}::text[])
        or s.reference = any(${numbers}::text[])))
    or (t.owner_kind = 'parcel' and t.owner_id in (select p.id::text
      from ${ctx.rows('parcel').as('p')} where p.serial_number = any(${numbers}::text[])
        or p.track_no = any(${numbers}::text[])))
    or (t.owner_kind = 'return_track' and t.owner_id in (select r.id::text
      from ${ctx.rows('returnTrack').as('r')}
      where r.no = any(${numbers}::text[]) or r.track_no = any(${numbers}::text[])))
    or (t.owner_kind = 'case_comment' and t.owner_id in (select m.id::text
      from ${ctx.rows('caseComment').as('m')}
        join ${ctx.rows('serviceCase').as('c')} on c.id = m.case_id
      where c.no = any(${numbers}::text[]))))`

async function shown(ctx: Ctx, rows: readonly WireRow[]): Promise<AttachmentRow[]> {
  const ids = rows.map(({ id }) => id)
  const found = await sql<{ id: string; replacedById: string | null }>`select f.id,
      f.replaced_by_id
    from ${ctx.rows('storedFile').as('f')} where f.id = any(${ids}::bigint[])`.execute(ctx.db)
  const next = new Map(found.rows.map(({ id, replacedById }) => [id, replacedById]))
  return (await withOwners(ctx, rows)).map(({ ownerName, ...row }) => ({
    ...row,
    // Of a record beyond reach not even the words people gave it are shown.
    ...(ownerName === '' ? { fileName: HIDDEN, tags: null } : {}),
    recordNo: ownerName,
    replacedById: next.get(String(row.id)) ?? null,
  })) as AttachmentRow[]
}

export async function listAttachments(
  ctx: Ctx,
  query: In<typeof attachments.list>,
): Promise<Out<typeof attachments.list>> {
  const page = await listRows(ctx, attachmentList, query, listed)
  return { ...page, records: await shown(ctx, page.records) }
}

/** One the caller may read by its record, of the kinds this list has. */
async function readable(ctx: Ctx, id: string): Promise<void> {
  const { ownerKind } = await fileRow(ctx, id)
  if (!kindsOf(ctx).includes(ownerKind)) failMissing()
}

export async function attachmentById(
  ctx: Ctx,
  { id }: In<typeof attachments.queryById>,
): Promise<AttachmentRow> {
  await readable(ctx, id)
  const row = await rowById(ctx, attachmentList, id)
  return row ? (await shown(ctx, [row.wire]))[0]! : failMissing()
}

export async function findRecord(
  ctx: Ctx,
  { ownerKind, no }: In<typeof attachments.record>,
): Promise<Out<typeof attachments.record>> {
  const numbers = spellingsOf(no)
  const { rows } = await sql<{ id: string; no: string }>`${
    ownerKind === 'shipment'
      ? sql`select s.id, s.serial_number as no from ${ctx.rows('shipment').as('s')}
          where s.serial_number = any(${numbers}::text[])`
      : sql`select r.id, r.no from ${ctx.rows('returnTrack').as('r')}
          where r.no = any(${numbers}::text[]) or r.track_no = any(${numbers}::text[])`
  } order by 1 desc limit 1`.execute(ctx.db)
  const found = rows[0] ?? failFields([{ path: 'no', code: 'field.ref' }])
  return {
    ownerKind,
    ownerId: found.id,
    no: found.no,
    kind: ownerKind === 'shipment' ? 'attachment' : 'document',
  }
}

export async function tagAttachment(
  ctx: Ctx,
  { id, tags }: In<typeof attachments.tag>,
): Promise<AttachmentRow> {
  await readable(ctx, id)
  await tagFile(ctx, id, tags || null)
  return attachmentById(ctx, { id })
}

export async function replaceAttachment(
  ctx: Ctx,
  { id }: In<typeof attachments.replace>,
): Promise<AttachmentRow> {
  await readable(ctx, id)
  const next = await replaceFile(ctx, id, await sentFile(ctx))
  return attachmentById(ctx, { id: next.id })
}

export function removeAttachments(
  ctx: Ctx,
  { ids }: In<typeof attachments.deleteBatch>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id) => {
    await readable(tx, id)
    const { name } = await fileRow(tx, id)
    await removeFile(tx, id)
    return name
  })
}

/** Files in one archive; two with one name differ by a number. */
export async function zipAttachments(
  ctx: Ctx,
  { ids }: In<typeof attachments.zip>,
): Promise<FileReply> {
  const entries: Record<string, Uint8Array> = {}
  let bytes = 0
  for (const [at, id] of [...new Set(ids)].entries()) {
    await readable(ctx, id)
    const file = await fileRow(ctx, id)
    bytes += file.size
    if (bytes > ZIP_BYTES) fail('attachment.zipTooLarge', { mb: ZIP_BYTES / 1024 / 1024 })
    entries[file.name in entries ? `${at + 1}-${file.name}` : file.name] = await bytesOf(ctx, file)
  }
  return new FileReply('files.zip', 'application/zip', Buffer.from(zipSync(entries, { level: 0 })))
}
