import { sql } from 'kysely'
import { rechargeReference } from '#contracts/money/recharge-reference.ts'
import { post } from './features/money/ledger/index.ts'
import type { Tx } from './kit/access/ctx.ts'
import { reserveNumbers } from './kit/db/serial-numbers.ts'

const DAY = 24 * 3_600_000
/** The currency the demo's customers are priced in. */
export const CURRENCY = 'EUR'

/** Money a customer paid in, minor units: what it asked for, what came, what went back. */
export interface Recharge {
  daysAgo: number
  asked: bigint
  received?: bigint
  refunded?: bigint
}
interface Payer {
  customerId: string
  bankId: string | null
  outTradeNo: string
  at: number
}

/** The moment of what the ledger posts from here to the end of the transaction; null: now. */
export async function setMoment(tx: Tx, moment: number | null): Promise<void> {
  const text = moment === null ? '' : new Date(Math.min(moment, Date.now() - 60_000)).toISOString()
  await sql`select set_config('parcelyard.demo_moment', ${text}, true)`.execute(tx.db)
}

export async function payIn(
  tx: Tx,
  who: Payer,
  { asked, received = asked, refunded = 0n }: Omit<Recharge, 'daysAgo'>,
): Promise<void> {
  const { customerId, bankId, outTradeNo, at } = who
  const { tenantId, username } = tx.principal
  const when = new Date(at).toISOString()
  const reference = rechargeReference(
    (await reserveNumbers(tx, 'recharge', { count: 1, ids: {} })).first,
  )
  const status = received < asked ? 'paid' : refunded === received ? 'refunded' : 'confirmed'
  const made = await sql<{ id: string }>`insert into recharge (tenant_id, reference, customer_id,
        currency, amount, received, refunded, channel, receiving_account_id, out_trade_no, status,
        paid_on, confirmed_by, confirmed_at, reason, create_by, create_time)
      values (${tenantId}, ${reference}, ${customerId}, ${CURRENCY},
        ${asked.toString()}::bigint, ${received.toString()}::bigint,
        ${refunded.toString()}::bigint, 'BANK', ${bankId}, ${outTradeNo}, ${status},
        ${when}::timestamptz::date, ${username}, ${when}::timestamptz,
        ${refunded > 0n ? '客户申请退款' : null}, ${username},
        ${when}::timestamptz - interval '1 day')
      returning id`.execute(tx.db)
  const of = { ...who, rechargeId: made.rows[0]!.id, reference }
  const credit = await putPayment(tx, of, received, null)
  if (refunded > 0n) await putPayment(tx, { ...of, at: at + DAY }, -refunded, credit)
}

/** Money that came, or went back of a payment. */
async function putPayment(
  tx: Tx,
  of: Payer & { rechargeId: string; reference: string },
  minor: bigint,
  credit: { id: string; transactionId: string } | null,
): Promise<{ id: string; transactionId: string }> {
  const { tenantId, username } = tx.principal
  const { customerId, bankId, rechargeId, reference, outTradeNo, at } = of
  await setMoment(tx, at)
  const { transactionId } = await post(tx, {
    key: credit ? `recharge:refund:${reference}` : `recharge:BANK:${outTradeNo}`,
    kind: credit ? 'refund' : 'recharge',
    debit: 'workDone',
    ...(credit ? { refundsId: credit.transactionId, reason: '客户申请退款' } : {}),
    lines: [
      {
        account: { kind: 'customer', customerId, currency: CURRENCY },
        minor,
        trade: { tradeItem: 'recharge', paymentChannel: 'BANK', outTradeNo, note: reference },
      },
      {
        account: { kind: 'cash', ref: bankId ?? '', customerId, currency: CURRENCY },
        minor: -minor,
      },
    ],
  })
  const { rows } = await sql<{ id: string }>`insert into recharge_payment (tenant_id, recharge_id,
        kind, amount, channel, out_trade_no, transaction_id, refunds_id, create_by, create_time)
      values (${tenantId}, ${rechargeId}, ${credit ? 'refund' : 'credit'},
        ${(minor < 0n ? -minor : minor).toString()}::bigint, 'BANK', ${outTradeNo},
        ${transactionId}, ${credit?.id ?? null}, ${username},
        ${new Date(at).toISOString()}::timestamptz) returning id`.execute(tx.db)
  return { id: rows[0]!.id, transactionId }
}
