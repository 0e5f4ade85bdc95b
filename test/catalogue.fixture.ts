import type { Page } from '#contracts/kit/page.ts'
import type { Field } from '#contracts/kit/field.ts'
import type { Answer } from './harness.ts'
import type { Row } from './rows/rows.ts'

export const page = (answer: Answer) => {
  if (!answer.success)
    throw new Error(
      `${answer.status} ${answer.error} ${answer.message} ${JSON.stringify(answer.result)}`,
    )
  return answer.result as Page<Row>
}

export const issues = (answer: Answer) =>
  (answer.result as { issues?: { path: string; code: string }[] } | null)?.issues ?? []

export const NEVER = '9223372036854775807'

export const TYPES: Record<Field['type'], readonly string[]> = {
  text: ['text', 'bigint'],
  textarea: ['text'],
  int: ['integer', 'smallint', 'bigint'],
  decimal: ['numeric'],
  weight: ['integer', 'bigint'],
  length: ['integer', 'bigint'],
  money: ['bigint'],
  bool: ['boolean'],
  dict: ['text', 'smallint'],
  ref: ['bigint'],
  date: ['date'],
  datetime: ['timestamp with time zone'],
}

/** Entities whose rows no standard verb adds. */
export const ADDED_BY_HAND = [
  'account-requests',
  'accounts',
  'attachments',
  'bank-lines',
  'bill-lines',
  'bill-runs',
  'carrier-accounts',
  'carrier-batches',
  'carrier-shipments',
  'cases',
  'cod-items',
  'cod-lines',
  'cod-payouts',
  'cod-remittances',
  'common-returns',
  'countries',
  'delivery-numbers',
  'departments',
  'depot-gates',
  'disputes',
  'dunning-letters',
  'fba-carton-lists',
  'fba-orders',
  'fba-waybills',
  'files',
  'house-waybills',
  'intercepts',
  'invoices',
  'label-requests',
  'messages',
  'online-reports',
  'out-batches',
  'out-packages',
  'parcels',
  'payment-events',
  'pods',
  'predicted-batches',
  'print-jobs',
  'recharges',
  'registrations',
  'return-claims',
  'return-tracks',
  'revoke-tasks',
  'routing-tables',
  'shipments',
  'stock-balances',
  'stock-counts',
  'stock-entries',
  'stock-notices',
  'stock-shortages',
  'stock-waves',
  'tenants',
  'trades',
  'users',
  'waybill-batches',
]
