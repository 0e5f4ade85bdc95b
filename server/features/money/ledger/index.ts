export type { AccountRef, Line, TradeFacts } from './lines.ts'
export type { Standing } from './outcomes.ts'
export { post, type DebitKind, type Posted, type Posting } from './post.ts'
export { capture, hold, release, type Held, type HoldWish } from './holds.ts'
export { converted, exchange, reverse, transfer } from './corrections.ts'
export {
  ensureAccount,
  lockAccounts,
  setAccount,
  standingsOf,
  type AccountKey,
  type AccountSettings,
} from './accounts.ts'
export { lastProof, prove } from './proof.ts'
export { requireSecondUser } from './second-user.ts'
export { askReopening, closeMonth, decideReopening } from './months.ts'
