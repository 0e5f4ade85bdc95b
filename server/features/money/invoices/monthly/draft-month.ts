import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { businessDay, businessSpan } from '#server/kit/db/business-day.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { draftAccount } from '../draft.ts'
import { isCharge, isFree, type InvoicedAccount } from '../gather.ts'
import { readSetting } from '../setting.ts'

// Twice a day: of each tenant's first of the month, whatever its zone, one is the first.
schedule('invoices.monthly', '20 3,15 * * *', (ctx) =>
  inEachTenant(ctx, 'invoices of the month not drafted', async (tenant) => {
    const isFirst = async (at: number) => (await businessDay(tenant, at)).endsWith('-01')
    if ((await isFirst(now())) && !(await isFirst(now() - HALF_DAY_MS))) await draftMonth(tenant)
  }),
)
const HALF_DAY_MS = 43_200_000

/**
 * Drafts over the month before, where the tenant wants them. Done again it makes the same drafts
 * again; what was issued stays, and so do drafts of earlier months.
 */
export async function draftMonth(ctx: Ctx): Promise<void> {
  const { monthly, prepaid } = await readSetting(ctx)
  if (!monthly) return
  const to = lastDayBefore(await businessDay(ctx))
  const { next } = await businessSpan(ctx, to)
  const kinds = prepaid ? ['receivable', 'customer'] : ['receivable']
  const found = await sql<InvoicedAccount>`select a.id, a.kind, a.customer_id,
      c.name as customer, a.currency
    from ${ctx.rows('ledgerAccount').as('a')}
      join ${ctx.rows('customer').as('c')} on c.id = a.customer_id
    where a.kind = any(${kinds}::text[]) and exists (select 1
      from ${ctx.rows('trade').as('t')}
      where t.account_id = a.id and ${isCharge(ctx)} and ${isFree(ctx)}
        and t.create_time < ${next}::timestamptz)
    order by a.id`.execute(ctx.db)
  for (const account of found.rows)
    try {
      await inTx(ctx, (tx) => draftAccount(tx, account, { to }))
    } catch (error) {
      ctx.log.error({ err: error, accountId: account.id }, 'an invoice was not drafted')
    }
}

/** The last day of the month before a day's. */
export function lastDayBefore(day: string): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  return new Date(first.getTime() - 86_400_000).toISOString().slice(0, 10)
}
