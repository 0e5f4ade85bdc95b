import { sql } from 'kysely'
import { MONEY_MOST } from '#contracts/kit/money.ts'
import { typedNumber } from '#contracts/kit/typed-number.ts'
import { RECHARGE, type Channel } from '#contracts/money/recharges.states.ts'
import { failTooLarge, post } from '#server/features/money/ledger/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { announce } from './announce.ts'
import type { Recharge } from './recharge-row.ts'

export interface Payment {
  minor: bigint
  channel: Channel
  outTradeNo: string
  /** Where it came in. */
  accountId: string
  lineId: string | null
  /** The day it came; today where it is not known. */
  on?: string
}
interface Known {
  id: string
  rechargeId: string
  amount: string
  bankLineId: string | null
}

/** The payment of this channel with this number, if it was credited before. */
export async function paymentBy(
  tx: Tx,
  channel: string,
  outTradeNo: string,
): Promise<Known | null> {
  const found = await sql<Known>`select p.id, p.recharge_id, p.amount, p.bank_line_id
    from ${tx.rows('rechargePayment').as('p')}
    where p.kind = 'credit' and p.channel = ${channel}
      and upper(p.out_trade_no) = upper(${typedNumber(outTradeNo)})`.execute(tx.db)
  return found.rows[0] ?? null
}

/**
 * Credits a payment to the customer of a locked recharge. Less than was asked for leaves it open
 * for the rest, more is credited whole: it is the customer's money. The ledger posts a payment of a
 * channel once, whatever asks for it.
 */
export async function credit(tx: Tx, row: Recharge, payment: Payment): Promise<void> {
  const { minor, channel, accountId, lineId } = payment
  // Banks' files and providers have them as they like.
  const outTradeNo = typedNumber(payment.outTradeNo)
  const { customerId, currency, reference } = row
  const { tenantId, username, userId, actor } = tx.principal
  const made = await sql<{ id: string }>`insert into recharge_payment (tenant_id, recharge_id,
      kind, amount, channel, out_trade_no, bank_line_id, create_by)
    values (${tenantId}, ${row.id}, 'credit', ${minor.toString()}::bigint, ${channel},
      ${outTradeNo}, ${lineId}, ${username})
    on conflict do nothing returning id`.execute(tx.db)
  const paymentId = made.rows[0]?.id ?? fail('recharge.tradeNoUsed', { value: outTradeNo })
  const received = BigInt(row.received) + minor
  if (received > MONEY_MOST) failTooLarge(currency)
  const whole = received >= BigInt(row.amount)
  const status = whole ? RECHARGE.confirmed : RECHARGE.paid
  await sql`update recharge as r set status = ${status}, received = ${received.toString()}::bigint,
      out_trade_no = ${outTradeNo}, confirmed_user_id = ${userId === '0' ? null : userId},
      confirmed_actor_id = ${actor?.userId ?? null}, confirmed_by = ${username},
      confirmed_at = now(), first_user_id = null, first_actor_id = null, first_by = null,
      first_at = null, first_amount = null, first_trade_no = null, version = r.version + 1,
      update_by = ${username}, update_time = now()
    where ${tx.rows('recharge').where('r')} and r.id = ${row.id}`.execute(tx.db)
  await tx.audit(
    'recharge',
    row.id,
    'edit',
    { status: row.status, received: row.received },
    { status, received: received.toString(), outTradeNo, channel },
  )
  await announce(tx, row, whole ? 'confirmed' : 'part', minor, `payment:${paymentId}`)
  const posted = await post(tx, {
    key: `recharge:${channel}:${outTradeNo.toUpperCase()}${await timeOf(tx, channel, outTradeNo)}`,
    kind: 'recharge',
    debit: 'workDone',
    ...(payment.on ? { on: payment.on } : {}),
    lines: [
      {
        account: { kind: 'customer', customerId, currency },
        minor,
        trade: { tradeItem: 'recharge', paymentChannel: channel, outTradeNo, note: reference },
      },
      { account: { kind: 'cash', ref: accountId, customerId, currency }, minor: -minor },
    ],
  })
  await sql`update recharge_payment as p set transaction_id = ${posted.transactionId}
    where ${tx.rows('rechargePayment').where('p')} and p.id = ${paymentId}`.execute(tx.db)
}

/** What was credited and undone may be credited again: each time is a posting of its own. */
async function timeOf(tx: Tx, channel: Channel, outTradeNo: string): Promise<string> {
  const found = await sql<{ times: number }>`select count(*)::int as times
    from ${tx.rows('rechargePayment').as('p')}
    where p.kind = 'undone' and p.channel = ${channel}
      and upper(p.out_trade_no) = upper(${outTradeNo})`.execute(tx.db)
  const { times } = found.rows[0]!
  return times === 0 ? '' : `:${times}`
}
