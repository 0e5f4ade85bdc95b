import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { messageSecrets } from '#contracts/platform/messages.ts'
import { revealMessage } from '#server/features/platform/messages/index.ts'
import { exceeds, findAccount, principalOfUser } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { receiverOf } from './codes.ts'
import { openDb } from './identity-config.ts'

/**
 * A code that nothing sends, read out by who may: who reads it could sign in by it, so the account
 * it is for must hold no more than the reader.
 */
export function readCode(
  ctx: Ctx,
  { id }: In<typeof messageSecrets.reveal>,
): Promise<Out<typeof messageSecrets.reveal>> {
  return revealMessage(ctx, id, async (tx, receiver) => {
    const { kind, value } = receiverOf(receiver)
    if (kind === 'name') return
    const account = await findAccount(
      openDb(tx),
      kind === 'email' ? { email: value } : { phone: value },
    )
    const user = account && (await principalOfUser(tx, account.id))
    if (user && exceeds(tx.principal, user)) fail('user.above', { label: user.realname })
  })
}
