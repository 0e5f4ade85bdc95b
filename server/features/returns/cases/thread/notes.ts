import { sql } from 'kysely'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failDenied } from '#server/kit/http/errors.ts'
import { reserveId } from './reserve-id.ts'

export interface Note {
  id: string
  caseId: string
  kind: 'note' | 'carrier'
  ofStaff: boolean
  byName: string
  text: string
  unproven: boolean
  leftOut: string[]
  mailId: string | null
  createTime: string
}

/** Whether internal comments are for the caller: staff with the right to them. */
export const readsNotes = (ctx: Ctx): boolean =>
  ctx.principal.customerId === null && ctx.can('ret:case:note')

/**
 * Lets the database know for the time of `work` that staff is asking. Only what checks the right to
 * internal comments, or knows nothing but ids, comes here.
 */
async function asStaff<R>(ctx: Ctx, work: (tx: Tx) => Promise<R>): Promise<R> {
  const declare = (tx: Tx, who: string) =>
    sql`select set_config('parcelyard.case_notes', ${who}, true)`.execute(tx.db)
  return inTx(ctx, async (tx) => {
    await declare(tx, 'staff')
    const result = await work(tx)
    await declare(tx, '')
    return result
  })
}

/** The internal comments of a case, oldest first; refuses callers who may not read them. */
export async function notesOf(ctx: Ctx, caseId: string): Promise<Note[]> {
  if (!readsNotes(ctx)) failDenied()
  return asStaff(ctx, async (tx) => {
    const { rows } = await sql<Note>`select n.id, n.case_id, n.kind, n.of_staff, n.by_name, n.text,
        n.unproven, n.left_out, n.mail_id, n.create_time
      from ${tx.rows('caseNote').as('n')} where n.case_id = ${caseId} order by n.id`.execute(tx.db)
    return rows
  })
}

/** Cases of internal comments by the comments' ids, for who reads them; none for others. */
export async function casesOfNotes(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (!readsNotes(ctx)) return new Map()
  return asStaff(ctx, async (tx) => {
    const { rows } = await sql<{ id: string; no: string }>`select n.id, c.no
      from ${tx.rows('caseNote').as('n')} join ${tx.rows('serviceCase').as('c')} on c.id = n.case_id
      where n.id = any(${ids}::bigint[])`.execute(tx.db)
    return new Map(rows.map(({ id, no }) => [id, no]))
  })
}

/** Which of these there are; asked by the sweep of files, which learns nothing but ids. */
export function existingNotes(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return asStaff(ctx, async (tx) => {
    const { rows } = await sql<{ id: string }>`select n.id from ${tx.rows('caseNote').as('n')}
      where n.id = any(${ids}::bigint[])`.execute(tx.db)
    return new Set(rows.map(({ id }) => id))
  })
}

export interface NewNote {
  id?: string
  caseId: string
  kind: Note['kind']
  ofStaff: boolean
  byName: string
  text: string
  unproven?: boolean
  leftOut?: readonly string[]
  mailId?: string | null
  mentions?: readonly string[]
}

/** Adds an internal comment; to write one is open to the mail job, to read it is not. */
export async function addNote(tx: Tx, note: NewNote): Promise<string> {
  // Its own row is not for the writer to read, so the database cannot hand the id back.
  const id = note.id ?? (await reserveId(tx, 'case_note'))
  const { tenantId, userId, username } = tx.principal
  await sql`insert into case_note (tenant_id, id, case_id, kind, of_staff, user_id, by_name, text,
      unproven, left_out, mail_id, mentions, create_by)
    values (${tenantId}, ${id}, ${note.caseId}, ${note.kind}, ${note.ofStaff},
      ${userId === '0' ? null : userId}, ${note.byName}, ${note.text}, ${note.unproven ?? false},
      ${note.leftOut ?? []}::text[], ${note.mailId ?? null}, ${note.mentions ?? []}::bigint[],
      ${username})`.execute(tx.db)
  await tx.audit('case_note', id, 'add', null, { caseId: note.caseId, kind: note.kind })
  return id
}

/** The internal comments of one case become those of another. */
export async function moveNotes(tx: Tx, fromId: string, toId: string): Promise<void> {
  await asStaff(tx, (open) =>
    sql`update case_note as n set case_id = ${toId}
      where ${open.rows('caseNote').where('n')} and n.case_id = ${fromId}`.execute(open.db),
  )
}
