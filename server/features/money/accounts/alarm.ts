import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { accounts } from '#contracts/money/accounts.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { minorOf, readAccount } from './read-account.ts'

/** The level at or below which the customer's users are notified, once each time it falls there. */
export function setAlarm(ctx: Ctx, { id, level }: In<typeof accounts.alarm>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const account = await readAccount(tx, id)
    const minor =
      level === null ? null : minorOf('level', level, account.currency, 'any').toString()
    const before = await sql<{ level: string }>`select al.level
      from ${tx.rows('accountAlarm').as('al')} where al.account_id = ${id}`.execute(tx.db)
    if (minor === null)
      await sql`delete from account_alarm as al
        where ${tx.rows('accountAlarm').where('al')} and al.account_id = ${id}`.execute(tx.db)
    else await putAlarm(tx, id, minor)
    await tx.audit(
      'account_alarm',
      id,
      'edit',
      { level: before.rows[0]?.level ?? null },
      { level: minor },
    )
    return null
  })
}

/** Puts a level on an account, in minor units; one that was put before is another now. */
export async function putAlarm(tx: Tx, accountId: string, minor: string): Promise<void> {
  await sql`insert into account_alarm (tenant_id, account_id, level, update_by)
    values (${tx.principal.tenantId}, ${accountId}, ${minor}, ${tx.principal.username})
    on conflict (tenant_id, account_id) do update set level = excluded.level,
      reported = false, update_by = excluded.update_by, update_time = now()`.execute(tx.db)
}
