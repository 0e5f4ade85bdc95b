import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import { MONEY_MOST } from '#contracts/kit/money.ts'
import { accountCredited } from '#contracts/money/accounts.events.ts'
import type { TradeType } from '#contracts/money/ledger.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { diffOf } from '#server/kit/db/audit.ts'
import type { AloneBody } from './alone.ts'
import type { EventKey } from './event-keys.ts'
import { checkLines, digestOf, lineBody, type Line } from './lines.ts'
import { refuseOutcome, standingOf, type OutcomeData, type Standing } from './outcomes.ts'

/**
 * Whether a debit may still be refused. `refusable`: a label, a transfer; it never takes more than
 * is available and nothing from a frozen account. `workDone`: re-weighing, storage, a chargeback;
 * it is posted as a debt where money is missing, and blocks what is refusable until it is paid.
 */
export type DebitKind = 'refusable' | 'workDone'

export interface Posting {
  /**
   * The business event, unique in the tenant: `charge:4711`, `recharge:12`. The same event posts
   * once, whatever Idempotency-Key it came with; with other lines it is refused.
   */
  key: EventKey
  kind: TradeType
  /** Sum 0 in each currency. */
  lines: readonly Line[]
  debit: DebitKind
  /** Whether the account's credit may be used (a service's advance payment). */
  useCredit?: boolean
  /** Whether what is available on the customer's other account of the currency pays, too. */
  anyAccount?: boolean
  /** The day it is booked on (YYYY-MM-DD); today where left out. Of a closed month: the next open. */
  on?: string
  reason?: string
  /** The transaction a part of which this gives back: never more than it took in all. */
  refundsId?: string
}

export interface Posted {
  transactionId: string
  /** True where the event was posted before: nothing was written now. */
  repeated: boolean
  /** The customers' accounts it touched, as they are after it; empty for a repeat. */
  accounts: Standing[]
}

/** What the ledger's own functions add to a posting. */
export interface PostingLinks {
  holdKey?: string
  reversesId?: string
  /** What one person decides alone: counted, and refused with `charge.needsTwo` above the limit. */
  alone?: AloneBody
  rate?: string
  rateOn?: string
}

/** The user who posts, and the call it came with, as the SQL functions take it. */
export function callerOf({ principal, requestId }: Pick<Ctx, 'principal' | 'requestId'>): object {
  const { actor } = principal
  return {
    createBy: principal.username,
    userId: principal.userId,
    impersonatedBy: actor?.username,
    impersonatorId: actor?.userId,
    requestId,
  }
}

/**
 * Posts one balanced transaction, once per business event. Locks, in this order: the tenant's
 * months (shared), the accounts by id, the hold. The caller's reach was asked; call it as the last
 * thing of the transaction, since the accounts stay locked until the commit.
 *
 * Refuses with `ledger.insufficient`, `ledger.frozen`, `ledger.eventDiffers`,
 * `ledger.overRefunded`, `ledger.reversedBefore`; a refusal wrote nothing, so the caller's
 * transaction may go on. Throws an Error where the lines do not balance.
 */
export function post(tx: Tx, posting: Posting): Promise<Posted> {
  return postWith(tx, posting, {})
}

/** `post` with a hold, a reversal or a rate. */
export async function postWith(tx: Tx, posting: Posting, links: PostingLinks): Promise<Posted> {
  const { key, kind, lines, reason, refundsId } = posting
  const { alone, ...posted } = links
  checkLines(lines)
  const most = lines.find(({ minor }) => minor > MONEY_MOST || minor < -MONEY_MOST)
  if (most) refuseOutcome('tooLarge', { currency: most.account.currency })
  const today = await businessDay(tx)
  const body = JSON.stringify({
    ...callerOf(tx),
    ...posted,
    alone,
    key,
    kind,
    digest: digestOf({ kind, lines, refundsId, ...posted }),
    refusable: posting.debit === 'refusable',
    useCredit: posting.useCredit ?? false,
    anyAccount: posting.anyAccount ?? false,
    on: posting.on ?? today,
    today,
    reason,
    refundsId,
    lines: lines.map(lineBody),
    log: diffOf(null, { eventKey: key, kind, reason, ...posted, refundsId, lines: lines.length }),
  })
  const { rows } = await sql<{
    outcome: string
    transactionId: string | null
    detail: unknown
  }>`select outcome, transaction_id, detail
    from ledger_post(${tx.principal.tenantId}::bigint, ${body}::jsonb)`.execute(tx.db)
  const { outcome, transactionId, detail } = rows[0]!
  if (!Array.isArray(detail)) refuseOutcome(outcome, detail as OutcomeData)
  else if (outcome === 'differs') refuseOutcome(outcome, {})
  const accounts = (detail as Parameters<typeof standingOf>[0][]).map(standingOf)
  for (const { kind, customerId, currency } of accounts)
    if (kind === 'customer' && creditOf(lines, customerId, currency) > 0n)
      await tx.emit(accountCredited, { customerId, currency, transactionId: transactionId! })
  return { transactionId: transactionId!, repeated: outcome === 'repeated', accounts }
}

/** What the lines give a customer's account in all. */
function creditOf(lines: readonly Line[], customerId: string, currency: string): bigint {
  const own = lines.filter(
    ({ account }) =>
      account.kind === 'customer' &&
      account.customerId === customerId &&
      account.currency === currency,
  )
  return own.reduce((sum, { minor }) => sum + minor, 0n)
}
