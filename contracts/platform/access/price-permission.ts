/**
 * With this permission users see what orders cost. Without it amounts are left out of every answer: lists,
 * details, files, sums, logs.
 */
export const SEE_PRICES = 'ship:price:view'
