import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { accounts } from '#contracts/money/accounts.ts'
import * as ledger from '#server/features/money/ledger/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { requireOwnSession } from './own-session.ts'

type Month = Out<typeof accounts.months>[number]

/** Months with entries, and those that were closed, newest first. */
export async function listMonths(ctx: Ctx): Promise<Month[]> {
  const found = await sql<{
    month: string
    status: 'open' | 'closed' | 'reopening'
    closedAt: string | null
    closedBy: string | null
    reopenBy: string | null
    reopenReason: string | null
  }>`with known as (
      select distinct t.month from ${ctx.rows('ledgerTransaction').as('t')}
      union select m.month from ${ctx.rows('ledgerMonth').as('m')})
    select to_char(k.month, 'YYYY-MM') as month, coalesce(m.status, 'open') as status, m.closed_at,
      m.closed_by, case m.status when 'reopening' then m.reopen_by end as reopen_by,
      case m.status when 'reopening' then m.reopen_reason end as reopen_reason
    from known k left join ${ctx.rows('ledgerMonth').as('m')} on m.month = k.month
    order by k.month desc limit 60`.execute(ctx.db)
  return found.rows
}

export function closeMonth(ctx: Ctx, { month }: In<typeof accounts.closeMonth>): Promise<null> {
  return inTx(ctx, async (tx) => {
    await ledger.closeMonth(tx, month)
    return null
  })
}

export function reopenMonth(
  ctx: Ctx,
  { month, reason }: In<typeof accounts.reopenMonth>,
): Promise<null> {
  requireOwnSession(ctx)
  return inTx(ctx, async (tx) => {
    await ledger.askReopening(tx, month, reason)
    return null
  })
}

export function decideMonth(
  ctx: Ctx,
  { month, approve }: In<typeof accounts.decideMonth>,
): Promise<null> {
  if (approve) requireOwnSession(ctx)
  return inTx(ctx, async (tx) => {
    await ledger.decideReopening(tx, month, approve)
    return null
  })
}
