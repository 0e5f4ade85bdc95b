import type { RowOf } from '#contracts/kit/entity.ts'
import type { accountList } from '#contracts/money/accounts.ts'

export type AccountRow = RowOf<typeof accountList>

/** `环宇贸易 · EUR`: what a dialog calls an account. */
export const accountName = (row: AccountRow): string =>
  `${row.customerId_dictText} · ${row.currency ?? ''}`
