import type { Tx } from '#server/kit/access/ctx.ts'
import type { RawIssue } from '#server/kit/http/errors.ts'
import { perApp } from '#server/kit/runtime/deps.ts'

/**
 * What the life of an order does to its customer's account, in the same transaction. The orders and
 * parcels named are locked.
 */
export interface OrderMoney {
  /**
   * Locks the accounts of several orders: after orders, parcels and stock, before number segments.
   */
  lock(tx: Tx, orderIds: readonly string[]): Promise<void>
  /**
   * An order is confirmed at the price it has; refused where the money does not do. Answers what
   * the user should know.
   */
  confirmed(tx: Tx, orderId: string): Promise<RawIssue[]>
  /** Orders have another price, service or other parcels; those that are confirmed cost that now. */
  changed(tx: Tx, orderIds: readonly string[]): Promise<void>
  /** Parcels went to a state; `parcelStatus` is the one they came from. */
  moved(tx: Tx, parcels: readonly { id: string; parcelStatus: number }[], to: number): Promise<void>
}

/** Filled by `app.ts`. */
export const orderMoney = perApp<OrderMoney>(() => {
  throw new Error('the app has not named what charges orders')
})
