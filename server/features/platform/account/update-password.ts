import type { accountSecurity } from '#contracts/platform/session/account-security.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import {
  checkPasswordRule,
  markReauthenticated,
  verifyOwnPassword,
  setPassword,
} from '#server/features/platform/session/index.ts'
import { ownDb } from './own-account.ts'

/**
 * The caller's own password, in the order and the words of wire.md §4.3 and the specification §5. A user
 * else's name in the body is answered as one that does not exist. All other sessions of the person
 * end at once.
 */
export async function updatePassword(
  ctx: Ctx,
  { username, oldpassword, password, confirmpassword }: In<typeof accountSecurity.updatePassword>,
): Promise<null> {
  if (username && username.trim().toLowerCase() !== ctx.principal.username.toLowerCase())
    fail('account.userMissing')
  if (oldpassword === '') fail('account.oldMissing')
  const account = await verifyOwnPassword(ctx, oldpassword, 'account.oldWrong')
  if (password === '') fail('password.empty')
  if (confirmpassword === '') fail('account.confirmMissing')
  if (password !== confirmpassword) fail('account.confirmDiffers')
  if (password.normalize('NFKC') === oldpassword.normalize('NFKC')) fail('account.passwordSame')
  await checkPasswordRule(ownDb(ctx), account, password)
  await inTx(ctx, async (tx) => {
    await setPassword(tx, account, password, { keepToken: tx.http?.token ?? null })
    await markReauthenticated(tx)
  })
  return null
}
