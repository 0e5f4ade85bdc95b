import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import { paymentAside } from '#contracts/money/recharges.events.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { takeDebit, takeWon, type Verdict } from './disputes.ts'
import { takeRefunded } from './refund-online.ts'
import { takeFailed, takePaid, takePending } from './paid.ts'
import type { ProviderAccount } from './provider-account.ts'
import type { Report } from './providers/provider.ts'
import { endVisit } from './visits.ts'

/**
 * Does what a provider reports, once: the event is kept first, so the same one that comes at the
 * same time waits and adds nothing. What does not fit is put aside for finance. `ctx` is the
 * tenant's, as the system.
 */
export async function takeReport(
  ctx: Ctx,
  account: ProviderAccount,
  report: Report,
): Promise<void> {
  if (report.kind === 'other') return
  await inTx(ctx, async (tx) => {
    const { tenantId, username } = tx.principal
    const { eventId, kind, no, outTradeNo, ref, currency, minor } = report
    const made = await sql<{ id: string }>`insert into payment_event (tenant_id,
        receiving_account_id, event_id, kind, status, no, out_trade_no, provider_ref, currency,
        amount, create_by)
      values (${tenantId}, ${account.id}, ${eventId}, ${kind}, 'done', ${no}, ${outTradeNo}, ${ref},
        ${currency}, ${minor === null ? null : minor.toString()}::bigint, ${username})
      on conflict do nothing returning id`.execute(tx.db)
    const id = made.rows[0]?.id
    if (id === undefined) return
    const { status, why = null, rechargeId = null, finish } = await verdictOn(tx, account, report)
    await sql`update payment_event as e set status = ${status}, why = ${why},
        recharge_id = ${rechargeId}
      where ${tx.rows('paymentEvent').where('e')} and e.id = ${id}`.execute(tx.db)
    const row = { eventId, kind, status, why, no, outTradeNo, rechargeId }
    await tx.audit('payment_event', id, 'add', null, row)
    if (status === 'aside')
      await tx.emit(paymentAside, {
        id,
        why: why ?? '',
        outTradeNo: outTradeNo ?? no ?? eventId,
        amount:
          minor === null || currency === null
            ? ''
            : `${formatMoney({ minor, currency })} ${currency}`,
      })
    await finish?.()
  })
}

function verdictOn(tx: Tx, account: ProviderAccount, report: Report): Promise<Verdict> {
  switch (report.kind) {
    case 'paid':
      return takePaid(tx, account, report)
    case 'pending':
      return takePending(tx, account, report)
    case 'failed':
      return takeFailed(tx, account, report)
    case 'expired':
      return expired(tx, account, report)
    case 'returned':
    case 'chargeback':
      return takeDebit(tx, account, report)
    case 'won':
      return takeWon(tx, account, report)
    case 'refundFailed':
      return Promise.resolve({ status: 'aside', why: 'refundFailed' })
    case 'refunded':
      return takeRefunded(tx, account, report)
    case 'odd':
      return Promise.resolve({ status: 'aside', why: 'odd' })
    case 'other':
      return Promise.resolve({ status: 'ignored' })
  }
}

/** The page was left: the recharge stays to be paid, also in another way. */
async function expired(tx: Tx, account: ProviderAccount, { no }: Report): Promise<Verdict> {
  await endVisit(tx, account, no ?? '', 'expired')
  return { status: 'done' }
}
