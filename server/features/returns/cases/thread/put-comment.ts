import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { claimUpload } from '#server/kit/files/uploads.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { Reader } from '#contracts/returns/cases/cases.states.ts'
import type { Case } from '../case-row.ts'
import { COMMENT_FILES_OF } from './comment-files.ts'
import { reserveId } from './reserve-id.ts'

export interface NewComment {
  id?: string
  ofStaff: boolean
  readers: readonly Reader[]
  byName: string
  text: string
  uploads?: readonly string[]
  unproven?: boolean
  leftOut?: readonly string[]
  mailId?: string | null
}

/** Writes a visible comment; the caller lets those know whom it is for. */
export async function putComment(tx: Tx, row: Case, of: NewComment): Promise<string> {
  const { tenantId, userId, username } = tx.principal
  const id = of.id ?? (await reserveId(tx, 'case_comment'))
  await sql`insert into case_comment (tenant_id, id, case_id, of_staff, user_id, by_name, text,
      unproven, left_out, readers, mail_id, create_by)
    values (${tenantId}, ${id}, ${row.id}, ${of.ofStaff}, ${userId === '0' ? null : userId}, ${of.byName},
      ${of.text}, ${of.unproven ?? false}, ${of.leftOut ?? []}::text[],
      ${of.readers}::text[], ${of.mailId ?? null},
      ${username})`.execute(tx.db)
  await claimFiles(tx, of.uploads ?? [], COMMENT_FILES_OF, id, ownerOfFiles(row, of.readers))
  await tx.audit('case_comment', id, 'add', null, {
    caseId: row.id,
    ofStaff: of.ofStaff,
    readers: of.readers,
  })
  return id
}

/** Files of what the customer does not read are none of the customer's. */
export const ownerOfFiles = (row: Case, readers: readonly Reader[]): string | null =>
  readers.includes('customer') ? row.customerId : null

export async function claimFiles(
  tx: Tx,
  paths: readonly string[],
  ownerKind: string,
  ownerId: string,
  customerId: string | null,
): Promise<void> {
  for (const [at, path] of paths.entries())
    if (!(await claimUpload(tx, path, { ownerKind, ownerId, kind: 'attachment', customerId })))
      failFields([{ path: `files.${at}`, code: 'field.ref' }])
}
