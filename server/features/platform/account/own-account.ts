import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'
import { failUnauthorised } from '#server/kit/http/errors.ts'
import { findAccount, type Account } from '#server/features/platform/session/index.ts'

/**
 * The way to the caller's own rows. They lie outside `ctx.rows`: a user who works in another tenant today
 * is still the same person, whose account lies at home. Every statement through here is bound to
 * the caller's id.
 */
export const ownDb = (ctx: Ctx): Executor => executorOf(ctx)

export async function ownUser(ctx: Ctx): Promise<Account> {
  return (
    (await findAccount(ownDb(ctx), { id: ctx.principal.userId })) ??
    failUnauthorised('session.missing')
  )
}
