import { KeyOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { PAYMENT_KIND, paymentAccounts, providerKeys } from '#contracts/money/payment-accounts.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { WaitingChanges } from '../accounts/index.ts'
import { PaymentCode } from './payment-code.tsx'

const KeysDialog = lazy(() => import('./keys-dialog.tsx'))

type Row = RowOf<typeof paymentAccounts>
const COLUMNS = [
  'code',
  'name',
  'kind',
  'provider',
  'currency',
  'holder',
  'bankName',
  'iban',
  'bic',
  'accountNo',
  'feeRate',
  'feeFixed',
  'isDefault',
  'enabled',
] as const
const CELLS = {
  iban: (row: Row) =>
    row.iban ? <CopyText text={row.iban} shown={groupsOfFour(row.iban)} /> : null,
}

/** Where customers pay: a code of transfers in euros, the keys of payment providers. */
export default function PaymentAccounts() {
  const t = useT('payment-accounts')
  const may = useRightsCheck()
  const [keysOf, setKeysOf] = useState<Row | null>(null)
  const rowActions = (row: Row): RowAction[] =>
    row.kind === PAYMENT_KIND.psp && may(providerKeys.save)
      ? [
          {
            key: 'keys',
            label: t('keys'),
            icon: <KeyOutlined />,
            onClick: () => setKeysOf(row),
          },
        ]
      : []
  return (
    <>
      <WaitingChanges kind="paymentAccount" nameOf={t} />
      <ResourceScreen
        of={paymentAccounts}
        columns={COLUMNS}
        cells={CELLS}
        rowActions={rowActions}
        aside={(row) => <PaymentCode key={row.id} account={row} />}
      />
      <Suspense>
        {keysOf && (
          <KeysDialog id={keysOf.id} name={keysOf.name ?? ''} onClose={() => setKeysOf(null)} />
        )}
      </Suspense>
    </>
  )
}
