import { sql, type SqlBool } from 'kysely'
import type { accountList } from '#contracts/money/accounts.ts'
import type { tradeList } from '#contracts/money/trades.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** Accounts of customers only: what the tenant earns, owes and has stands on others. */
export const accountHooks: Hooks<typeof accountList> = {
  listQuery: (ctx, query) => [
    sql<SqlBool>`t.customer_id is not null`,
    ...(ctx.principal.customerId === null ? [] : [isUsed(ctx)]),
    ...(query.low === 'true'
      ? [
          sql<SqlBool>`exists (select 1 from ${ctx.rows('accountAlarm').as('al')}
            where al.account_id = t.id and t.available <= al.level)`,
        ]
      : []),
    ...(query.overdue === 'true' ? [sql<SqlBool>`t.balance < 0`] : []),
  ],
}

/**
 * A customer without credit pays what is billed by the month of its prepaid money: the account such
 * charges are noted on is none of its own until something is posted, or credit is given. What it has
 * reserved is in what may be spent. An account its alarm was set for is its own, too.
 */
const isUsed = (ctx: Ctx) => sql<SqlBool>`(t.kind = 'customer' or t.credit <> 0 or t.balance <> 0
  or t.last_entry_at is not null or t.status = 'frozen'
  or exists (select 1 from ${ctx.rows('accountAlarm').as('al')} where al.account_id = t.id))`

export const tradeHooks: Hooks<typeof tradeList> = {
  listQuery: (ctx, query) =>
    query.asked === undefined ? [] : [askedCondition(ctx, query.asked === 'true')],
}

/** Lines with a question that is open, or without one. */
export const askedCondition = (ctx: Ctx, asked: boolean) =>
  sql<SqlBool>`${sql.raw(asked ? '' : 'not ')}exists (select 1
    from ${ctx.rows('tradeQuestion').as('q')} where q.trade_id = t.id and q.state = 'open')`
