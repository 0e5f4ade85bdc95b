import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { recharges } from '#contracts/money/recharges.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { wireRecharge } from '../recharge-row.ts'
import { providerAccount } from './provider-account.ts'
import { takeReport } from './take-report.ts'

schedule('recharges.askProviders', '* * * * *', (ctx) =>
  inEachTenant(ctx, 'payment providers not asked', askTenantProviders),
)

interface Due {
  id: string
  no: string
  providerRef: string | null
  currency: string
  receivingAccountId: string
  over: boolean
}
/** So many payments in one round; the next is a minute later. */
const AT_ONCE = 50

/** Asks what became of payments that were not reported: ever more rarely, until they are over. */
export async function askTenantProviders(ctx: Ctx): Promise<void> {
  const due = await inTx(ctx, (tx) =>
    sql<Due>`update online_payment as o set asked = o.asked + 1,
      ask_at = now() + least(interval '1 minute' * (2 ^ least(o.asked + 1, 10)), interval '6 hours')
    where ${tx.rows('onlinePayment').where('o')} and o.id in (
      select d.id from ${tx.rows('onlinePayment').as('d')} where d.ask_at <= now()
      order by d.ask_at limit ${AT_ONCE})
    returning o.id, o.no, o.provider_ref, o.currency, o.receiving_account_id,
      o.expires_at < now() - case when o.status = 'pending' then interval '30 days'
        else interval '1 day' end as over`.execute(tx.db),
  )
  for (const one of due.rows)
    try {
      await ask(ctx, one)
    } catch (error) {
      const { name = '', code = '' } = error as { name?: string; code?: string }
      ctx.log.warn({ name, code, payment: one.no }, 'a payment provider gave no answer')
    }
}

async function ask(ctx: Ctx, { id, no, providerRef, currency, ...one }: Due): Promise<void> {
  const account = await providerAccount(ctx, one.receivingAccountId)
  const report = account && (await account.client.ask({ no, ref: providerRef, currency }))
  if (account && report && report.kind !== 'other') return takeReport(ctx, account, report)
  if (one.over)
    await inTx(ctx, (tx) =>
      sql`update online_payment as o set ask_at = null,
        status = case when o.status = 'open' then 'expired' else o.status end, update_time = now()
      where ${tx.rows('onlinePayment').where('o')} and o.id = ${id}`.execute(tx.db),
    )
}

/** For a payer who came back before the provider reported: asked once in a few seconds. */
export async function checkOnline(
  ctx: Ctx,
  { id }: In<typeof recharges.check>,
): Promise<Out<typeof recharges.check>> {
  await wireRecharge(ctx, id)
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const due = await inTx(tenant, (tx) =>
    sql<Due>`update online_payment as o set asked = o.asked + 1,
      update_time = now()
    where ${tx.rows('onlinePayment').where('o')} and o.recharge_id = ${id}
      and o.status in ('open', 'pending') and o.url is not null
      and (o.asked = 0 or o.update_time < now() - interval '5 seconds')
    returning o.id, o.no, o.provider_ref, o.currency, o.receiving_account_id,
      false as over`.execute(tx.db),
  )
  for (const one of due.rows)
    try {
      await ask(tenant, one)
    } catch (error) {
      const { name = '', code = '' } = error as { name?: string; code?: string }
      ctx.log.warn({ name, code, payment: one.no }, 'a payment provider gave no answer')
      fail('recharge.providerFailed')
    }
  return wireRecharge(ctx, id)
}
