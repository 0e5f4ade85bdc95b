import type { carrierAccounts } from '#contracts/carriers/carrier-accounts.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { reachedAccount } from './account-verbs.ts'
import { openAccount } from './open-account.ts'
import { withAccount } from './with-account.ts'

/** Asked of the carrier each time: shops open and close. */
export async function findShops(
  ctx: Ctx,
  { id, country, postalCode, city, street }: In<typeof carrierAccounts.shops>,
): Promise<Out<typeof carrierAccounts.shops>> {
  const row = await reachedAccount(ctx, id, 'list')
  const account = openAccount(ctx, row) ?? failMissing()
  if (row.stoppedAt !== null) fail('carrierBatch.accountStopped', { name: row.name })
  const { adapter, carrier } = account
  if (!adapter.shops) fail('carrierAccount.noShops', { carrier: carrier.title[ctx.lang] })
  const near = { country, postalCode, city, street: street ?? null }
  return withAccount(ctx, account, () => adapter.shops!(near))
}
