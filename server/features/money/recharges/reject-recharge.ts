import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { recharges } from '#contracts/money/recharges.ts'
import { RECHARGE } from '#contracts/money/recharges.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { announce } from './announce.ts'
import { lockRecharge, requireAction, wireRecharge } from './recharge-row.ts'

/** No money came, or it is none of this customer's: nothing was credited. */
export function rejectRecharge(
  ctx: Ctx,
  { id, version, reason }: In<typeof recharges.reject>,
): Promise<Out<typeof recharges.reject>> {
  return inTx(ctx, async (tx) => {
    const row = await lockRecharge(tx, id)
    await requireAction(tx, 'reject', row, version)
    await sql`update recharge as r set status = ${RECHARGE.rejected}, reason = ${reason},
        first_user_id = null, first_actor_id = null, first_by = null, first_at = null,
        first_amount = null, first_trade_no = null, version = r.version + 1,
        update_by = ${tx.principal.username}, update_time = now()
      where ${tx.rows('recharge').where('r')} and r.id = ${id}`.execute(tx.db)
    await tx.audit(
      'recharge',
      id,
      'edit',
      { status: row.status },
      { status: RECHARGE.rejected, reason },
    )
    await announce(tx, row, 'rejected', BigInt(row.amount), 'rejected')
    return wireRecharge(tx, id)
  })
}
