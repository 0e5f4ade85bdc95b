import type { codLineList } from '#contracts/money/cod/cod-remittances.ts'
import type { CodOwed } from '#contracts/money/cod/cod.ts'
import type { codList } from '#contracts/money/cod/cod-list.ts'
import type { RowOf } from '#contracts/kit/entity.ts'

export type ItemRow = RowOf<typeof codList>
export type LineRow = RowOf<typeof codLineList>
/** What a customer has to come in a currency, as a row of a table. */
export type OwedRow = CodOwed & { id: string }
