import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { accounts } from '#contracts/money/accounts.ts'
import { setAccount } from '#server/features/money/ledger/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { minorOf, readAccount, stepUpFor } from './read-account.ts'

/** How far below zero an account may be spent. Raising it by much asks for a password or code. */
export function setCredit(
  ctx: Ctx,
  { id, version, credit, reason }: In<typeof accounts.credit>,
): Promise<Out<typeof accounts.credit>> {
  return inTx(ctx, async (tx) => {
    const account = await readAccount(tx, id)
    if (account.kind !== 'customer') fail('account.monthly')
    const minor = minorOf('credit', credit, account.currency, 'nonNegative')
    // By the whole credit, so that many small raises ask for it too.
    if (minor > BigInt(account.credit)) await stepUpFor(tx, minor, account.currency)
    await setAccount(tx, id, { credit: minor }, version)
    await tx.audit('ledger_account', id, 'edit', null, { creditReason: reason })
    return { version: version + 1 }
  })
}

/** Stops what can be refused, or lets it go on; charges for work done and money in still post. */
export function setFrozen(
  ctx: Ctx,
  { id, version, frozen, reason }: In<typeof accounts.freeze>,
): Promise<Out<typeof accounts.freeze>> {
  return inTx(ctx, async (tx) => {
    await readAccount(tx, id)
    await setAccount(tx, id, { frozenReason: frozen ? reason : null }, version)
    if (!frozen) await tx.audit('ledger_account', id, 'edit', null, { openedReason: reason })
    return { version: version + 1 }
  })
}
