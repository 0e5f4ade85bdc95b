import type { ErrorCode } from '#server/kit/runtime/error-codes.ts'
import { fail } from '#server/kit/http/errors.ts'

/**
 * Whose a posting is, by the first part of its event's key. `hand`: it stands for itself and is
 * taken back by hand; a charge by what is left of it. Others are what a document stands on: only
 * the document's own call takes them back, which the refusal names.
 */
const OWNERS = {
  request: 'hand',
  charge: 'hand',
  adjust: 'hand',
  handling: 'hand',
  outcome: 'hand',
  cost: 'hand',
  pod: 'hand',
  // They take back themselves.
  rest: 'ledger.originalTakesBack',
  reverse: 'ledger.originalTakesBack',
  revaluation: 'ledger.originalTakesBack',
  recharge: 'trade.rechargeReversed',
  'bank-line': 'trade.ofBankLine',
  'invoice-payment': 'trade.ofPayment',
  'invoice-tax': 'trade.ofInvoice',
  'invoice-credit': 'trade.ofCreditNote',
  'invoice-settle': 'trade.ofSettlement',
  'invoice-settle-undo': 'ledger.originalTakesBack',
  goodwill: 'ledger.originalTakesBack',
  dunning: 'trade.ofClaim',
  'dunning-payment': 'trade.ofClaim',
  'dunning-waived': 'trade.ofClaim',
  cod: 'trade.ofCod',
  return: 'trade.ofReturn',
  bill: 'trade.ofBill',
} as const satisfies Record<string, 'hand' | ErrorCode>

/** The business event of a posting: whose it is, and which. */
export type EventKey = `${keyof typeof OWNERS}:${string}`

/** Postings that stand for themselves: `request`, `charge` … */
export const BY_HAND: readonly string[] = Object.entries(OWNERS).flatMap(([name, owner]) =>
  owner === 'hand' ? [name] : [],
)

/** Refuses a posting a document stands on, with what takes it back. */
export function requireByHand(eventKey: string): void {
  const owner = OWNERS[eventKey.split(':', 1)[0] as keyof typeof OWNERS]
  if (owner !== 'hand') fail(owner)
}
