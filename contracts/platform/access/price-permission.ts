/**
 * With this permission users see what orders cost. Without it amounts are left out of every answer: lists,
 * details, files, sums, logs.
 */
export const SEE_PRICES = 'ship:price:view'
/**
 * Its holders see what an order would cost while it is entered, and of the orders they open or act on,
 * one or several, what they were quoted and charged and what they come to. Amounts of lists, files and
 * logs stay out of their sight, and so does what we pay.
 */
export const MAY_QUOTE = 'ship:price:quote'
export const QUOTED_FOR = [SEE_PRICES, MAY_QUOTE] as const
/** Its holders see what a service costs by its price tables, of no order. */
export const TARIFFS_FOR = [...QUOTED_FOR, 'dlv:fee:list'] as const
/** Its holders see what we pay: cost tables, and the cost of a simulated price. */
export const SEE_COSTS = 'dlv:fee:cost'
