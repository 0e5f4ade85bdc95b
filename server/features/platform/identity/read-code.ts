import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { messageSecrets } from '#contracts/platform/messaging/messages.ts'
import { revealMessage } from '#server/features/platform/messages/index.ts'
import {
  channelTenantOf,
  exceeds,
  findAccount,
  principalOfUser,
  type Account,
} from '#server/features/platform/session/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { receiverOf } from './codes.ts'
import { openDb } from './identity-config.ts'

/**
 * A code that nothing sends, read out by who may: who reads it could sign in by it, so the accounts
 * it is for are of this tenant alone and hold no more than the reader. Those of others are not
 * named.
 */
export function readCode(
  ctx: Ctx,
  { id }: In<typeof messageSecrets.reveal>,
): Promise<Out<typeof messageSecrets.reveal>> {
  return revealMessage(ctx, id, async (tx, receiver) => {
    for (const account of await accountsOf(tx, receiver)) {
      if ((await channelTenantOf(openDb(tx), account)) !== tx.principal.tenantId)
        fail('message.secretGone')
      const user = await principalOfUser(tx, account.id)
      if (user && exceeds(tx.principal, user)) fail('user.above', { label: user.realname })
    }
  })
}

/** Who has the address, and whose codes went to it: these may have changed it since. */
async function accountsOf(tx: Tx, receiver: string): Promise<Account[]> {
  const { kind, value } = receiverOf(receiver)
  if (kind === 'name') return []
  const db = openDb(tx)
  const owners = await sql<{
    userId: string
  }>`select distinct user_id from identity_code
    where sent_to = any(${[receiver, value]}::text[]) and user_id is not null
      and expires_at > now()`.execute(db)
  const found = await Promise.all([
    findAccount(db, kind === 'email' ? { email: value } : { phone: value }),
    ...owners.rows.map(({ userId }) => findAccount(db, { id: userId })),
  ])
  return found.filter((account) => account !== null)
}
