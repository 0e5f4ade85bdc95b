import { lazy, Suspense, useState } from 'react'
import { carrierAccountList, carrierAccounts } from '#contracts/carriers/carrier-accounts.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useCarrier } from './use-carrier.ts'

const AccountForm = lazy(() => import('./account-form.tsx'))
const ShopsDialog = lazy(() => import('./shops-dialog.tsx'))
const RotateDialog = lazy(() => import('./rotate-dialog.tsx'))
type Row = RowOf<typeof carrierAccountList>
const COLUMNS = [
  'name',
  'mode',
  'courierId',
  'labelFormat',
  'mustEncode',
  'testResult',
  'testedAt',
  'stoppedAt',
  'enabled',
]

/** Accounts with a carrier: set up, tried, given new secrets. */
export default function CarrierAccounts({ title }: { title: string }) {
  const t = useT('carrier-labels')
  const { code, described } = useCarrier()
  const may = useRightsCheck()
  const notify = useNotify()
  const [rotating, setRotating] = useState<Row | null>(null)
  const [finding, setFinding] = useState<Row | null>(null)
  const test = useAction(carrierAccounts.test, { success: false })
  const tryLogin = async ({ id }: Row) => {
    const done = await test.run({ id })
    if (!done.ok) return
    const { ok, message, allowed } = done.result
    const text = allowed.length > 0 ? `${message} ${allowed.join(', ')}` : message
    if (ok) notify.success(text)
    else notify.warning(text)
  }
  const rowActions = (row: Row): RowAction[] => [
    ...(may(carrierAccounts.test)
      ? [
          { key: 'test', label: t('action.test'), onClick: () => void tryLogin(row) },
          { key: 'rotate', label: t('action.rotate'), onClick: () => setRotating(row) },
        ]
      : []),
    ...(described?.operations.includes('shops')
      ? [{ key: 'shops', label: t('action.shops'), onClick: () => setFinding(row) }]
      : []),
  ]
  return (
    <>
      <ResourceScreen
        key={code}
        of={carrierAccountList}
        title={title}
        name={`carrier-accounts-${code}`}
        fixed={{ carrier: code }}
        columns={COLUMNS}
        rowActions={rowActions}
        rowTone={(row) => (row.stoppedAt ? 'bad' : undefined)}
        form={({ id, close }) =>
          described && <AccountForm id={id} carrier={described} onClose={close} />
        }
      />
      <Suspense>
        {finding && (
          <ShopsDialog id={finding.id} name={finding.name ?? ''} onClose={() => setFinding(null)} />
        )}
        {rotating && described && (
          <RotateDialog
            id={rotating.id}
            name={rotating.name ?? ''}
            carrier={described}
            onClose={() => setRotating(null)}
          />
        )}
      </Suspense>
    </>
  )
}
