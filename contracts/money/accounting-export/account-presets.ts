import { OWN_SIDE } from '../ledger.ts'

/** The two charts of accounts most German books are kept by. */
export const CHARTS = ['03', '04'] as const
export type Chart = (typeof CHARTS)[number]

/**
 * Kinds of ledger accounts that have a number. `receivable` and `customer` without one are kept on
 * each customer's debtor number. `clearing` takes postings between two ledger accounts that have
 * the same number: a line cannot name one number twice.
 */
export const NUMBERED = ['customer', 'receivable', ...OWN_SIDE, 'clearing'] as const
export type Numbered = (typeof NUMBERED)[number]

/**
 * What a new setting is proposed with: accounts of the chart that take net amounts and tax as they
 * were posted (none that computes tax by itself, none that only sums up others). Debtors begin at
 * 10000 in both.
 */
export const PRESETS: Readonly<Record<Chart, Readonly<Record<Numbered, string>>>> = {
  '03': {
    customer: '1700',
    receivable: '',
    revenue: '8200',
    cost: '3100',
    payable: '1610',
    cash: '1200',
    tax: '1770',
    adjustment: '4900',
    rounding: '4900',
    exchange: '1360',
    cod: '1590',
    clearing: '1792',
  },
  '04': {
    customer: '3500',
    receivable: '',
    revenue: '4200',
    cost: '5900',
    payable: '3310',
    cash: '1800',
    tax: '3800',
    adjustment: '6300',
    rounding: '6300',
    exchange: '1460',
    cod: '1370',
    clearing: '3630',
  },
}
