import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { rechargeReported } from '#contracts/money/recharges.events.ts'
import type { recharges } from '#contracts/money/recharges.ts'
import { RECHARGE } from '#contracts/money/recharges.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { lockRecharge, requireAction, wireRecharge } from './recharge-row.ts'

/** The customer has paid: finance looks for the money. */
export function reportPaid(
  ctx: Ctx,
  { id, version, paidOn, payer }: In<typeof recharges.report>,
): Promise<Out<typeof recharges.report>> {
  return inTx(ctx, async (tx) => {
    const row = await lockRecharge(tx, id)
    await requireAction(tx, 'report', row, version)
    await sql`update recharge as r set status = ${RECHARGE.paid}, paid_on = ${paidOn}::date,
        payer = coalesce(${payer ?? null}, r.payer), version = r.version + 1,
        update_by = ${tx.principal.username}, update_time = now()
      where ${tx.rows('recharge').where('r')} and r.id = ${id}`.execute(tx.db)
    await tx.audit(
      'recharge',
      id,
      'edit',
      { status: row.status },
      { status: RECHARGE.paid, paidOn, ...(payer ? { payer } : {}) },
    )
    const { rows } = await sql<{ name: string }>`select k.name from ${tx.rows('customer').as('k')}
      where k.id = ${row.customerId}`.execute(tx.db)
    const { reference, currency } = row
    await tx.emit(rechargeReported, {
      id,
      version: row.version + 1,
      reference,
      amount: formatMoney({ minor: BigInt(row.amount), currency }),
      currency,
      customer: rows[0]?.name ?? '',
    })
    return wireRecharge(tx, id)
  })
}
