import { sql } from 'kysely'
import type { CustomerSide } from '#contracts/money/ledger.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { diffOf } from '#server/kit/db/audit.ts'
import { refuseOutcome, standingOf, type OutcomeData, type Standing } from './outcomes.ts'
import { callerOf, postWith, type Posted, type Posting } from './post.ts'

export interface HoldWish {
  /** The business event, unique in the tenant: the same one holds once. */
  key: string
  account: { kind: CustomerSide; customerId: string; currency: string }
  /** Above zero. */
  minor: bigint
  /** What it is for, as the customer reads it: a fee item or a plain word. */
  what: string
  /** Whether the account's credit may be used (a service's advance payment). */
  useCredit?: boolean
  /** Whether what is available on the customer's other account of the currency pays, too. */
  anyAccount?: boolean
  shipmentId?: string
  shipmentNo?: string
  parcelId?: string
  parcelNo?: string
  /** The user it is held for, by whom a sub-account sees it. */
  forUser?: string
}

export interface Held {
  holdId: string
  /** True where the event held before, whatever became of that hold. */
  repeated: boolean
  account: Standing | null
}

/**
 * Keeps money of an account for something that may be charged later. Locks the account. Refuses
 * with `ledger.insufficient`, `ledger.frozen`, `ledger.eventDiffers`; a refusal wrote nothing.
 */
export async function hold(tx: Tx, wish: HoldWish): Promise<Held> {
  if (wish.minor <= 0n) throw new Error('a hold is above zero')
  const { key, account, minor, what } = wish
  const body = JSON.stringify({
    ...callerOf(tx),
    key,
    kind: account.kind,
    party: account.customerId,
    currency: account.currency,
    amount: minor.toString(),
    what,
    useCredit: wish.useCredit ?? false,
    anyAccount: wish.anyAccount ?? false,
    shipmentId: wish.shipmentId,
    shipmentNo: wish.shipmentNo,
    parcelId: wish.parcelId,
    parcelNo: wish.parcelNo,
    forUser: wish.forUser,
    log: diffOf(null, { holdKey: key, amount: minor, currency: account.currency, what }),
  })
  const { rows } = await sql<HoldOutcome>`select outcome, hold_id, detail
    from ledger_take_hold(${tx.principal.tenantId}::bigint, ${body}::jsonb)`.execute(tx.db)
  return heldOf(rows[0]!)
}

/**
 * Charges what was held: the whole, less (the rest is free again) or more. Ends the hold. Up to the
 * held amount it cannot fail for want of money, not on a frozen account either; what is beyond it
 * follows `debit`. Refuses also with `ledger.holdMissing` and `ledger.holdEnded`.
 */
export function capture(tx: Tx, holdKey: string, posting: Posting): Promise<Posted> {
  return postWith(tx, posting, { holdKey })
}

/**
 * Holds another amount for work done, whatever is available: the hold is released, and one by the
 * new key takes its place. Refuses with `ledger.holdMissing` and `ledger.holdEnded`.
 */
export async function holdAgainFor(
  tx: Tx,
  { key, newKey, minor, reason }: { key: string; newKey: string; minor: bigint; reason: string },
): Promise<Held> {
  if (minor <= 0n) throw new Error('a hold is above zero')
  const log = diffOf(null, { holdKey: newKey, instead: key, amount: minor, reason })
  const body = JSON.stringify({
    ...callerOf(tx),
    key,
    newKey,
    amount: minor.toString(),
    reason,
    log,
  })
  const { rows } = await sql<HoldOutcome>`select outcome, hold_id, detail
    from ledger_hold_again(${tx.principal.tenantId}::bigint, ${body}::jsonb)`.execute(tx.db)
  return heldOf(rows[0]!)
}

/**
 * Frees what was held. A hold that was released before stays so; one that was charged is refused
 * with `ledger.holdEnded`.
 */
export async function release(tx: Tx, holdKey: string, reason: string): Promise<Held> {
  const log = { state: ['open', 'released'], reason: [null, reason] }
  const body = JSON.stringify({ ...callerOf(tx), key: holdKey, reason, log })
  const { rows } = await sql<HoldOutcome>`select outcome, hold_id, detail
    from ledger_release(${tx.principal.tenantId}::bigint, ${body}::jsonb)`.execute(tx.db)
  return heldOf(rows[0]!)
}

interface HoldOutcome {
  outcome: string
  holdId: string | null
  detail: unknown
}

function heldOf({ outcome, holdId, detail }: HoldOutcome): Held {
  refuseOutcome(outcome, detail as OutcomeData)
  const repeated = outcome === 'repeated'
  return {
    holdId: holdId!,
    repeated,
    account: repeated ? null : standingOf(detail as Parameters<typeof standingOf>[0]),
  }
}
