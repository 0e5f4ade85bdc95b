/**
 * With this permission users see what orders cost. Without it amounts are left out of every answer: lists,
 * details, files, sums, logs.
 */
export const SEE_PRICES = 'ship:price:view'
/** Its holders see what we pay: cost tables, and the cost of a simulated price. */
export const SEE_COSTS = 'dlv:fee:cost'
