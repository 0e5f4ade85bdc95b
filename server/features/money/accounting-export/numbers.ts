import type { AccountingSetting } from '#contracts/money/accounting-export/accounting-export.ts'
import { isCustomerSide } from '#server/features/money/ledger/index.ts'

/** What a ledger account is found by. */
export interface AccountName {
  kind: string
  ref: string
  /** The number of the customer it is kept for, where it has one. */
  debtor: number | null
}

/** The key a number is set under; tax by country, category and rate, revenue by fee item. */
export const keyOf = ({ kind, ref }: { kind: string; ref: string }): string =>
  ref === '' ? kind : `${kind}:${ref}`

/**
 * The number of a ledger account in the accountant's books: its own, else that of its kind. What a
 * customer has or owes goes by its debtor number unless the kind has a number for all. Null: none.
 */
export function numbersIn({ numbers }: AccountingSetting): (account: AccountName) => string | null {
  const known = new Map(numbers.map(({ key, number }) => [key, number]))
  return (account) =>
    known.get(keyOf(account)) ??
    known.get(account.kind) ??
    (isCustomerSide(account.kind) && account.debtor !== null ? String(account.debtor) : null)
}

/** The kinds that go by the customer's own number. */
export const byDebtor = ({ numbers }: AccountingSetting): string[] =>
  ['customer', 'receivable'].filter((kind) => !numbers.some(({ key }) => key === kind))
