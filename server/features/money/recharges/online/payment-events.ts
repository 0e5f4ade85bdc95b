import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { paymentEventList, type paymentEvents } from '#contracts/money/payment-events.ts'
import { requireOwnSession } from '#server/features/money/accounts/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failMissing } from '#server/kit/http/errors.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'
import { paymentBy } from '../credit.ts'
import { takesTwo } from '../limits.ts'
import { lockRecharge } from '../recharge-row.ts'
import { creditOnline } from './paid.ts'
import { providerAccount } from './provider-account.ts'

interface Event {
  id: string
  kind: string
  status: string
  why: string | null
  outTradeNo: string | null
  currency: string | null
  amount: string | null
  receivingAccountId: string
  rechargeId: string | null
  firstMade: boolean | null
  firstUserId: string | null
  firstActorId: string | null
  version: number
}

export const wireEvent = (ctx: Ctx, id: string) => listedRow(ctx, paymentEventList, id)

export async function lockAside(tx: Tx, id: string, version: number): Promise<Event> {
  const found = await sql<Event>`select e.id, e.kind, e.status, e.why, e.out_trade_no, e.currency,
      e.amount, e.receiving_account_id, e.recharge_id, e.first_made, e.first_user_id,
      e.first_actor_id, e.version
    from payment_event as e where ${tx.rows('paymentEvent').where('e')} and e.id = ${id}
    for update`.execute(tx.db)
  const row = found.rows[0] ?? failMissing()
  if (row.version !== version) failConflict('row.stale', await wireEvent(tx, id))
  if (row.status !== 'aside') fail('payment.notAside')
  return row
}

/** Finance credits what was put aside: the provider has the money, so one user and a proof do. */
export async function creditAside(
  ctx: Ctx,
  { id, version }: In<typeof paymentEvents.credit>,
): Promise<Out<typeof paymentEvents.credit>> {
  const seen = await sql<{ receivingAccountId: string; rechargeId: string | null }>`select
      e.receiving_account_id, e.recharge_id
    from ${ctx.rows('paymentEvent').as('e')} where e.id = ${id}`.execute(ctx.db)
  const { receivingAccountId, rechargeId } = seen.rows[0] ?? failMissing()
  if (rechargeId === null) fail('payment.notCreditable')
  const account = await providerAccount(asSystem(ctx, ctx.principal.tenantId), receivingAccountId)
  if (!account) fail('recharge.providerOff')
  return inTx(ctx, async (tx) => {
    const row = await lockRecharge(tx, rechargeId)
    const event = await lockAside(tx, id, version)
    const { amount, outTradeNo, currency } = event
    if (
      event.kind !== 'paid' ||
      amount === null ||
      outTradeNo === null ||
      currency !== row.currency
    )
      return fail('payment.notCreditable')
    if (await paymentBy(tx, account.client.channel, outTradeNo))
      fail('recharge.tradeNoUsed', { value: outTradeNo })
    const minor = BigInt(amount)
    if (
      await takesTwo(tx, {
        kind: 'credit',
        customerId: row.customerId,
        currency: row.currency,
        minor,
        inAll: BigInt(row.received) + minor,
      })
    ) {
      requireOwnSession(tx)
      await requireStepUp(tx)
    }
    await settled(tx, event, null)
    const answer = await wireEvent(tx, id)
    await creditOnline(tx, account, row, { minor, outTradeNo })
    return answer
  })
}

export function settleAside(
  ctx: Ctx,
  { id, version, remark }: In<typeof paymentEvents.settle>,
): Promise<Out<typeof paymentEvents.settle>> {
  return inTx(ctx, async (tx) => {
    const event = await lockAside(tx, id, version)
    // Its money is held until the refund is ended.
    if (event.why === 'refundUnsure') fail('payment.refundOpen')
    await settled(tx, event, remark)
    return wireEvent(tx, id)
  })
}

async function settled(tx: Tx, { id, status }: Event, remark: string | null): Promise<void> {
  const { username } = tx.principal
  await sql`update payment_event as e set status = 'settled', remark = ${remark},
      settled_by = ${username}, settled_at = now(), version = e.version + 1,
      update_by = ${username}, update_time = now()
    where ${tx.rows('paymentEvent').where('e')} and e.id = ${id}`.execute(tx.db)
  const after = { status: 'settled', settledBy: username, remark }
  await tx.audit('payment_event', id, 'edit', { status }, after)
}
