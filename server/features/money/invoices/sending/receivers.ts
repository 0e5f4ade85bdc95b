import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { invoiceMails } from '#contracts/money/invoice-mails.ts'
import { hasMailServer } from '#server/features/platform/messages/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { readSetting } from '../setting.ts'
import { mailAddressesOf } from './mail-address.ts'

/** Where invoices would go now; what is not within the caller's reach is left out. */
export async function listReceivers(
  ctx: Ctx,
  { ids }: In<typeof invoiceMails.receivers>,
): Promise<Out<typeof invoiceMails.receivers>> {
  const found = await sql<{ id: string; customerId: string }>`select i.id, i.customer_id
    from ${ctx.rows('invoice').as('i')} where i.id = any(${ids}::bigint[])
    order by i.id`.execute(ctx.db)
  const addresses = await mailAddressesOf(
    ctx,
    found.rows.map(({ customerId }) => customerId),
  )
  return {
    mails: await hasMailServer(ctx),
    onIssue: (await readSetting(ctx)).sendOnIssue,
    receivers: found.rows.map(({ id, customerId }) => ({
      id,
      email: addresses.get(customerId)?.email ?? null,
    })),
  }
}
