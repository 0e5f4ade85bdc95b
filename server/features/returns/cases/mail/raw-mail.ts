import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { comments } from '#contracts/returns/cases/comments.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failDenied, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { readCase } from '../case-row.ts'
import { readsNotes } from '../thread/notes.ts'

/** A mail as it came, for staff who reads its case; saved, never shown in place. */
export async function rawMail(ctx: Ctx, { mailId }: In<typeof comments.raw>): Promise<FileReply> {
  if (!readsNotes(ctx)) failDenied()
  const { rows } = await sql<{ raw: Buffer | null; caseId: string | null }>`select m.raw, m.case_id
    from ${ctx.rows('caseMail').as('m')} where m.id = ${mailId}`.execute(ctx.db)
  const mail = rows[0] ?? failMissing()
  if (mail.raw === null || mail.caseId === null) failMissing()
  await readCase(ctx, mail.caseId)
  return new FileReply(`mail-${mailId}.eml`, 'message/rfc822', mail.raw)
}
