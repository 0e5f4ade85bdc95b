import { sql } from 'kysely'
import { RECHARGE } from '#contracts/money/recharges.states.ts'
import { post, type Line } from '#server/features/money/ledger/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { announce } from '../announce.ts'
import { paymentBy } from '../credit.ts'
import { lockRecharge, type Recharge } from '../recharge-row.ts'
import type { ProviderAccount } from './provider-account.ts'
import type { Report } from './providers/provider.ts'

/** What becomes of a report; `finish` posts, since accounts stay locked until the commit. */
export interface Verdict {
  status: 'done' | 'ignored' | 'aside'
  why?: Why
  rechargeId?: string
  finish?: () => Promise<void>
}
export type Why =
  | 'unknownReference'
  | 'currencyDiffers'
  | 'amountDiffers'
  | 'rechargeClosed'
  | 'moreThanLeft'
  | 'refundFailed'
  | 'refundUnsure'
  | 'refundElsewhere'
  | 'odd'

/**
 * The payer's bank took the money back: a dispute, or a direct debit that failed after it was
 * credited. It is gone, so it is posted as a debt, with what the provider asks for it.
 */
export async function takeDebit(
  tx: Tx,
  account: ProviderAccount,
  { kind, outTradeNo, ref, minor, currency, fee }: Report,
): Promise<Verdict> {
  const { channel } = account.client
  const paid = outTradeNo === null ? null : await paymentBy(tx, channel, outTradeNo)
  if (!paid || minor === null || outTradeNo === null)
    return { status: 'aside', why: 'unknownReference' }
  const row = await lockRecharge(tx, paid.rechargeId)
  const rechargeId = row.id
  const dispute = kind === 'returned' ? `returned:${outTradeNo}` : (ref ?? outTradeNo)
  if (await stepOf(tx, channel, dispute, 'chargeback')) return { status: 'done', rechargeId }
  if (currency !== row.currency) return { status: 'aside', why: 'currencyDiffers', rechargeId }
  // Reports may overtake each other: a dispute that was won took nothing in the end.
  if (await wonBefore(tx, account.id, dispute)) return { status: 'ignored', rechargeId }
  const left = BigInt(row.received) - BigInt(row.refunded) - BigInt(row.chargedBack)
  if (minor > left) return { status: 'aside', why: 'moreThanLeft', rechargeId }
  const step = { kind: 'chargeback', minor, fee, outTradeNo, dispute } as const
  const id = await addStep(tx, row, account, step)
  await setChargedBack(tx, row, BigInt(row.chargedBack) + minor)
  const outcome = kind === 'returned' ? 'returned' : 'chargedBack'
  await announce(tx, row, outcome, minor, `${outcome}:${id}`)
  return { status: 'done', rechargeId, finish: () => postStep(tx, row, account, id, step) }
}

/** A dispute was won: what it took comes back, and of its fee what the provider gives back. */
export async function takeWon(
  tx: Tx,
  account: ProviderAccount,
  { outTradeNo, ref, fee }: Report,
): Promise<Verdict> {
  const { channel } = account.client
  const paid = outTradeNo === null ? null : await paymentBy(tx, channel, outTradeNo)
  if (!paid || outTradeNo === null) return { status: 'aside', why: 'unknownReference' }
  const row = await lockRecharge(tx, paid.rechargeId)
  const rechargeId = row.id
  const dispute = ref ?? outTradeNo
  const taken = await stepOf(tx, channel, dispute, 'chargeback')
  if (!taken) return { status: 'ignored', rechargeId }
  if (await stepOf(tx, channel, dispute, 'reinstated')) return { status: 'done', rechargeId }
  const minor = BigInt(taken.amount)
  const feeBack = BigInt(taken.fee ?? '0') - fee
  const step = {
    kind: 'reinstated',
    minor,
    fee: feeBack > 0n ? feeBack : 0n,
    outTradeNo,
    dispute,
  } as const
  const id = await addStep(tx, row, account, step)
  await setChargedBack(tx, row, BigInt(row.chargedBack) - minor)
  await announce(tx, row, 'reinstated', minor, `reinstated:${id}`)
  return { status: 'done', rechargeId, finish: () => postStep(tx, row, account, id, step) }
}

interface Step {
  kind: 'chargeback' | 'reinstated'
  minor: bigint
  fee: bigint
  outTradeNo: string
  dispute: string
}

async function stepOf(
  tx: Tx,
  channel: string,
  dispute: string,
  kind: Step['kind'],
): Promise<{ amount: string; fee: string | null } | null> {
  const found = await sql<{ amount: string; fee: string | null }>`select p.amount, p.fee
    from ${tx.rows('rechargePayment').as('p')}
    where p.channel = ${channel} and p.provider_ref = ${dispute}
      and p.kind = ${kind}`.execute(tx.db)
  return found.rows[0] ?? null
}

async function wonBefore(tx: Tx, accountId: string, dispute: string): Promise<boolean> {
  const found = await sql<{ id: string }>`select e.id from ${tx.rows('paymentEvent').as('e')}
    where e.provider_ref = ${dispute} and e.receiving_account_id = ${accountId}
      and e.kind = 'won' limit 1`.execute(tx.db)
  return found.rows.length > 0
}

async function addStep(
  tx: Tx,
  row: Recharge,
  account: ProviderAccount,
  { kind, minor, fee, outTradeNo, dispute }: Step,
): Promise<string> {
  const { tenantId, username } = tx.principal
  const made = await sql<{ id: string }>`insert into recharge_payment (tenant_id, recharge_id,
      kind, amount, fee, channel, out_trade_no, provider_ref, create_by)
    values (${tenantId}, ${row.id}, ${kind}, ${minor.toString()}::bigint, ${fee.toString()}::bigint,
      ${account.client.channel}, ${outTradeNo}, ${dispute}, ${username})
    returning id`.execute(tx.db)
  return made.rows[0]!.id
}

async function setChargedBack(tx: Tx, row: Recharge, chargedBack: bigint): Promise<void> {
  const status = chargedBack > 0n ? RECHARGE.chargedBack : RECHARGE.confirmed
  await sql`update recharge as r set charged_back = ${chargedBack.toString()}::bigint,
      status = ${status}, version = r.version + 1, update_by = ${tx.principal.username},
      update_time = now()
    where ${tx.rows('recharge').where('r')} and r.id = ${row.id}`.execute(tx.db)
  const before = { status: row.status, chargedBack: row.chargedBack }
  await tx.audit('recharge', row.id, 'edit', before, {
    status,
    chargedBack: chargedBack.toString(),
  })
}

/** Takes from the customer, or gives back, the amount and the fee as lines of their own. */
async function postStep(
  tx: Tx,
  { customerId, currency, reference }: Recharge,
  account: ProviderAccount,
  id: string,
  { kind, minor, fee, outTradeNo }: Step,
): Promise<void> {
  const sign = kind === 'chargeback' ? -1n : 1n
  const line = (amount: bigint, tradeItem: string): Line => ({
    account: { kind: 'customer', customerId, currency },
    minor: sign * amount,
    trade: {
      tradeItem,
      paymentChannel: account.client.channel,
      outTradeNo,
      note: reference,
    },
  })
  const posted = await post(tx, {
    key: `recharge:${kind}:${id}`,
    kind: 'chargeback',
    debit: 'workDone',
    lines: [
      line(minor, 'recharge'),
      ...(fee > 0n ? [line(fee, 'bankFee')] : []),
      {
        account: { kind: 'cash', ref: account.id, customerId, currency },
        minor: -sign * (minor + fee),
      },
    ],
  })
  await sql`update recharge_payment as p set transaction_id = ${posted.transactionId}
    where ${tx.rows('rechargePayment').where('p')} and p.id = ${id}`.execute(tx.db)
}
