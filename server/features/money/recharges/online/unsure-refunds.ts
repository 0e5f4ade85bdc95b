import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { paymentEvents } from '#contracts/money/payment-events.ts'
import { requireOwnSession } from '#server/features/money/accounts/index.ts'
import { requireSecondUser } from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing, Refusal } from '#server/kit/http/errors.ts'
import { lockRecharge } from '../recharge-row.ts'
import { lockAside, wireEvent } from './payment-events.ts'
import { endRefund, sendRefund } from './refund-online.ts'

interface Unsure {
  paymentId: string
  rechargeId: string
}

/** The refund a report put aside is about. */
async function unsureOf(ctx: Ctx, id: string): Promise<Unsure> {
  const found = await sql<{ why: string | null; eventId: string; rechargeId: string | null }>`select
      e.why, e.event_id, e.recharge_id
    from ${ctx.rows('paymentEvent').as('e')} where e.id = ${id}`.execute(ctx.db)
  const { why, eventId, rechargeId } = found.rows[0] ?? failMissing()
  if (why !== 'refundUnsure' || rechargeId === null) fail('payment.notUnsure')
  return { paymentId: eventId.replace(/^refund:/, ''), rechargeId }
}

/** Sends it again; the provider knows the key, so it is made once. */
export async function askRefundAgain(
  ctx: Ctx,
  { id, version }: In<typeof paymentEvents.askRefund>,
): Promise<Out<typeof paymentEvents.askRefund>> {
  const { paymentId } = await unsureOf(ctx, id)
  await inTx(ctx, async (tx) => {
    await lockAside(tx, id, version)
    await tx.audit('payment_event', id, 'edit', null, { askedAgain: tx.principal.username })
  })
  try {
    await sendRefund(asSystem(ctx, ctx.principal.tenantId), { paymentId })
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { name = '', code = '' } = error as { name?: string; code?: string }
    ctx.log.warn({ name, code, payment: paymentId }, 'a payment provider gave no answer')
    fail('recharge.providerFailed')
  }
  return wireEvent(ctx, id)
}

/** What two users found at the provider: the first is kept, the second ends it. */
export async function decideRefund(
  ctx: Ctx,
  { id, version, made, evidence }: In<typeof paymentEvents.decideRefund>,
): Promise<Out<typeof paymentEvents.decideRefund>> {
  requireOwnSession(ctx)
  const { paymentId, rechargeId } = await unsureOf(ctx, id)
  return inTx(ctx, async (tx) => {
    await lockRecharge(tx, rechargeId)
    const event = await lockAside(tx, id, version)
    await requireStepUp(tx)
    if (event.firstUserId === null) {
      await keepFirst(tx, id, made, evidence)
      return wireEvent(tx, id)
    }
    await requireSecondUser(tx, { userId: event.firstUserId, actorId: event.firstActorId })
    if (event.firstMade !== made) {
      // They found different things: the second is the first of another two.
      await keepFirst(tx, id, made, evidence)
      return wireEvent(tx, id)
    }
    const { username } = tx.principal
    await sql`update payment_event as e set remark = e.remark || ' / ' || ${evidence}::text,
        update_by = ${username}, update_time = now()
      where ${tx.rows('paymentEvent').where('e')} and e.id = ${id}`.execute(tx.db)
    await tx.audit('payment_event', id, 'edit', null, { made, evidence })
    const answer = made ? { made, ref: null } : { made, reason: evidence }
    await endRefund(tx, paymentId, answer as Parameters<typeof endRefund>[2])
    return wireEvent(tx, id)
  })
}

async function keepFirst(tx: Tx, id: string, made: boolean, evidence: string): Promise<void> {
  const { userId, username, actor } = tx.principal
  await sql`update payment_event as e set first_made = ${made}, first_user_id = ${userId},
      first_actor_id = ${actor?.userId ?? null}, first_by = ${username}, remark = ${evidence},
      version = e.version + 1, update_by = ${username}, update_time = now()
    where ${tx.rows('paymentEvent').where('e')} and e.id = ${id}`.execute(tx.db)
  await tx.audit('payment_event', id, 'edit', null, { firstBy: username, made, evidence })
}
