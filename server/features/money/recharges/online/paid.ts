import { sql } from 'kysely'
import { RECHARGE } from '#contracts/money/recharges.states.ts'
import { post } from '#server/features/money/ledger/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { announce } from '../announce.ts'
import { credit, paymentBy } from '../credit.ts'
import { lockRecharge, type Recharge } from '../recharge-row.ts'
import { takeDebit, type Verdict } from './disputes.ts'
import { feeOf, type ProviderAccount } from './provider-account.ts'
import type { Report } from './providers/provider.ts'
import { setVisit, visitOf } from './visits.ts'

/** Money came: credited where it is what was asked for, otherwise finance decides. */
export async function takePaid(
  tx: Tx,
  account: ProviderAccount,
  { no, outTradeNo, minor, currency }: Report,
): Promise<Verdict> {
  const visit = await visitOf(tx, account, no)
  if (!visit || outTradeNo === null || minor === null)
    return { status: 'aside', why: 'unknownReference' }
  const { rechargeId } = visit
  const row = await lockRecharge(tx, rechargeId)
  const { channel } = account.client
  if (await paymentBy(tx, channel, outTradeNo)) return { status: 'done', rechargeId }
  // Whether it fits or not: the provider need not be asked any more.
  await setVisit(tx, visit.id, 'paid')
  if (currency !== visit.currency) return { status: 'aside', why: 'currencyDiffers', rechargeId }
  if (minor !== BigInt(visit.amount)) return { status: 'aside', why: 'amountDiffers', rechargeId }
  if (!OPEN.includes(row.status)) return { status: 'aside', why: 'rechargeClosed', rechargeId }
  return {
    status: 'done',
    rechargeId,
    finish: () => creditOnline(tx, account, row, { minor, outTradeNo }),
  }
}
/** A payment of another page that was left open is the customer's money, too. */
const OPEN: readonly string[] = [RECHARGE.draft, RECHARGE.paid, RECHARGE.confirmed]

/** Credits a payment and posts what the provider keeps of it as a cost. */
export async function creditOnline(
  tx: Tx,
  account: ProviderAccount,
  row: Recharge,
  { minor, outTradeNo }: { minor: bigint; outTradeNo: string },
): Promise<void> {
  const { channel } = account.client
  const { customerId, currency } = row
  await credit(tx, row, { minor, channel, outTradeNo, accountId: account.id, lineId: null })
  const fee = feeOf(account, minor)
  if (fee === 0n) return
  await post(tx, {
    key: `recharge:fee:${channel}:${outTradeNo.toUpperCase()}`,
    kind: 'cost',
    debit: 'workDone',
    lines: [
      { account: { kind: 'cost', ref: `fee:${account.id}`, customerId, currency }, minor: -fee },
      { account: { kind: 'cash', ref: account.id, customerId, currency }, minor: fee },
    ],
  })
}

/** A debit that takes days: the customer has done their part. */
export async function takePending(
  tx: Tx,
  account: ProviderAccount,
  { no }: Report,
): Promise<Verdict> {
  const visit = await visitOf(tx, account, no)
  if (!visit) return { status: 'aside', why: 'unknownReference' }
  const row = await lockRecharge(tx, visit.rechargeId)
  const { rechargeId } = visit
  if (visit.status === 'paid' || visit.status === 'failed') return { status: 'ignored', rechargeId }
  await setVisit(tx, visit.id, 'pending')
  if (row.status === RECHARGE.draft) await moveRecharge(tx, row, RECHARGE.paid)
  return { status: 'done', rechargeId }
}

/** A debit failed: before it was credited nothing is posted, after it the money goes back. */
export async function takeFailed(
  tx: Tx,
  account: ProviderAccount,
  report: Report,
): Promise<Verdict> {
  const visit = await visitOf(tx, account, report.no)
  if (!visit) return { status: 'aside', why: 'unknownReference' }
  const { rechargeId } = visit
  const row = await lockRecharge(tx, rechargeId)
  const credited =
    report.outTradeNo !== null &&
    (await paymentBy(tx, account.client.channel, report.outTradeNo)) !== null
  if (credited) return takeDebit(tx, account, { ...report, kind: 'returned' })
  await setVisit(tx, visit.id, 'failed')
  if (row.status === RECHARGE.paid && BigInt(row.received) === 0n)
    await moveRecharge(tx, row, RECHARGE.draft)
  await announce(tx, row, 'failed', BigInt(visit.amount), `failed:${visit.no}`)
  return { status: 'done', rechargeId }
}

async function moveRecharge(tx: Tx, row: Recharge, status: 'draft' | 'paid'): Promise<void> {
  const paidOn = status === RECHARGE.paid ? await businessDay(tx) : null
  await sql`update recharge as r set status = ${status}, paid_on = ${paidOn}::date,
      version = r.version + 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('recharge').where('r')} and r.id = ${row.id}`.execute(tx.db)
  await tx.audit('recharge', row.id, 'edit', { status: row.status }, { status, paidOn })
}
