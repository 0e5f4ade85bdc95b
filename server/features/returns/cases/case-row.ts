import { sql } from 'kysely'
import { caseNoticed, type CASE_NOTICES } from '#contracts/returns/cases/cases.events.ts'
import type { CaseStatus } from '#contracts/returns/cases/cases.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change, type Patch, type StoredRow } from '#server/kit/db/change.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { clockAt } from './clock/case-clock.ts'

export type Case = StoredRow<'serviceCase'>

export const casesIn = (ctx: Ctx) => ctx.rows('serviceCase').select().selectAll()
export const isStaff = (ctx: Ctx): boolean => ctx.principal.customerId === null

export async function readCase(ctx: Ctx, id: string): Promise<Case> {
  return (await casesIn(ctx).where('id', '=', id).executeTakeFirst()) ?? failMissing()
}

export async function lockCase(tx: Tx, id: string): Promise<Case> {
  return (await casesIn(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? failMissing()
}

/** Every comment and change of a case comes through here: its last moment, its clock, its end. */
export async function moveCase(
  tx: Tx,
  row: Case,
  status: CaseStatus,
  patch: Patch<'serviceCase'> = {},
): Promise<Case> {
  const done = status === 'resolved' || status === 'closed'
  return change(tx, 'serviceCase', row, {
    status,
    lastAt: nowIso(),
    ...(await clockAt(tx, row, status)),
    ...(done ? { endedAt: row.endedAt ?? nowIso() } : { endedAt: null }),
    ...(status === row.status ? {} : { lateNoticedAt: null }),
    ...patch,
  })
}

/** Users who learn of what happens in a case: who has it, and who watches it. */
export async function concerned(ctx: Ctx, row: Case): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`select w.user_id
    from ${ctx.rows('caseWatcher').as('w')} where w.case_id = ${row.id}`.execute(ctx.db)
  const all = new Set(rows.map(({ userId }) => userId))
  if (row.assigneeId) all.add(row.assigneeId)
  all.delete(ctx.principal.userId)
  return [...all]
}

export async function noticeStaff(
  tx: Tx,
  row: Case,
  what: (typeof CASE_NOTICES)[number],
  subject: string,
  userIds?: readonly string[],
): Promise<void> {
  const users = userIds ?? (await concerned(tx, row))
  if (users.length === 0 && row.assigneeId !== null) return
  await tx.emit(caseNoticed, {
    what,
    subject,
    userIds: [...users],
    customerId: null,
    caseId: row.id,
    no: row.no,
    note: row.subject,
  })
}

/** The customer's users; of a sub-account's case that one. */
export async function noticeCustomer(
  tx: Tx,
  row: Case,
  what: 'opened' | 'replied',
  subject: string,
): Promise<void> {
  if (row.customerId === null) return
  await tx.emit(caseNoticed, {
    what,
    subject,
    userIds: [],
    customerId: row.customerId,
    username: row.createBy,
    caseId: row.id,
    no: row.no,
    note: row.subject,
  })
}
