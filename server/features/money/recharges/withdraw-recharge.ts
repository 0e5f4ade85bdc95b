import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { recharges } from '#contracts/money/recharges.ts'
import { RECHARGE } from '#contracts/money/recharges.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { lockRecharge, requireAction, wireRecharge } from './recharge-row.ts'

/** The customer takes its request back; money that comes all the same is put aside for finance. */
export function withdrawRecharge(
  ctx: Ctx,
  { id, version }: In<typeof recharges.withdraw>,
): Promise<Out<typeof recharges.withdraw>> {
  return inTx(ctx, async (tx) => {
    const row = await lockRecharge(tx, id)
    await requireAction(tx, 'withdraw', row, version)
    await change(tx, 'recharge', id, { status: RECHARGE.withdrawn })
    return wireRecharge(tx, id)
  })
}
