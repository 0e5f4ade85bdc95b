export { isCustomerSide, taxRef, type AccountRef, type Line } from './lines.ts'
export { feeLines, splitFee } from './fee-lines.ts'
export { failTooLarge, type Standing } from './outcomes.ts'
export { decidedAlone, decidedToday, type Decision } from './alone.ts'
export { post, type Posted, type Posting } from './post.ts'
export { capture, hold, holdAgainFor, release, type HoldWish } from './holds.ts'
export { giveBack, leftOf, lineKey, sumLeft, type Left, type LeftLine } from './give-back.ts'
export { BY_HAND, requireByHand, type EventKey } from './event-keys.ts'
export { converted, exchange, reverse, transfer } from './corrections.ts'
export { ledgerCalls } from './calls.ts'
export { chargeByHand } from './charge-by-hand.ts'
export {
  availableOn,
  ensureAccount,
  lockAccounts,
  lockPurse,
  setAccount,
  standingsOf,
  type AccountKey,
} from './accounts.ts'
export { lastProof, prove, proveDocuments, type Proven } from './proof.ts'
export { requireSecondUser } from './second-user.ts'
export { askReopening, closeMonth, decideReopening, lockMonths } from './months.ts'
