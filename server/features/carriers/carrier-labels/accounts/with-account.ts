import { CarrierError, logCalls } from '#server/features/carriers/carriers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { stopAccount } from './account-login.ts'
import type { OpenAccount } from './open-account.ts'

/** A failed call is refused in our words; a login that is not accepted stops its account. */
export async function withAccount<T>(
  ctx: Ctx,
  account: OpenAccount,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    if (error.kind === 'auth') await stopAccount(ctx, account)
    fail('carrier.failed', {
      carrier: account.carrier.title[ctx.lang],
      reason: translate(ctx.lang, 'carrier-labels', `test.${error.kind}`),
      original: error.message,
    })
  } finally {
    await logCalls(ctx, account)
  }
}
