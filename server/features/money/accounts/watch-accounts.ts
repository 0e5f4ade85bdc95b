import { sql } from 'kysely'
import { accountLow } from '#contracts/money/accounts.events.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { wireAmount } from './read-account.ts'

schedule('accounts.watch', '*/5 * * * *', watchAccounts)

/** Accounts that fell to their alarm level, in every tenant; one that fails keeps no other. */
function watchAccounts(ctx: Ctx): Promise<void> {
  return inEachTenant(ctx, 'accounts not watched', watchTenantAccounts)
}

/** A level that was reached is reported once; when the account has recovered it may be again. */
export function watchTenantAccounts(ctx: Ctx): Promise<void> {
  return inTx(ctx, async (tx) => {
    const crossed = await sql<{
      id: string
      customerId: string
      currency: string
      available: string
      level: string
      reported: boolean
    }>`update account_alarm as al set reported = a.available <= al.level
      from ${tx.rows('ledgerAccount').as('a')}
      where ${tx.rows('accountAlarm').where('al')} and a.id = al.account_id
        and al.reported <> (a.available <= al.level)
      returning a.id, a.customer_id, a.currency, a.available, al.level, al.reported`.execute(tx.db)
    for (const { id, customerId, currency, available, level, reported } of crossed.rows)
      if (reported)
        await tx.emit(accountLow, {
          accountId: id,
          customerId,
          currency,
          available: wireAmount(available, currency),
          level: wireAmount(level, currency),
          crossing: nowIso(),
        })
  })
}
