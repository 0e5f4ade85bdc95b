import { sql, type SqlBool } from 'kysely'
import type { accountList } from '#contracts/money/accounts.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** Accounts of customers only: what the tenant earns, owes and has stands on others. */
export const accountHooks: Hooks<typeof accountList> = {
  listQuery: (ctx, query) => [
    sql<SqlBool>`t.customer_id is not null`,
    ...(query.low === 'true'
      ? [
          sql<SqlBool>`exists (select 1 from ${ctx.rows('accountAlarm').as('al')}
            where al.account_id = t.id and t.available <= al.level)`,
        ]
      : []),
    ...(query.overdue === 'true' ? [sql<SqlBool>`t.balance < 0`] : []),
  ],
}
