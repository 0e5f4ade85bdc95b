import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { bytesOf, rowWhere } from '#server/kit/files/stored-files.ts'

/** A file a mail carries: who makes it, of what, and the name it is listed under. */
export interface Attachment {
  maker: string
  ref: string
  name: string
}

/** Its content as it goes out. */
export interface AttachedFile {
  name: string
  type: string
  bytes: Buffer
}

type Maker = (ctx: Ctx, ref: string) => Promise<AttachedFile | null>

/** Files of one mail together; servers refuse mails above some 20 MB with their encoding. */
export const ATTACHED_BYTES = 10 * 1024 * 1024
const ATTACHED_COUNT = 10

const makers = new Map<string, Maker>()

/**
 * Makes a kind of attachment known: drawn or read when the mail is sent, as the system in the
 * tenant. Null where what it is made of is gone. Called at module load.
 */
export function offerAttachment(name: string, maker: Maker): void {
  if (makers.has(name)) throw new Error(`attachment ${name} is offered twice`)
  makers.set(name, maker)
}

/** A stored file, by its id; the feature that queues the mail has checked that it may go out. */
export const STORED_FILE = 'file'
offerAttachment(STORED_FILE, async (ctx, ref) => {
  const { tenantId } = ctx.principal
  const row = await rowWhere(ctx, sql`f.tenant_id = ${tenantId} and f.id = ${ref}::bigint`)
  if (!row || row.size > ATTACHED_BYTES) return null
  return { name: row.name, type: row.type, bytes: await bytesOf(ctx, row) }
})

/** Throws where a feature asks for what no mail can carry. */
export function checkAttachments(of: readonly Attachment[]): void {
  if (of.length > ATTACHED_COUNT) throw new Error(`a mail carries ${ATTACHED_COUNT} files at most`)
  for (const { maker } of of)
    if (!makers.has(maker)) throw new Error(`no feature offers the attachment ${maker}`)
}

/** The files of a mail, or why they cannot be sent: the name of what is gone, or too much. */
export async function attachedFiles(
  ctx: Ctx,
  of: readonly Attachment[],
): Promise<{ files: AttachedFile[] } | { gone: string } | { tooLarge: number }> {
  const files: AttachedFile[] = []
  let size = 0
  for (const { maker, ref, name } of of) {
    const file = await makers.get(maker)?.(ctx, ref)
    if (!file) return { gone: name }
    size += file.bytes.length
    if (size > ATTACHED_BYTES) return { tooLarge: Math.floor(ATTACHED_BYTES / (1024 * 1024)) }
    files.push(file)
  }
  return { files }
}
