import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { requireSecondUser } from './second-user.ts'

interface MonthRow {
  id: string
  status: 'closed' | 'reopening' | 'open'
  reopenReason: string | null
  reopenUserId: string | null
  reopenActorId: string | null
  reopenBy: string | null
  version: number
}

/**
 * Closes a month (`2026-03`) that is over: no entry goes into it from then on, what comes late is
 * posted in the first open month. Postings under way end before. Months close in order: refuses
 * with `ledger.monthNotOver`, `ledger.monthEmpty`, `ledger.monthClosed`, `ledger.monthBefore`.
 */
export async function closeMonth(tx: Tx, month: string): Promise<void> {
  await lockMonths(tx)
  const day = `${month}-01`
  const tenantId = tx.principal.tenantId
  const { rows } = await sql<{ over: boolean; begun: boolean; earlier: string | null }>`select
      ${day}::date + interval '1 month' <= ${await businessDay(tx)}::date as over,
      exists (select 1 from ${asSystem(tx, tenantId).rows('ledgerTransaction').as('f')}
        where f.month <= ${day}::date) as begun,
      (select to_char(min(t.month), 'YYYY-MM')
        from ${asSystem(tx, tenantId).rows('ledgerTransaction').as('t')}
        where t.month < ${day}::date and not exists (select 1 from ledger_month m
          where m.tenant_id = t.tenant_id and m.month = t.month and m.status <> 'open')) as earlier
    `.execute(tx.db)
  const { over, begun, earlier } = rows[0]!
  if (!over) fail('ledger.monthNotOver', { month })
  if (earlier !== null) fail('ledger.monthBefore', { month: earlier })
  const before = await monthRow(tx, day)
  if (before && before.status !== 'open') fail('ledger.monthClosed', { month })
  // Before the first entry there is nothing to close; a quiet month between others is closed.
  if (!before && !begun) fail('ledger.monthEmpty', { month })
  const { username } = tx.principal
  const saved = await sql<{ id: string }>`insert into ledger_month
      (tenant_id, month, status, closed_by, closed_at, create_by)
    values (${tenantId}, ${day}, 'closed', ${username}, now(), ${username})
    on conflict (tenant_id, month) do update set status = 'closed',
      closed_by = excluded.closed_by, closed_at = excluded.closed_at, reopen_reason = null,
      reopen_user_id = null, reopen_actor_id = null, reopen_by = null, reopen_asked_at = null,
      approved_by = null, approved_at = null, version = ledger_month.version + 1,
      update_by = excluded.closed_by, update_time = now()
    returning id`.execute(tx.db)
  const action = before ? 'edit' : 'add'
  await tx.audit('ledger_month', saved.rows[0]!.id, action, before, { month, status: 'closed' })
}

/**
 * Asks for a closed month to be opened again, with the reason; it stays closed until another user
 * approves. Refuses with `ledger.monthOpen`.
 */
export async function askReopening(tx: Tx, month: string, reason: string): Promise<void> {
  await lockMonths(tx)
  const before = await monthRow(tx, `${month}-01`)
  if (before?.status !== 'closed') return fail('ledger.monthOpen', { month })
  const { userId, username, actor } = tx.principal
  await sql`update ledger_month as m set status = 'reopening', reopen_reason = ${reason},
      reopen_user_id = ${userId}, reopen_actor_id = ${actor?.userId ?? null},
      reopen_by = ${username}, reopen_asked_at = now(), version = m.version + 1,
      update_by = ${username}, update_time = now()
    where ${tx.rows('ledgerMonth').where('m')} and m.id = ${before.id}`.execute(tx.db)
  const after = { ...before, status: 'reopening', reopenReason: reason, reopenBy: username }
  await tx.audit('ledger_month', before.id, 'edit', before, after)
}

/**
 * Opens the month again, or with `approve` false leaves it closed. By a second user: neither the
 * one who asked nor their delegate, and no administrator in the session of either. Refuses with
 * `ledger.monthNotAsked`, `ledger.secondUser`.
 */
export async function decideReopening(tx: Tx, month: string, approve: boolean): Promise<void> {
  await lockMonths(tx)
  const before = (await monthRow(tx, `${month}-01`)) ?? failMissing()
  if (before.status !== 'reopening') return fail('ledger.monthNotAsked', { month })
  if (approve)
    await requireSecondUser(tx, { userId: before.reopenUserId!, actorId: before.reopenActorId })
  const { username } = tx.principal
  const status = approve ? 'open' : 'closed'
  await sql`update ledger_month as m set status = ${status}, approved_by = ${username},
      approved_at = now(), version = m.version + 1, update_by = ${username}, update_time = now()
    where ${tx.rows('ledgerMonth').where('m')} and m.id = ${before.id}`.execute(tx.db)
  const after = { ...before, status, approvedBy: username }
  await tx.audit('ledger_month', before.id, 'edit', before, after)
}

/** Alone with the tenant's months: no posting is under way, until the commit. */
export async function lockMonths(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(ledger_months_key(${tx.principal.tenantId}::bigint))`.execute(
    tx.db,
  )
}

async function monthRow(tx: Tx, day: string): Promise<MonthRow | null> {
  const { rows } = await sql<MonthRow>`select m.id, m.status, m.reopen_reason, m.reopen_user_id,
      m.reopen_actor_id, m.reopen_by, m.version
    from ${tx.rows('ledgerMonth').as('m')} where m.month = ${day}::date`.execute(tx.db)
  return rows[0] ?? null
}
