import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { comments } from '#contracts/returns/cases/comments.ts'
import {
  CASE_MOVES,
  READERS,
  type CaseStatus,
  type Reader,
} from '#contracts/returns/cases/cases.states.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failDenied, failFields } from '#server/kit/http/errors.ts'
import { isStaff, lockCase, moveCase, noticeCustomer, noticeStaff, type Case } from '../case-row.ts'
import { followUp, isRecent } from '../insert-case.ts'
import { mailCustomer, mailCarrier } from '../mail/mail-out.ts'
import { NOTE_FILES_OF } from './comment-files.ts'
import { addNote, readsNotes } from './notes.ts'
import { claimFiles, putComment } from './put-comment.ts'
import { seesCase } from '../who-sees.ts'

const nameOf = (ctx: Ctx): string => ctx.principal.realname || ctx.principal.username

/** A case that was made part of another is written to there. */
function refuseMerged(row: Case): void {
  if (row.mergedIntoId !== null) fail('case.merged', { label: row.no })
}

/** A visible comment of either side, which lets the other one know. */
export function addComment(
  ctx: Ctx,
  { caseId, text, files, to, status }: In<typeof comments.add>,
): Promise<Out<typeof comments.add>> {
  return inTx(ctx, async (tx) => {
    const found = await lockCase(tx, caseId)
    refuseMerged(found)
    if (!isStaff(tx)) return { id: await answerOfCustomer(tx, found, text, files) }
    const readers = readersOf(found, to)
    const id = await putComment(tx, found, {
      ofStaff: true,
      readers,
      byName: nameOf(tx),
      text,
      uploads: files,
    })
    if (status && status !== found.status && !tx.can('ret:case:handle')) failDenied()
    await moveCase(tx, found, nextStatus(found, status))
    if (readers.includes('customer')) await noticeCustomer(tx, found, 'replied', `comment:${id}`)
    if (readers.includes('contact')) await mailCustomer(tx, found, text)
    return { id }
  })
}

/**
 * Whom staff answers. Where a case has a customer and a person at a mail address, the latter may be a
 * stranger: an answer goes there only where it is asked for.
 */
function readersOf(row: Case, asked: readonly Reader[] | undefined): Reader[] {
  const there = READERS.filter((reader) => row[reader === 'customer' ? 'customerId' : 'contact'])
  const readers = asked ? READERS.filter((reader) => asked.includes(reader)) : there.slice(0, 1)
  if (readers.length === 0) failFields([{ path: 'to', code: 'field.required' }])
  if (readers.some((reader) => !there.includes(reader)))
    failFields([{ path: 'to', code: 'field.invalid' }])
  return readers
}

function nextStatus(row: Case, wanted: CaseStatus | null | undefined): CaseStatus {
  const status = row.status as CaseStatus
  if (!wanted || wanted === status) return status
  if (!CASE_MOVES[status].includes(wanted)) fail('case.move', { label: row.no })
  return wanted
}

/** An ended case is opened by an answer, for a while; later the answer is a new case that names it. */
async function answerOfCustomer(
  tx: Tx,
  found: Case,
  text: string,
  files: readonly string[],
): Promise<string> {
  const row = isRecent(found) ? found : await followUp(tx, found)
  const id = await putComment(tx, row, {
    ofStaff: false,
    readers: ['customer'],
    byName: nameOf(tx),
    text,
    uploads: files,
  })
  await moveCase(tx, row, 'open')
  await noticeStaff(tx, row, 'answered', `comment:${id}`)
  return id
}

/** Users of the caller's tenant who may read internal comments; only they learn of one. */
async function staffAmong(ctx: Ctx, ids: readonly string[] | null): Promise<Staff[]> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<Staff>`select u.id, coalesce(u.realname, u.username) as name
    from ${tenant.rows('sysUser').as('u')}
    where u.customer_id is null and u.del_flag = 0 and u.status = 1
      and (${ids}::bigint[] is null or u.id = any(${ids}::bigint[]))
      and ${permissionHolders('ret:case:note')}
    order by name limit 500`.execute(ctx.db)
  return rows
}
interface Staff {
  id: string
  name: string
}

export const listStaff = (ctx: Ctx): Promise<Out<typeof comments.staff>> => staffAmong(ctx, null)

/** An internal comment: it is stored, the users named in it get the bell, and nothing else leaves. */
export function addInternal(
  ctx: Ctx,
  { caseId, text, files, mentions = [] }: In<typeof comments.addInternal>,
): Promise<Out<typeof comments.addInternal>> {
  if (!readsNotes(ctx)) failDenied()
  return inTx(ctx, async (tx) => {
    const row = await lockCase(tx, caseId)
    refuseMerged(row)
    const known = mentions.length > 0 ? await staffAmong(tx, mentions) : []
    if (known.length < new Set(mentions).size) failFields([{ path: 'mentions', code: 'field.ref' }])
    for (const { id: userId, name } of known)
      if (!(await seesCase(tx, userId, { id: caseId, perm: 'ret:case:note' })))
        failFields([{ path: 'mentions', code: 'case.notSeenBy', data: { name } }])
    const id = await addNote(tx, {
      caseId,
      kind: 'note',
      ofStaff: true,
      byName: nameOf(tx),
      text,
      mentions,
    })
    await claimFiles(tx, files, NOTE_FILES_OF, id, null)
    for (const { id: userId } of known)
      await sql`insert into case_watcher (tenant_id, case_id, user_id, create_by)
        values (${tx.principal.tenantId}, ${caseId}, ${userId}, ${tx.principal.username})
        on conflict do nothing`.execute(tx.db)
    if (known.length > 0)
      await noticeStaff(
        tx,
        row,
        'mentioned',
        `note:${id}`,
        known.map(({ id: userId }) => userId),
      )
    return { id }
  })
}

/** To a carrier by mail; it stands in the thread for staff, as does the answer. */
export function addCarrierMail(
  ctx: Ctx,
  { caseId, to, text }: In<typeof comments.mail>,
): Promise<Out<typeof comments.mail>> {
  if (!readsNotes(ctx)) failDenied()
  return inTx(ctx, async (tx) => {
    const row = await lockCase(tx, caseId)
    refuseMerged(row)
    const id = await addNote(tx, {
      caseId,
      kind: 'carrier',
      ofStaff: true,
      byName: `${nameOf(tx)} → ${to}`,
      text,
    })
    await mailCarrier(tx, row, to, text)
    return { id }
  })
}
