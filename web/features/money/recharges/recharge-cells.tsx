import type { RowOf } from '#contracts/kit/entity.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import type { rechargeList } from '#contracts/money/recharges.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'

export type RechargeRow = RowOf<typeof rechargeList>

export const CELLS = {
  reference: (row: RechargeRow) =>
    row.reference ? <CopyText text={row.reference} shown={groupsOfFour(row.reference)} /> : null,
}
