import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { isCurrency } from '#contracts/kit/money.ts'
import type { accounts } from '#contracts/money/accounts.ts'
import { ensureAccount, setAccount } from '#server/features/money/ledger/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { minorOf, readAccount, stepUpFor } from './read-account.ts'

/** Makes an account nothing was posted on; one that is there stays as it is. */
export function openAccount(
  ctx: Ctx,
  { customerId, kind, currency }: In<typeof accounts.open>,
): Promise<Out<typeof accounts.open>> {
  if (!isCurrency(currency)) failFields([{ path: 'currency', code: 'field.dict' }])
  return inTx(ctx, async (tx) => {
    const found = await sql<{ name: string }>`select c.name from ${tx.rows('customer').as('c')}
      where c.id = ${customerId}::bigint`.execute(tx.db)
    const { name } = found.rows[0] ?? failFields([{ path: 'customerId', code: 'field.ref' }])
    const id = await ensureAccount(tx, { kind, customerId, currency })
    await tx.audit('ledger_account', id, 'add', null, { kind, customerId, currency })
    return { id, customerName: name }
  })
}

/** How far below zero an account may be spent. Raising it by much asks for a password or code. */
export function setCredit(
  ctx: Ctx,
  { id, version, credit, reason }: In<typeof accounts.credit>,
): Promise<Out<typeof accounts.credit>> {
  return inTx(ctx, async (tx) => {
    const account = await readAccount(tx, id)
    const minor = minorOf('credit', credit, account.currency, 'nonNegative')
    // By the whole credit, so that many small raises ask for it too.
    if (minor > BigInt(account.credit)) await stepUpFor(tx, minor, account.currency)
    await setAccount(tx, id, { credit: minor }, version)
    await tx.audit('ledger_account', id, 'edit', null, { creditReason: reason })
    return { version: version + 1 }
  })
}

/**
 * Stops what can be refused, or lets it go on; charges for work done and money in still post. All
 * named accounts of the customer, or none.
 */
export function setFrozen(
  ctx: Ctx,
  { id, version, frozen, reason, also = [] }: In<typeof accounts.freeze>,
): Promise<Out<typeof accounts.freeze>> {
  return inTx(ctx, async (tx) => {
    const { customerId } = await readAccount(tx, id)
    // Locked by id, as postings do.
    const all = [{ id, version }, ...also].toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
    for (const one of all) {
      const account = await readAccount(tx, one.id)
      if (account.customerId !== customerId) failFields([{ path: 'also', code: 'field.ref' }])
      await setAccount(tx, one.id, { frozenReason: frozen ? reason : null }, one.version)
    }
    if (!frozen) {
      const opened = all.map((one) => ({
        id: one.id,
        before: null,
        after: { openedReason: reason },
      }))
      await tx.auditMany('ledger_account', 'edit', opened)
    }
    return { version: version + 1 }
  })
}
