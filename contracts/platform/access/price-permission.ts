/**
 * With this permission users see what orders cost. Without it amounts are left out of every answer: lists,
 * details, files, sums, logs.
 */
export const SEE_PRICES = 'ship:price:view'
/**
 * Its holders see what an order would cost while it is entered, and in the order they open what it was
 * quoted and charged, for a caller on the phone. Amounts of lists, files, sums and logs stay out of their
 * sight, and so does what we pay.
 */
export const MAY_QUOTE = 'ship:price:quote'
export const QUOTED_FOR = [SEE_PRICES, MAY_QUOTE] as const
/** Its holders see the money of so many orders: of one they open, or of several as in lists. */
export const moneyFor = (orders: number): readonly (typeof QUOTED_FOR)[number][] =>
  orders === 1 ? QUOTED_FOR : [SEE_PRICES]
/** Its holders see what a service costs by its price tables, of no order. */
export const TARIFFS_FOR = [...QUOTED_FOR, 'dlv:fee:list'] as const
/** Its holders see what we pay: cost tables, and the cost of a simulated price. */
export const SEE_COSTS = 'dlv:fee:cost'
