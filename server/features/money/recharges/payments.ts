import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { recharges } from '#contracts/money/recharges.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { wireRecharge } from './recharge-row.ts'

type Payments = Out<typeof recharges.payments>
interface Row {
  id: string
  kind: 'credit' | 'undone' | 'refund' | 'chargeback' | 'reinstated'
  state: 'asked' | 'done' | 'failed'
  amount: string
  fee: string | null
  currency: string
  channel: string
  outTradeNo: string | null
  reason: string | null
  createTime: string
}

/** What came of a recharge, went back and was taken back, the first first. */
export async function listPayments(
  ctx: Ctx,
  { id }: In<typeof recharges.payments>,
): Promise<Payments> {
  await wireRecharge(ctx, id)
  const found = await sql<Row>`select p.id, p.kind, p.state, p.amount, p.fee, r.currency,
      p.channel, p.out_trade_no, p.reason, p.create_time
    from ${ctx.rows('rechargePayment').as('p')}
      join ${ctx.rows('recharge').as('r')} on r.id = p.recharge_id
    where p.recharge_id = ${id} order by p.id`.execute(ctx.db)
  return found.rows.map((row) => {
    const worded = (amount: string) =>
      formatMoney({ minor: BigInt(amount), currency: row.currency })
    return {
      ...row,
      amount: worded(row.amount),
      fee: row.fee === null || row.fee === '0' ? null : worded(row.fee),
      createTime: new Date(row.createTime).toISOString(),
    }
  })
}
