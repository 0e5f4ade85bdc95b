import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { bankLines } from '#contracts/money/bank-lines.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { insertRecharge } from '../add-recharge.ts'
import { lockRecharge } from '../recharge-row.ts'
import { labelOf, lockOpenLine, wireLine } from './line-row.ts'
import { matchLocked } from './match-line.ts'

/** Money came that was not asked for: a recharge of its amount is made and credited. */
export function assignLine(
  ctx: Ctx,
  { id, customerId }: In<typeof bankLines.assign>,
): Promise<Out<typeof bankLines.assign>> {
  return inTx(ctx, async (tx) => {
    const line = await lockOpenLine(tx, id)
    const minor = BigInt(line.amount)
    if (minor <= 0n) fail('bank.notOpen', { label: labelOf(line) })
    const rechargeId = await insertRecharge(tx, {
      customerId,
      receivingAccountId: line.receivingAccountId,
      currency: line.currency,
      channel: 'BANK',
      minor,
      payer: line.counterparty,
      remark: null,
    })
    await matchLocked(tx, line, await lockRecharge(tx, rechargeId))
    return wireLine(tx, id)
  })
}
