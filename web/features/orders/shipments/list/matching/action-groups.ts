import type { BulkAction } from '../use-order-actions.tsx'

/** What stands as a button on the bar, in this order; everything else is behind its menu. */
export const MAIN: readonly BulkAction[] = ['confirm', 'release']

/** The menu of the bar: actions by what they do. Stock, merging and files are added by the bar. */
export const STATE_ACTIONS: readonly BulkAction[] = [
  'withdraw',
  'hold',
  'returned',
  'revoke',
  'lost',
  'destroy',
  'cancel',
]
export const PRICE_ACTIONS: readonly BulkAction[] = ['quote']
export const CHANGE_ACTIONS: readonly BulkAction[] = ['remark']
