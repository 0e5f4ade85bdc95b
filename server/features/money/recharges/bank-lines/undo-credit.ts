import { sql } from 'kysely'
import { RECHARGE } from '#contracts/money/recharges.states.ts'
import { reverse } from '#server/features/money/ledger/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { fail, failConflict } from '#server/kit/http/errors.ts'
import { lockRecharge, type Recharge } from '../recharge-row.ts'
import { labelOf, lockLine, putLine, readLine, type StoredLine } from './line-row.ts'
import { requireBankUsers } from './match-line.ts'

interface Credited {
  id: string
  transactionId: string
  /** The movement was credited by its match; else it was linked to what was credited by hand. */
  byMatch: boolean
  /** The recharge was made for the movement. */
  madeFor: boolean
}

/**
 * Takes a movement from the recharge it was credited to: the posting is reversed where the match
 * made it, and the movement is open again. Refused where its money is spent or was refunded.
 * Answers false for a movement that belongs to no recharge.
 */
export async function undoCredit(tx: Tx, lineId: string, reason: string): Promise<boolean> {
  const { rechargeId } = await readLine(tx, lineId)
  if (rechargeId === null) return false
  const row = await lockRecharge(tx, rechargeId)
  const line = await lockLine(tx, lineId)
  if (line.status !== 'matched' || line.rechargeId !== rechargeId) failConflict('row.stale')
  const paid = await creditedBy(tx, lineId)
  if (paid.byMatch) await takeBack(tx, { line, row, paid, reason })
  else
    await sql`update recharge_payment as p set bank_line_id = null
      where ${tx.rows('rechargePayment').where('p')} and p.id = ${paid.id}`.execute(tx.db)
  await putLine(tx, line, { status: 'open', transactionId: null, settles: null, why: reason })
  return true
}

async function creditedBy(tx: Tx, lineId: string): Promise<Credited> {
  const found = await sql<Credited>`select p.id, p.transaction_id,
      p.create_time = l.matched_at as by_match, r.create_time = l.matched_at as made_for
    from ${tx.rows('rechargePayment').as('p')}
      join ${tx.rows('bankLine').as('l')} on l.id = p.bank_line_id
      join ${tx.rows('recharge').as('r')} on r.id = p.recharge_id
    where l.id = ${lineId}`.execute(tx.db)
  return found.rows[0]!
}

/** The recharge as before the payment; one that was made for it is rejected. */
async function takeBack(
  tx: Tx,
  of: { line: StoredLine; row: Recharge; paid: Credited; reason: string },
): Promise<void> {
  const { line, row, paid, reason } = of
  const minor = BigInt(line.amount)
  const left = BigInt(row.received) - minor
  // Which of its payments went back is the refund's matter: none is taken from under it.
  if (left < BigInt(row.refunded) + BigInt(row.chargedBack))
    fail('bank.refundedSince', { label: row.reference })
  await requireBankUsers(tx, line, { customerId: row.customerId, minor, inAll: minor })
  await sql`update recharge_payment as p set kind = 'undone', bank_line_id = null
    where ${tx.rows('rechargePayment').where('p')} and p.id = ${paid.id}`.execute(tx.db)
  const none = {
    outTradeNo: null,
    confirmedUserId: null,
    confirmedActorId: null,
    confirmedBy: null,
    confirmedAt: null,
  }
  await change(
    tx,
    'recharge',
    row.id,
    (now) => ({
      received: left.toString(),
      status: paid.madeFor
        ? RECHARGE.rejected
        : left >= BigInt(row.amount)
          ? RECHARGE.confirmed
          : left > 0n || now.paidOn !== null
            ? RECHARGE.paid
            : RECHARGE.draft,
      ...(left === 0n ? none : {}),
    }),
    { note: { undone: labelOf(line), reason } },
  )
  // Customers read the note on their statements: why it was undone is a matter of the house.
  await reverse(tx, {
    transactionId: paid.transactionId,
    reason,
    note: row.reference,
    useCredit: false,
  })
}
