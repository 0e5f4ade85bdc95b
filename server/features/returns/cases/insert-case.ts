import { sql } from 'kysely'
import {
  REOPEN_DAYS,
  type CaseSource,
  type CaseType,
} from '#contracts/returns/cases/cases.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { casesIn, readCase, type Case } from './case-row.ts'
import { startClock } from './clock/case-clock.ts'

export interface NewCase {
  type: CaseType
  subject: string
  source: CaseSource
  sourceId: string | null
  sourceNo: string | null
  customerId: string | null
  depotId: string | null
  contact?: string | null
  previousId?: string | null
}

/** Makes a case with its time to answer; what it is about is written by the caller. */
export async function insertCase(tx: Tx, of: NewCase): Promise<Case> {
  const clock = await startClock(tx, of)
  const { rows } = await sql<{ id: string }>`insert into service_case (tenant_id, customer_id,
      depot_id, type, subject, source, source_id, source_no, contact, previous_id, clock_from,
      clock_left, due_at, create_by)
    values (${tx.principal.tenantId}, ${of.customerId}, ${of.depotId}, ${of.type}, ${of.subject},
      ${of.source}, ${of.sourceId}, ${of.sourceNo}, ${of.contact ?? null},
      ${of.previousId ?? null}, ${clock.clockFrom}, ${clock.clockLeft}, ${clock.dueAt},
      ${tx.principal.username})
    returning id`.execute(tx.db)
  const { id } = rows[0]!
  await tx.audit('service_case', id, 'add', null, of)
  return readCase(tx, id)
}

/** Whether what comes now still belongs to an ended case. */
export const isRecent = (row: Case): boolean =>
  row.endedAt === null || now() - Date.parse(row.endedAt) <= REOPEN_DAYS * 86_400_000

/**
 * An old case's next one: about the same, of the same customer, and it names the old. What comes
 * later for the old one goes on there, so that there is one at most as long as it is not old itself.
 */
export async function followUp(tx: Tx, old: Case): Promise<Case> {
  const next = await casesIn(tx)
    .where('previousId', '=', old.id)
    .where('mergedIntoId', 'is', null)
    .orderBy('id', 'desc')
    .forUpdate()
    .executeTakeFirst()
  if (next && isRecent(next)) return next
  return insertCase(tx, {
    type: old.type as CaseType,
    subject: old.subject,
    source: old.source as CaseSource,
    sourceId: old.sourceId,
    sourceNo: old.sourceNo,
    customerId: old.customerId,
    depotId: old.depotId,
    contact: old.contact,
    previousId: old.id,
  })
}
