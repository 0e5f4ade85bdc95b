import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { CaseDetail, cases } from '#contracts/returns/cases/cases.ts'
import { CASE_MOVES, type CaseStatus } from '#contracts/returns/cases/cases.states.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failDenied, failFields, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { casesIn, isStaff, lockCase, moveCase, noticeStaff, type Case } from './case-row.ts'
import { clockTo } from './clock/case-clock.ts'
import { showCase } from './read-case.ts'
import { moveNotes } from './thread/notes.ts'
import { seesCase } from './who-sees.ts'

/** The case at the version its caller has seen. */
async function seenCase(tx: Tx, id: string, version: number): Promise<Case> {
  const row = await lockCase(tx, id)
  if (row.version !== version) failConflict('row.stale', await showCase(tx, row))
  if (row.mergedIntoId !== null) fail('case.merged', { label: row.no })
  return row
}

export async function assignCases(
  ctx: Ctx,
  { ids, userId }: In<typeof cases.assign>,
): Promise<BulkResult> {
  if (userId !== null) {
    const { rows } = await sql`select 1
      from ${asSystem(ctx, ctx.principal.tenantId).rows('sysUser').as('u')}
      where u.id = ${userId} and u.customer_id is null and u.del_flag = 0
        and u.status = 1`.execute(ctx.db)
    if (rows.length === 0) failFields([{ path: 'userId', code: 'field.ref' }])
  }
  return eachRow(ctx, ids, async (tx, id, name) => {
    const row = await lockCase(tx, id)
    name(row.no)
    if (row.mergedIntoId !== null) fail('case.merged', { label: row.no })
    if (userId !== null && !(await seesCase(tx, userId, { id, perm: 'ret:case:handle' })))
      fail('case.notSeen', { label: row.no })
    const after = await change(tx, 'serviceCase', row, { assigneeId: userId, flagged: false })
    if (userId !== null && userId !== tx.principal.userId && userId !== row.assigneeId)
      await noticeStaff(tx, after, 'assigned', `assigned:${id}:${after.version}`, [userId])
    return row.no
  })
}

export async function setCaseStatus(
  ctx: Ctx,
  { ids, status }: In<typeof cases.setStatus>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const row = await lockCase(tx, id)
    name(row.no)
    if (row.mergedIntoId !== null) fail('case.merged', { label: row.no })
    if (row.status === status) return row.no
    if (!CASE_MOVES[row.status as CaseStatus].includes(status)) fail('case.move', { label: row.no })
    await moveCase(tx, row, status, { flagged: false })
    return row.no
  })
}

export function watchCase(ctx: Ctx, { id, on }: In<typeof cases.watch>): Promise<CaseDetail> {
  return inTx(ctx, async (tx) => {
    const row = await lockCase(tx, id)
    const { tenantId, userId, username } = tx.principal
    if (on)
      await sql`insert into case_watcher (tenant_id, case_id, user_id, create_by)
        values (${tenantId}, ${id}, ${userId}, ${username}) on conflict do nothing`.execute(tx.db)
    else
      await sql`delete from case_watcher as w
        where ${tx.rows('caseWatcher').where('w')} and w.case_id = ${id}
          and w.user_id = ${userId}`.execute(tx.db)
    return showCase(tx, row)
  })
}

export function setCaseDue(
  ctx: Ctx,
  { id, version, dueAt }: In<typeof cases.setDue>,
): Promise<CaseDetail> {
  return inTx(ctx, async (tx) => {
    const row = await seenCase(tx, id, version)
    if (row.clockFrom === null) fail('case.noClock', { label: row.no })
    const clock = await clockTo(tx, row, dueAt)
    return showCase(tx, await change(tx, 'serviceCase', row, { ...clock, lateNoticedAt: null }))
  })
}

/**
 * The comments, internal ones and watchers of a case go to another, which stays; answers to its mails
 * follow it there.
 */
export function mergeCase(
  ctx: Ctx,
  { id, version, intoNo }: In<typeof cases.merge>,
): Promise<CaseDetail> {
  return inTx(ctx, async (tx) => {
    const target =
      (await casesIn(tx).where('no', '=', intoNo.toUpperCase()).executeTakeFirst()) ??
      failFields([{ path: 'intoNo', code: 'field.ref' }])
    if (target.id === id) failFields([{ path: 'intoNo', code: 'field.invalid' }])
    // Locked in the order of ids: two merges of the same cases wait for one another.
    for (const one of [id, target.id].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)))
      await lockCase(tx, one)
    const row = await seenCase(tx, id, version)
    const into = await lockCase(tx, target.id)
    if (into.mergedIntoId !== null || !(await haveSameReaders(tx, row, into)))
      failFields([{ path: 'intoNo', code: 'case.otherCustomer' }])
    await moveThread(tx, row, into)
    await moveCase(tx, row, 'closed', { mergedIntoId: into.id })
    const contact = into.contact ?? row.contact
    return showCase(tx, await moveCase(tx, into, into.status as CaseStatus, { contact }))
  })
}

/**
 * What is in one may be read by all who read the other: the same customer, the same person outside
 * where both know one, and no sub-account on either side but the same.
 */
async function haveSameReaders(tx: Tx, one: Case, other: Case): Promise<boolean> {
  if (one.customerId !== other.customerId) return false
  const knows = one.contact !== null && other.contact !== null
  if (one.contact !== other.contact && (knows || one.customerId === null)) return false
  if (one.createBy === other.createBy) return true
  const { rows } = await sql`select 1
    from ${asSystem(tx, tx.principal.tenantId).rows('sysUser').as('u')}
    where u.username = any(${[one.createBy, other.createBy]}::text[])
      and u.parent_user_id is not null limit 1`.execute(tx.db)
  return rows.length === 0
}

async function moveThread(tx: Tx, from: Case, into: Case): Promise<void> {
  await sql`update case_comment as m set case_id = ${into.id}
    where ${tx.rows('caseComment').where('m')} and m.case_id = ${from.id}`.execute(tx.db)
  await moveNotes(tx, from.id, into.id)
  await sql`insert into case_watcher (tenant_id, case_id, user_id, create_by)
    select w.tenant_id, ${into.id}, w.user_id, w.create_by
    from ${tx.rows('caseWatcher').as('w')} where w.case_id = ${from.id}
    on conflict do nothing`.execute(tx.db)
}

/** The customer's own mark of a case that is done. */
export function rateCase(
  ctx: Ctx,
  { id, version, rating }: In<typeof cases.rate>,
): Promise<CaseDetail> {
  if (isStaff(ctx)) failDenied()
  return inTx(ctx, async (tx) => {
    const row = await seenCase(tx, id, version)
    if (row.status !== 'resolved' && row.status !== 'closed')
      fail('case.notDone', { label: row.no })
    return showCase(tx, await change(tx, 'serviceCase', row, { rating, lastAt: nowIso() }))
  })
}

/** The case a merged one became part of; itself otherwise. */
export async function lastOf(tx: Tx, id: string): Promise<Case> {
  let row = await lockCase(tx, id)
  for (let n = 0; row.mergedIntoId !== null && n < 20; n++)
    row = await lockCase(tx, row.mergedIntoId)
  return row.mergedIntoId === null ? row : failMissing()
}
