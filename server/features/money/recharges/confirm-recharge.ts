import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { recharges } from '#contracts/money/recharges.ts'
import { requireOwnSession } from '#server/features/money/accounts/index.ts'
import { requireSecondUser } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { credit, paymentBy } from './credit.ts'
import { takesTwo } from './limits.ts'
import {
  lockRecharge,
  minorIn,
  openOf,
  requireAction,
  wireRecharge,
  type Recharge,
} from './recharge-row.ts'

/**
 * The money came. The same confirmation again answers the recharge as it is; above what one user
 * may confirm alone the first call is kept, and another user's call with the same facts posts it.
 */
export function confirmRecharge(
  ctx: Ctx,
  { id, amount, outTradeNo }: In<typeof recharges.confirm>,
): Promise<Out<typeof recharges.confirm>> {
  return inTx(ctx, async (tx) => {
    const row = await lockRecharge(tx, id)
    const sent = amount == null ? null : minorIn(amount, row.currency)
    const known = await paymentBy(tx, row.channel, outTradeNo)
    if (known) {
      if (known.rechargeId !== id || (sent !== null && sent !== BigInt(known.amount)))
        fail('recharge.tradeNoUsed', { value: outTradeNo })
      return wireRecharge(tx, id)
    }
    await requireAction(tx, 'confirm', row)
    const minor = sent ?? openOf(row)
    if (minor === 0n) failFields([{ path: 'amount', code: 'field.required' }])
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
      if (row.firstUserId === null) {
        await keepFirst(tx, row, minor, outTradeNo)
        return wireRecharge(tx, id)
      }
      await requireSecondUser(tx, { userId: row.firstUserId, actorId: row.firstActorId })
      if (row.firstTradeNo !== outTradeNo || BigInt(row.firstAmount ?? '0') !== minor)
        fail('recharge.firstDiffers')
    }
    const { channel, receivingAccountId: accountId } = row
    await credit(tx, row, { minor, channel, outTradeNo, accountId, lineId: null })
    return wireRecharge(tx, id)
  })
}

async function keepFirst(tx: Tx, row: Recharge, minor: bigint, outTradeNo: string): Promise<void> {
  const { userId, username, actor } = tx.principal
  await sql`update recharge as r set first_user_id = ${userId}, first_actor_id = ${actor?.userId ?? null},
      first_by = ${username}, first_at = now(), first_amount = ${minor.toString()}::bigint,
      first_trade_no = ${outTradeNo}, version = r.version + 1, update_by = ${username},
      update_time = now()
    where ${tx.rows('recharge').where('r')} and r.id = ${row.id}`.execute(tx.db)
  await tx.audit('recharge', row.id, 'edit', null, {
    firstBy: username,
    firstAmount: minor.toString(),
    firstTradeNo: outTradeNo,
  })
}
