import { sql } from 'kysely'
import { codPayoutList } from '#contracts/money/cod/cod.ts'
import { mayPayout, type PayoutAction } from '#contracts/money/cod/cod.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict, failMissing } from '#server/kit/http/errors.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'

/** A payout as the database has it; the amount is minor units. */
export interface Payout {
  id: string
  no: string
  customerId: string
  currency: string
  amount: string
  payTo: 'bank' | 'balance'
  status: string
  receivingAccountId: string | null
  exportedAt: string | null
  firstUserId: string | null
  firstActorId: string | null
  transactionId: string | null
  version: number
}

/** Locks a payout the caller reaches; its items come after it. */
export async function lockPayout(tx: Tx, id: string): Promise<Payout> {
  const found = await sql<Payout>`select p.id, p.no, p.customer_id, p.currency, p.amount, p.pay_to,
      p.status, p.receiving_account_id, p.exported_at, p.first_user_id, p.first_actor_id,
      p.transaction_id, p.version
    from cod_payout as p where ${tx.rows('codPayout').where('p')} and p.id = ${id}
    for update`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}

/** Refuses what the state does not allow, and a version that is not the row's. */
export async function requirePayout(
  tx: Tx,
  action: PayoutAction,
  payout: Payout,
  version?: number,
): Promise<void> {
  if (version !== undefined && version !== payout.version)
    failConflict('row.stale', await wirePayout(tx, payout.id))
  if (!mayPayout(action, { ...payout, exported: payout.exportedAt !== null }))
    fail('cod.payoutState', { label: payout.no })
}

export const wirePayout = (ctx: Ctx, id: string) => listedRow(ctx, codPayoutList, id)

interface PayoutPatch {
  status: string
  reason?: string
  paidOn?: string | null
  transactionId?: string | null
  approved?: boolean
}

/** Writes a step of a payout, with its line in the data log. */
export async function patchPayout(tx: Tx, payout: Payout, patch: PayoutPatch): Promise<void> {
  const { username, realname } = tx.principal
  const { status, reason = null, paidOn, approved = false } = patch
  const by = approved ? realname || username : null
  const transactionId =
    patch.transactionId === undefined ? payout.transactionId : patch.transactionId
  await sql`update cod_payout as p set status = ${status}, reason = coalesce(${reason}, p.reason),
      paid_on = case when ${paidOn === null} then null
        else coalesce(${paidOn ?? null}::date, p.paid_on) end,
      transaction_id = ${transactionId}::bigint,
      approved_by = coalesce(${by}, p.approved_by),
      approved_at = case when ${approved} then now() else p.approved_at end,
      version = p.version + 1, update_by = ${username}, update_time = now()
    where ${tx.rows('codPayout').where('p')} and p.id = ${payout.id}`.execute(tx.db)
  await tx.audit(
    'cod_payout',
    payout.id,
    'edit',
    { status: payout.status },
    { status, ...(reason === null ? {} : { reason }), ...(approved ? { approvedBy: by } : {}) },
  )
}
