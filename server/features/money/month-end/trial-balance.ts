import { sql } from 'kysely'
import { namesOf } from '#server/features/money/accounting-export/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { dayAfter, monthOf, type Span } from './asked-span.ts'
import type { Asked, Computed } from './computed-list.ts'

/** What the accounts of the ledger are called, as rows to join with. */
export async function accountNames(ctx: Ctx): Promise<string> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ kind: string; ref: string }>`select distinct a.kind, a.ref
    from ${system.rows('ledgerAccount').as('a')}`.execute(ctx.db)
  const nameOf = await namesOf(ctx)
  return JSON.stringify(found.rows.map((one) => ({ ...one, name: nameOf(one) })))
}

/**
 * The accounts of the ledger over the days of a span; debits are above zero. What is kept per
 * customer is one sum: open items have its parts.
 */
export async function trialBalanceRows(ctx: Ctx, { from, to }: Asked): Promise<Computed> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const before = sql`p.booked_on < ${from}::date`
  return {
    rows: sql`select ${periodOf({ from, to })}::text as period, n.name as account, g.*,
        g.opening + g.debit - g.credit as closing
      from (select a.kind, a.ref, e.currency,
          coalesce(-sum(e.amount) filter (where ${before}), 0)::bigint as opening,
          coalesce(-sum(e.amount) filter (where not (${before}) and e.amount < 0), 0)::bigint
            as debit,
          coalesce(sum(e.amount) filter (where not (${before}) and e.amount > 0), 0)::bigint
            as credit
        from ${system.rows('ledgerTransaction').as('p')}
          join ${system.rows('ledgerEntry').as('e')} on e.transaction_id = p.id
          join ${system.rows('ledgerAccount').as('a')} on a.id = e.account_id
        where p.booked_on <= ${to}::date group by a.kind, a.ref, e.currency) as g
        join jsonb_to_recordset(${await accountNames(ctx)}::jsonb) as n (kind text, ref text, name text)
          on n.kind = g.kind and n.ref = g.ref`,
    order: sql`kind, account, ref, currency`,
  }
}

/** A whole month by its name, other days as from and to. */
function periodOf({ from, to }: Span): string {
  const isMonth = from === monthOf(to) && from !== monthOf(dayAfter(to))
  return isMonth ? from.slice(0, 7) : from === to ? to : `${from} – ${to}`
}
