import type { billLineList } from '#contracts/billing/bill-lines.ts'
import type { disputeList } from '#contracts/billing/disputes.ts'
import type { RowOf } from '#contracts/kit/entity.ts'

/** What is decided on open lines, one by one or many at once. */
export const DECISIONS = ['accept', 'dispute', 'rebill', 'writeOff'] as const
export type Decision = (typeof DECISIONS)[number]
export type LineRow = RowOf<typeof billLineList>
export type DisputeRow = RowOf<typeof disputeList>
