import { sql } from 'kysely'
import { z } from 'zod'
import { idText } from '#contracts/kit/envelope.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { paymentAside } from '#contracts/money/recharges.events.ts'
import { RECHARGE, type Channel } from '#contracts/money/recharges.states.ts'
import { capture, hold, release } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { announce } from '../announce.ts'
import { paymentBy } from '../credit.ts'
import { lockRecharge, type Recharge } from '../recharge-row.ts'
import { refundPosting } from '../refund-posting.ts'
import type { Verdict } from './disputes.ts'
import { providerAccount, type ProviderAccount } from './provider-account.ts'
import type { Report } from './providers/provider.ts'

const refundAtProvider = job('recharges.refundAtProvider', z.object({ paymentId: idText }))
const holdKeyOf = (paymentId: string): string => `recharge:refund:${paymentId}`

/**
 * Keeps the customer's money for a refund the provider is asked for after the commit: it is taken
 * off the account when the provider has agreed, and free again where it refuses.
 */
export async function askRefund(
  tx: Tx,
  { customerId, currency }: Recharge,
  paymentId: string,
  minor: bigint,
): Promise<void> {
  await tx.job(refundAtProvider, { paymentId }, { key: `refund/${paymentId}` })
  await hold(tx, {
    key: holdKeyOf(paymentId),
    account: { kind: 'customer', customerId, currency },
    minor,
    what: 'recharge',
  })
}

interface Asked {
  id: string
  transactionId: string
  channel: Channel
  outTradeNo: string | null
  accountId: string
  rechargeId: string
  currency: string
  amount: string
  reason: string
  /** The credit it gives back. */
  refundsId: string
}

async function askedRefund(ctx: Ctx, id: string): Promise<Asked | null> {
  const found = await sql<Asked>`select p.id, p.recharge_id, p.amount, p.channel, p.reason,
      p.refunds_id, c.out_trade_no, c.transaction_id, r.receiving_account_id as account_id,
      r.currency
    from ${ctx.rows('rechargePayment').as('p')}
      join ${ctx.rows('rechargePayment').as('c')} on c.id = p.refunds_id
      join ${ctx.rows('recharge').as('r')} on r.id = p.recharge_id
    where p.id = ${id} and p.kind = 'refund' and p.state = 'asked'`.execute(ctx.db)
  return found.rows[0] ?? null
}

defineJob(refundAtProvider, sendRefund, (ctx, { paymentId }) => putAside(ctx, paymentId))

/** Asks the provider, under a key by which the same refund again is one. */
export async function sendRefund(ctx: Ctx, { paymentId }: { paymentId: string }): Promise<void> {
  const asked = await askedRefund(ctx, paymentId)
  if (!asked) return
  const account = await providerAccount(ctx, asked.accountId)
  if (!account) throw new Error(`payment account ${asked.accountId} has no keys`)
  const answer = await account.client.refund({
    outTradeNo: asked.outTradeNo ?? '',
    minor: BigInt(asked.amount),
    currency: asked.currency,
    key: keyOf(ctx, paymentId),
    reason: asked.reason,
  })
  await inTx(ctx, (tx) => endRefund(tx, paymentId, answer))
}

/** Takes a refund off the account, or frees its money: once. The recharge is locked first. */
export async function endRefund(
  tx: Tx,
  paymentId: string,
  answer: { made: true; ref: string | null } | { made: false; reason: string },
): Promise<void> {
  const seen = await askedRefund(tx, paymentId)
  if (!seen) return
  const row = await lockRecharge(tx, seen.rechargeId)
  const asked = await askedRefund(tx, paymentId)
  if (!asked) return
  await settleUnsure(tx, asked)
  const minor = BigInt(asked.amount)
  if (answer.made) {
    await setState(tx, paymentId, 'done', answer.ref)
    await announce(tx, row, 'refunded', minor, `refunded:${paymentId}`)
    const posting = refundPosting(row, asked, { paymentId, minor, reason: asked.reason })
    const { transactionId } = await capture(tx, holdKeyOf(paymentId), posting)
    await sql`update recharge_payment as p set transaction_id = ${transactionId}
      where ${tx.rows('rechargePayment').where('p')} and p.id = ${paymentId}`.execute(tx.db)
  } else {
    await setState(tx, paymentId, 'failed', null)
    await takeRefundBack(tx, row, minor, answer.reason)
    await announce(tx, row, 'refundRefused', minor, `refundRefused:${paymentId}`)
    await release(tx, holdKeyOf(paymentId), answer.reason)
  }
}

/** The key a provider knows a refund of ours by. */
const keyOf = (ctx: Ctx, paymentId: string): string =>
  `refund-${ctx.principal.tenantId}-${paymentId}`

/**
 * Money a provider gave back. What was asked for here is booked with its answer; a refund made at
 * the provider itself is in no book, so finance books it.
 */
export async function takeRefunded(
  tx: Tx,
  account: ProviderAccount,
  { no, ref, outTradeNo }: Report,
): Promise<Verdict> {
  const paid = outTradeNo === null ? null : await paymentBy(tx, account.client.channel, outTradeNo)
  if (!paid) return { status: 'aside', why: 'unknownReference' }
  const { rechargeId } = paid
  const { rows } = await sql<{ id: string; ref: string | null }>`select p.id, p.provider_ref as ref
    from ${tx.rows('rechargePayment').as('p')}
    where p.refunds_id = ${paid.id} and p.kind = 'refund'`.execute(tx.db)
  const isOurs = rows.some((one) => keyOf(tx, one.id) === no || (ref !== null && one.ref === ref))
  return isOurs
    ? { status: 'done', rechargeId }
    : { status: 'aside', why: 'refundElsewhere', rechargeId }
}

export const unsureEventOf = (paymentId: string): string => `refund:${paymentId}`

/** What waits for finance since there was no answer is done with the refund. */
async function settleUnsure(tx: Tx, { id, accountId }: Asked): Promise<void> {
  const { username } = tx.principal
  const done = await sql<{ id: string }>`update payment_event as e set status = 'settled',
      settled_by = ${username}, settled_at = now(), version = e.version + 1,
      update_by = ${username}, update_time = now()
    where ${tx.rows('paymentEvent').where('e')} and e.receiving_account_id = ${accountId}
      and e.event_id = ${unsureEventOf(id)} and e.status = 'aside' returning e.id`.execute(tx.db)
  await tx.auditMany(
    'payment_event',
    'edit',
    done.rows.map((event) => ({
      id: event.id,
      before: { status: 'aside' },
      after: { status: 'settled' },
    })),
  )
}

async function setState(
  tx: Tx,
  id: string,
  state: 'done' | 'failed',
  ref: string | null,
): Promise<void> {
  await sql`update recharge_payment as p set state = ${state}, provider_ref = ${ref}
    where ${tx.rows('rechargePayment').where('p')} and p.id = ${id}`.execute(tx.db)
  await tx.audit('recharge_payment', id, 'edit', { state: 'asked' }, { state, providerRef: ref })
}

async function takeRefundBack(tx: Tx, row: Recharge, minor: bigint, reason: string): Promise<void> {
  const refunded = (BigInt(row.refunded) - minor).toString()
  const whole = BigInt(row.received) >= BigInt(row.amount)
  const status =
    row.status !== RECHARGE.refunded ? row.status : whole ? RECHARGE.confirmed : RECHARGE.paid
  await sql`update recharge as r set status = ${status}, refunded = ${refunded}::bigint,
      reason = ${reason}, version = r.version + 1, update_by = ${tx.principal.username},
      update_time = now()
    where ${tx.rows('recharge').where('r')} and r.id = ${row.id}`.execute(tx.db)
  await tx.audit(
    'recharge',
    row.id,
    'edit',
    { status: row.status, refunded: row.refunded },
    { status, refunded, reason },
  )
}

/** No answer in all attempts: the money stays held until finance has looked at the provider's. */
export async function putAside(ctx: Ctx, paymentId: string): Promise<void> {
  const asked = await askedRefund(ctx, paymentId)
  if (!asked) return
  await inTx(ctx, async (tx) => {
    const { tenantId, username } = tx.principal
    const made = await sql<{ id: string }>`insert into payment_event (tenant_id,
        receiving_account_id, event_id, kind, status, why, out_trade_no, currency, amount,
        recharge_id, create_by)
      values (${tenantId}, ${asked.accountId}, ${unsureEventOf(asked.id)}, 'refundFailed', 'aside',
        'refundUnsure', ${asked.outTradeNo}, ${asked.currency}, ${asked.amount}::bigint,
        ${asked.rechargeId}, ${username})
      on conflict do nothing returning id`.execute(tx.db)
    const id = made.rows[0]?.id
    if (id === undefined) return
    await tx.audit('payment_event', id, 'add', null, { why: 'refundUnsure', amount: asked.amount })
    const minor = BigInt(asked.amount)
    const { currency } = asked
    await tx.emit(paymentAside, {
      id,
      why: 'refundUnsure',
      outTradeNo: asked.outTradeNo ?? '',
      amount: `${formatMoney({ minor, currency })} ${currency}`,
    })
  })
}
