import type { AccountRow } from './account-row.ts'

/**
 * The accounts of a customer money may go to: of another customer the one in the same currency, of
 * the same customer those in other currencies.
 */
export const targetsOf = (
  from: Pick<AccountRow, 'id' | 'customerId' | 'currency'>,
  accounts: readonly AccountRow[],
): AccountRow[] =>
  accounts.filter(
    (one) =>
      one.id !== from.id && (one.customerId === from.customerId || one.currency === from.currency),
  )
