import { PlusOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { rechargeList, recharges } from '#contracts/money/recharges.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { WaitingChanges } from '../accounts/index.ts'
import { RechargeDetail } from './recharge-detail.tsx'
import { CELLS } from './recharge-cells.tsx'
import { useRechargeActions } from './use-recharge-actions.tsx'

const NewRecharge = lazy(() => import('./new-recharge.tsx'))
const LimitsDialog = lazy(() => import('./limits-dialog.tsx'))

const COLUMNS = [
  'reference',
  'status',
  'customerId',
  'currency',
  'amount',
  'received',
  'refunded',
  'channel',
  'firstBy',
  'payer',
  'paidOn',
  'outTradeNo',
  'receivingAccountId',
  'reason',
  'createTime',
] as const
const SUMS = ['amount', 'received', 'refunded'] as const
const NUMBERS = ['reference', 'outTradeNo']

/** What customers pay in: confirmed, rejected and refunded by finance. */
export default function Recharges() {
  const t = useT('recharges')
  const may = useRightsCheck()
  const [adding, setAdding] = useState(false)
  const [limits, setLimits] = useState(false)
  const { rowActions, dialogs } = useRechargeActions()
  return (
    <>
      <WaitingChanges kind="limits" />
      <ResourceScreen
        of={rechargeList}
        columns={COLUMNS}
        cells={CELLS}
        sums={SUMS}
        numbers={NUMBERS}
        rowActions={rowActions}
        detail={(row) => <RechargeDetail key={row.id} row={row} actions={rowActions(row)} />}
        toolbar={() =>
          may(recharges.saveLimits) && (
            <Button icon={<SettingOutlined />} onClick={() => setLimits(true)}>
              {t('limits')}
            </Button>
          )
        }
        newButton={
          may(recharges.add) && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              {t('new')}
            </Button>
          )
        }
      />
      {dialogs}
      <Suspense>
        {adding && <NewRecharge onClose={() => setAdding(false)} staff />}
        {limits && <LimitsDialog onClose={() => setLimits(false)} />}
      </Suspense>
    </>
  )
}
