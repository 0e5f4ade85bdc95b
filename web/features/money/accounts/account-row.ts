import type { RowOf } from '#contracts/kit/entity.ts'
import type { accountList } from '#contracts/money/accounts.ts'

export type AccountRow = RowOf<typeof accountList>

/** `环宇贸易 · 预付 EUR`: what a dialog calls an account. */
export const accountName = (row: AccountRow): string =>
  `${row.customerId_dictText} · ${accountKind(row)}`

/** `预付 EUR`: which account of a customer it is. */
export const accountKind = (row: AccountRow): string =>
  [row.kind_dictText, row.currency].filter(Boolean).join(' ')
