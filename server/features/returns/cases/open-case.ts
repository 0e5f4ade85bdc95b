import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { CaseDetail, cases } from '#contracts/returns/cases/cases.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failDenied, failFields } from '#server/kit/http/errors.ts'
import { isStaff, noticeCustomer, noticeStaff, readCase } from './case-row.ts'
import { sourceRecord } from './case-source.ts'
import { insertCase } from './insert-case.ts'
import { showCase } from './read-case.ts'
import { NOTE_FILES_OF } from './thread/comment-files.ts'
import { addNote, readsNotes } from './thread/notes.ts'
import { claimFiles, putComment } from './thread/put-comment.ts'

/** Of a customer of the caller's reach. */
async function nameOf(ctx: Ctx, customerId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select c.name from ${ctx.rows('customer').as('c')}
    where c.id = ${customerId}`.execute(ctx.db)
  return rows[0]?.name ?? null
}

export async function customerOfNumber(
  ctx: Ctx,
  { no }: In<typeof cases.ofNumber>,
): Promise<Out<typeof cases.ofNumber>> {
  const { customerId } = await sourceRecord(ctx, 'number', no)
  const isShown = customerId !== null && ctx.can('base:customer:list')
  return { customerName: isShown ? await nameOf(ctx, customerId) : null }
}

/** Whose a case is: the caller's, the record's, or a customer of the caller's reach; only one of them. */
async function customerOf(
  ctx: Ctx,
  of: string | null,
  asked: string | null | undefined,
): Promise<string | null> {
  if (!asked) return of
  if ((await nameOf(ctx, asked)) === null) failFields([{ path: 'customerId', code: 'field.ref' }])
  if (of !== null && of !== asked) failFields([{ path: 'customerId', code: 'case.notItsCustomer' }])
  return asked
}

/** A case of a record the caller may see; the first comment, visible or internal, is what it is about. */
export function openCase(ctx: Ctx, input: In<typeof cases.add>): Promise<CaseDetail> {
  if (input.internal && !readsNotes(ctx)) failDenied()
  return inTx(ctx, async (tx) => {
    const record = await sourceRecord(tx, input.source, input.record)
    const of = tx.principal.customerId ?? record.customerId
    const customerId = await customerOf(tx, of, input.customerId)
    const row = await insertCase(tx, {
      type: input.type,
      subject: input.subject,
      source: record.source ?? input.source,
      sourceId: record.id,
      sourceNo: record.no,
      customerId,
      depotId: record.depotId,
    })
    const written = {
      ofStaff: isStaff(tx),
      byName: tx.principal.realname || tx.principal.username,
      text: input.text,
    }
    if (input.internal) {
      const id = await addNote(tx, { ...written, caseId: row.id, kind: 'note' })
      await claimFiles(tx, input.files, NOTE_FILES_OF, id, null)
    } else {
      await putComment(tx, row, { ...written, readers: ['customer'], uploads: input.files })
      if (isStaff(tx)) await noticeCustomer(tx, row, 'opened', `case:${row.id}`)
    }
    if (!isStaff(tx)) await noticeStaff(tx, row, 'opened', `case:${row.id}`)
    return showCase(tx, await readCase(tx, row.id))
  })
}
