import { withoutCancelled } from '#contracts/orders/shipments.states.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'

type Order = Pick<OrderDetail, 'parcels'>

/** The numbers an order's parcels got by a correction: each has a label to be printed. */
export function newNumbers(before: Order, after: Order): string[] {
  const known = new Set(before.parcels.map(({ trackNo }) => trackNo))
  return withoutCancelled(after.parcels).flatMap(({ trackNo }) =>
    trackNo === null || known.has(trackNo) ? [] : [trackNo],
  )
}

const SHOWN = 3
/** The first of them: those of a large order would fill the screen. */
export const shorter = (numbers: readonly string[]): string =>
  numbers.slice(0, SHOWN).join(', ') + (numbers.length > SHOWN ? ' …' : '')
