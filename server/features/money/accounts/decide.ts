import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  REQUEST,
  type accountRequests,
  type RequestKind,
} from '#contracts/money/account-requests.ts'
import {
  exchange,
  giveBack,
  leftOf,
  post,
  requireByHand,
  requireSecondUser,
  reverse,
  transfer,
  type Posted,
} from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failMissing } from '#server/kit/http/errors.ts'
import { stepUpFor } from './read-account.ts'
import { requireOwnSession } from './own-session.ts'

export interface Request {
  id: string
  no: string
  kind: RequestKind
  status: string
  accountKind: 'customer' | 'receivable'
  customerId: string
  currency: string
  amount: string
  tradeItem: string | null
  toCustomerId: string | null
  toCurrency: string | null
  rate: string | null
  rateOn: string | null
  tradeId: string | null
  invoiceId: string | null
  reason: string
  askUserId: string
  version: number
}

const offered = new Map<RequestKind, (tx: Tx, request: Request) => Promise<Posted>>()

/** Names how what another feature asks for is posted once a second user approved it. */
export function offerRequest(
  kind: RequestKind,
  apply: (tx: Tx, request: Request) => Promise<Posted>,
): void {
  offered.set(kind, apply)
}

/** Posts what was asked for, with the approval in one transaction. */
export function approveRequest(
  ctx: Ctx,
  { id, version }: In<typeof accountRequests.approve>,
): Promise<Out<typeof accountRequests.approve>> {
  requireOwnSession(ctx)
  return inTx(ctx, async (tx) => {
    const request = await lockRequest(tx, id, version)
    await requireSecondUser(tx, { userId: request.askUserId, actorId: null })
    await stepUpFor(tx, BigInt(request.amount), request.currency)
    // The ledger locks accounts until the commit: it comes last.
    const { transactionId } = await postRequest(tx, request)
    return decide(tx, request, { status: REQUEST.approved, postingId: transactionId, answer: null })
  })
}

/** Leaves undone what was asked for. Who asked may take it back. */
export function rejectRequest(
  ctx: Ctx,
  { id, version, reason }: In<typeof accountRequests.reject>,
): Promise<Out<typeof accountRequests.reject>> {
  return inTx(ctx, async (tx) => {
    const request = await lockRequest(tx, id, version)
    return decide(tx, request, { status: REQUEST.rejected, postingId: null, answer: reason })
  })
}

async function lockRequest(tx: Tx, id: string, version: number): Promise<Request> {
  const locked = await sql<{ id: string }>`select r.id from account_request as r
    where ${tx.rows('accountRequest').where('r')} and r.id = ${id} for update`.execute(tx.db)
  if (locked.rows.length === 0) failMissing()
  const found = await sql<Request>`select r.id, r.no, r.kind, r.status, a.kind as account_kind,
      r.customer_id, r.currency, r.amount, r.trade_item, r.to_customer_id, r.to_currency,
      r.rate::text as rate, r.rate_on::text as rate_on, r.trade_id, r.invoice_id, r.reason,
      r.ask_user_id, r.version
    from ${tx.rows('accountRequest').as('r')}
      join ledger_account a on a.tenant_id = r.tenant_id and a.id = r.account_id
    where r.id = ${id}`.execute(tx.db)
  const request = found.rows[0] ?? failMissing()
  if (request.status !== REQUEST.waiting) fail('accountRequest.decided', { no: request.no })
  if (request.version !== version) failConflict('row.stale')
  return request
}

/** The same request is posted once: its event is its id. */
function postRequest(tx: Tx, request: Request): Promise<Posted> {
  const { customerId, currency, reason } = request
  const minor = BigInt(request.amount)
  const key = `request:${request.id}` as const
  const apply = offered.get(request.kind)
  if (apply) return apply(tx, request)
  if (request.kind === 'adjust') {
    const item = request.tradeItem!
    return post(tx, {
      key,
      kind: 'adjustment',
      debit: 'workDone',
      reason,
      lines: [
        {
          account: { kind: request.accountKind, customerId, currency },
          minor,
          trade: { tradeItem: item, note: reason },
        },
        { account: { kind: 'adjustment', ref: item, customerId, currency }, minor: -minor },
      ],
    })
  }
  if (request.kind === 'reverse') return reverseTrade(tx, request.tradeId!, reason)
  const [toCustomerId, to] = [request.toCustomerId!, request.toCurrency!]
  const money = { minor, currency }
  return to === currency
    ? transfer(tx, { key, fromCustomerId: customerId, toCustomerId, money, reason })
    : exchange(tx, {
        key,
        customerId,
        from: money,
        to,
        rate: plainRate(request.rate!),
        rateOn: request.rateOn!,
        reason,
      })
}

/** 7.8500000000 → 7.85, as it was entered. */
const plainRate = (rate: string): string =>
  rate.includes('.') ? rate.replace(/(?:\.0+|(?<!0)0+)$/, '') : rate

/**
 * Takes back the posting of a trade detail, of a charge what is left of it: what it was expected to
 * cost stays expected. What was work done may leave a debt.
 */
export async function reverseTrade(tx: Tx, tradeId: string, reason: string): Promise<Posted> {
  const { transactionId } = await requireReversible(tx, tradeId)
  const [left] = await leftOf(tx, [transactionId])
  if (!left) return reverse(tx, { transactionId, reason, debit: 'workDone' })
  const key = `reverse:${transactionId}` as const
  const posted = await giveBack(tx, left, { key, reason, kind: 'reversal' })
  return posted ?? fail('ledger.reversedBefore')
}

/**
 * A trade detail whose posting may be taken back by hand. Refuses what takes back itself, was taken
 * back, or is what a document stands on.
 */
export async function requireReversible(ctx: Ctx, tradeId: string): Promise<ReversibleTrade> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<
    ReversibleTrade & { reversedById: string | null; reversesId: string | null; eventKey: string }
  >`select x.account_id, x.transaction_id, x.money, x.currency, x.reversed_by_id, x.reverses_id,
      p.event_key
    from ${ctx.rows('trade').as('x')}
      join ${tenant.rows('ledgerTransaction').as('p')} on p.id = x.transaction_id
    where x.id = ${tradeId}`.execute(ctx.db)
  const trade = found.rows[0] ?? failMissing()
  if (trade.reversedById) fail('ledger.reversedBefore')
  if (trade.reversesId) fail('ledger.originalTakesBack')
  requireByHand(trade.eventKey)
  return trade
}

interface ReversibleTrade {
  accountId: string
  transactionId: string
  money: string
  currency: string
}

async function decide(
  tx: Tx,
  request: Request,
  outcome: { status: string; postingId: string | null; answer: string | null },
): Promise<{ status: string; postingId: string | null }> {
  const { status, postingId, answer } = outcome
  const { userId, username, realname } = tx.principal
  await sql`update account_request as r set status = ${status}, decide_user_id = ${userId},
      decided_by = ${realname || username}, decided_at = now(), answer = ${answer},
      posting_id = ${postingId}, version = r.version + 1, update_by = ${username},
      update_time = now()
    where ${tx.rows('accountRequest').where('r')} and r.id = ${request.id}`.execute(tx.db)
  await tx.audit('account_request', request.id, 'edit', { status: request.status }, outcome)
  return { status, postingId }
}
