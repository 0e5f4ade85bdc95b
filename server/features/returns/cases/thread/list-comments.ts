import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Reader } from '#contracts/returns/cases/cases.states.ts'
import type { CaseEntry, comments } from '#contracts/returns/cases/comments.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { linkOf } from '#server/kit/files/file-links.ts'
import { PICTURES } from '#server/kit/files/file-types.ts'
import { filesOf } from '#server/kit/files/stored-files.ts'
import { translate } from '#server/kit/http/texts.ts'
import { isStaff, readCase } from '../case-row.ts'
import { COMMENT_FILES_OF, NOTE_FILES_OF } from './comment-files.ts'
import { notesOf, readsNotes } from './notes.ts'

interface Comment {
  id: string
  ofStaff: boolean
  readers: Reader[]
  byName: string
  text: string
  unproven: boolean
  leftOut: string[]
  mailId: string | null
  createTime: string
}
interface Parked {
  id: string
  reason: string | null
  sender: string | null
  subject: string | null
  createTime: string
}

/** The thread: for customers what is visible, for staff with the right to it everything. */
export async function listComments(
  ctx: Ctx,
  { caseId }: In<typeof comments.list>,
): Promise<Out<typeof comments.list>> {
  await readCase(ctx, caseId)
  const staff = isStaff(ctx)
  const { rows } = await sql<Comment>`select m.id, m.of_staff, m.by_name, m.text, m.unproven,
      m.left_out, m.readers, m.mail_id, m.create_time
    from ${ctx.rows('caseComment').as('m')} where m.case_id = ${caseId}
      and (${staff} or 'customer' = any(m.readers)) order by m.id`.execute(ctx.db)
  const notes = readsNotes(ctx) ? await notesOf(ctx, caseId) : []
  const parked = readsNotes(ctx) ? await parkedOf(ctx, caseId) : []
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id)
  const files = Map.groupBy(
    [
      ...(await filesOf(ctx, COMMENT_FILES_OF, ids(rows))),
      ...(await filesOf(ctx, NOTE_FILES_OF, ids(notes))),
    ],
    ({ ownerKind, ownerId }) => `${ownerKind}:${ownerId}`,
  )
  const shown = (kind: string, id: string) =>
    (files.get(`${kind}:${id}`) ?? []).map((file) => ({
      id: file.id,
      fileName: file.name,
      type: file.type,
      size: file.size,
      url: linkOf(ctx, file),
      thumbUrl: PICTURES.includes(file.type) ? linkOf(ctx, file, { thumb: true }) : null,
    }))
  const team = translate(ctx.lang, 'cases', 'team')
  const entries: CaseEntry[] = [
    ...rows.map((row) => ({
      id: row.id,
      kind: 'comment' as const,
      at: row.createTime,
      by: row.ofStaff && !staff ? team : row.byName,
      ofStaff: row.ofStaff,
      readers: staff ? row.readers : ['customer' as const],
      unproven: row.unproven,
      text: row.text,
      leftOut: row.leftOut,
      mailId: readsNotes(ctx) ? row.mailId : null,
      files: shown(COMMENT_FILES_OF, row.id),
    })),
    ...notes.map((row) => ({
      id: row.id,
      kind: row.kind,
      at: row.createTime,
      by: row.byName,
      ofStaff: row.ofStaff,
      readers: [],
      unproven: row.unproven,
      text: row.text,
      leftOut: row.leftOut,
      mailId: row.mailId,
      files: shown(NOTE_FILES_OF, row.id),
    })),
    ...parked.map((row) => ({
      id: row.id,
      kind: 'mail' as const,
      at: row.createTime,
      by: row.sender ?? '',
      ofStaff: false,
      readers: [],
      unproven: false,
      text: [translate(ctx.lang, 'cases', `machine.${row.reason ?? 'unknown'}`), row.subject]
        .filter(Boolean)
        .join(': '),
      leftOut: [],
      mailId: row.id,
      files: [],
    })),
  ]
  return entries.toSorted((one, other) => one.at.localeCompare(other.at))
}

async function parkedOf(ctx: Ctx, caseId: string): Promise<Parked[]> {
  const { rows } = await sql<Parked>`select m.id, m.reason, m.sender, m.subject, m.create_time
    from ${ctx.rows('caseMail').as('m')}
    where m.case_id = ${caseId} and m.state = 'machine' order by m.id`.execute(ctx.db)
  return rows
}
