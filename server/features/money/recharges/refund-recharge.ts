import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { recharges } from '#contracts/money/recharges.ts'
import { isOnline, RECHARGE } from '#contracts/money/recharges.states.ts'
import { requireOwnSession } from '#server/features/money/accounts/index.ts'
import { post, requireSecondUser } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { announce } from './announce.ts'
import { takesTwo } from './limits.ts'
import { askRefund } from './online/refund-online.ts'
import { refundPosting, type Part } from './refund-posting.ts'
import {
  lockRecharge,
  minorIn,
  requireAction,
  wireRecharge,
  type Recharge,
} from './recharge-row.ts'

/**
 * Gives money of a recharge back, from its last payment on: never more than came, nor more than is
 * available on the account. Above what one user decides alone it is not the one who confirmed it.
 */
export function refundRecharge(
  ctx: Ctx,
  { id, version, amount, reason }: In<typeof recharges.refund>,
): Promise<Out<typeof recharges.refund>> {
  return inTx(ctx, async (tx) => {
    const row = await lockRecharge(tx, id)
    await requireAction(tx, 'refund', row, version)
    const { currency } = row
    const minor = minorIn(amount, currency)
    const left = BigInt(row.received) - BigInt(row.refunded) - BigInt(row.chargedBack)
    if (minor > left)
      fail('recharge.refundTooMuch', { left: formatMoney({ minor: left, currency }), currency })
    const refunded = BigInt(row.refunded) + minor
    // With what went back before: parts do not get round the limit.
    if (
      await takesTwo(tx, {
        kind: 'refund',
        customerId: row.customerId,
        currency: row.currency,
        minor,
        inAll: refunded,
      })
    ) {
      requireOwnSession(tx)
      if (row.confirmedUserId !== null)
        await requireSecondUser(tx, { userId: row.confirmedUserId, actorId: row.confirmedActorId })
    }
    const status = refunded === BigInt(row.received) ? RECHARGE.refunded : row.status
    await sql`update recharge as r set status = ${status}, reason = ${reason},
        refunded = ${refunded.toString()}::bigint, version = r.version + 1,
        update_by = ${tx.principal.username}, update_time = now()
      where ${tx.rows('recharge').where('r')} and r.id = ${id}`.execute(tx.db)
    await tx.audit(
      'recharge',
      id,
      'edit',
      { status: row.status, refunded: row.refunded },
      { status, refunded: refunded.toString(), reason },
    )
    let rest = minor
    for (const part of await partsOf(tx, id)) {
      const given = rest < BigInt(part.left) ? rest : BigInt(part.left)
      if (given === 0n) continue
      await giveBack(tx, row, part, given, reason)
      rest -= given
    }
    if (rest > 0n) throw new Error(`recharge ${id} has received more than its payments`)
    return wireRecharge(tx, id)
  })
}

/** Payments with what is left of each, the last first. */
async function partsOf(tx: Tx, rechargeId: string): Promise<Part[]> {
  const found = await sql<Part>`select p.id, p.transaction_id, p.channel, p.out_trade_no,
      coalesce(l.receiving_account_id, r.receiving_account_id) as account_id,
      p.amount - coalesce((select sum(b.amount) from ${tx.rows('rechargePayment').as('b')}
        where b.refunds_id = p.id and b.kind = 'refund' and b.state <> 'failed'), 0) as "left"
    from ${tx.rows('rechargePayment').as('p')}
      join ${tx.rows('recharge').as('r')} on r.id = p.recharge_id
      left join ${tx.rows('bankLine').as('l')} on l.id = p.bank_line_id
    where p.recharge_id = ${rechargeId} and p.kind = 'credit' order by p.id desc`.execute(tx.db)
  return found.rows
}

/** Through the provider where it came through one: it is asked after the commit. */
async function giveBack(
  tx: Tx,
  row: Recharge,
  part: Part,
  minor: bigint,
  reason: string,
): Promise<void> {
  const { tenantId, username } = tx.principal
  const online = isOnline(part.channel)
  const made = await sql<{ id: string }>`insert into recharge_payment (tenant_id, recharge_id,
      kind, amount, channel, out_trade_no, refunds_id, state, reason, create_by)
    values (${tenantId}, ${row.id}, 'refund', ${minor.toString()}::bigint, ${part.channel},
      ${part.outTradeNo}, ${part.id}, ${online ? 'asked' : 'done'}, ${reason}, ${username})
    returning id`.execute(tx.db)
  const paymentId = made.rows[0]!.id
  if (online) return askRefund(tx, row, paymentId, minor)
  await announce(tx, row, 'refunded', minor, `refunded:${paymentId}`)
  const { transactionId } = await post(tx, refundPosting(row, part, { paymentId, minor, reason }))
  await sql`update recharge_payment as p set transaction_id = ${transactionId}
    where ${tx.rows('rechargePayment').where('p')} and p.id = ${paymentId}`.execute(tx.db)
}
