import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { dunning } from '#contracts/money/dunning/dunning.ts'
import { post } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failMissing } from '#server/kit/http/errors.ts'
import { claimLines } from './dun-customer.ts'

interface Claim {
  id: string
  letterId: string
  customerId: string
  currency: string
  fee: string
  interest: string
  amount: string
  status: string
  transactionId: string
  version: number
}

async function lockOpen(tx: Tx, id: string, version: number): Promise<Claim> {
  const found = await sql<Claim>`select k.id, k.letter_id, k.customer_id, k.currency, k.fee,
      k.interest, k.amount, k.status, k.transaction_id, k.version
    from dunning_claim as k
    where ${tx.rows('dunningClaim').where('k')} and k.id = ${id} for update`.execute(tx.db)
  const row = found.rows[0] ?? failMissing()
  if (row.version !== version) failConflict('row.stale')
  if (row.status !== 'open') fail('dunning.claimClosed')
  return row
}

async function close(tx: Tx, { id }: Claim, status: string, reason: string | null): Promise<void> {
  await sql`update dunning_claim as k set status = ${status}, reason = ${reason},
      version = k.version + 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('dunningClaim').where('k')} and k.id = ${id}`.execute(tx.db)
  await tx.audit('dunning_claim', id, 'edit', { status: 'open' }, { status, reason })
}

/** From the customer's balance, all of it: never more than is available. */
export function payClaim(ctx: Ctx, { id, version }: In<typeof dunning.pay>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const claim = await lockOpen(tx, id, version)
    const { customerId, currency } = claim
    const minor = BigInt(claim.amount)
    await close(tx, claim, 'paid', null)
    const trade = { tradeItem: 'transfer', note: formatMoney({ minor, currency }) }
    await post(tx, {
      key: `dunning-payment:${id}`,
      kind: 'transfer',
      debit: 'refusable',
      lines: [
        { account: { kind: 'customer', customerId, currency }, minor: -minor, trade },
        { account: { kind: 'receivable', customerId, currency }, minor, trade },
      ],
    })
    return null
  })
}

/** Given up: what was posted is given back. */
export function waiveClaim(
  ctx: Ctx,
  { id, version, reason }: In<typeof dunning.waive>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const claim = await lockOpen(tx, id, version)
    await close(tx, claim, 'waived', reason)
    const of = { fee: -BigInt(claim.fee), interest: -BigInt(claim.interest) }
    await post(tx, {
      key: `dunning-waived:${id}`,
      kind: 'refund',
      debit: 'workDone',
      reason,
      refundsId: claim.transactionId,
      lines: claimLines(claim.customerId, claim.currency, of, reason.slice(0, 200)),
    })
    return null
  })
}
