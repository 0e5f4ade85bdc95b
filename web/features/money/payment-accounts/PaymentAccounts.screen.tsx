import { paymentAccounts } from '#contracts/money/payment-accounts.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { CopyText } from '../../../kit/table/cells.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { PaymentCode } from './payment-code.tsx'

type Row = RowOf<typeof paymentAccounts>
const COLUMNS = [
  'code',
  'name',
  'kind',
  'currency',
  'holder',
  'bankName',
  'iban',
  'bic',
  'accountNo',
  'feeRate',
  'isDefault',
  'enabled',
] as const
const CELLS = {
  iban: (row: Row) =>
    row.iban ? <CopyText text={row.iban}>{groupsOfFour(row.iban)}</CopyText> : null,
}

/** Where customers pay; an account in euros shows the code banking apps read. */
export default function PaymentAccounts() {
  return (
    <ResourceScreen
      of={paymentAccounts}
      columns={COLUMNS}
      cells={CELLS}
      aside={(row) => <PaymentCode key={row.id} account={row} />}
    />
  )
}
