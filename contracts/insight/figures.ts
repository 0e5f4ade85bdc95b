/**
 * The figures of the boards and whose midnight their day begins at; `now`: those of this moment.
 * Each has one name and one tip with what it counts (`figures.json`), by which every board names
 * it. The lists behind them are in `dashboards.measures.ts`.
 */
export const FIGURES = {
  added: 'company',
  orders: 'company',
  orderValue: 'company',
  received: 'company',
  outbound: 'company',
  delivered: 'company',
  exceptions: 'now',
  held: 'now',
  expected: 'now',
  inStock: 'now',
  ownInbound: 'depot',
  revenue: 'company',
  cost: 'company',
  margin: 'company',
} as const
export type FigureKey = keyof typeof FIGURES
