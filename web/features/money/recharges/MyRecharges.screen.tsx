import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy } from 'react'
import { rechargeList, recharges } from '#contracts/money/recharges.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { Can } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { RechargeDetail } from './recharge-detail.tsx'
import { CELLS } from './recharge-cells.tsx'
import { useRechargeActions } from './use-recharge-actions.tsx'

const NewRecharge = lazy(() => import('./new-recharge.tsx'))

const COLUMNS = [
  'reference',
  'status',
  'currency',
  'amount',
  'received',
  'refunded',
  'channel',
  'paidOn',
  'confirmedAt',
  'reason',
  'createTime',
] as const
const NUMBERS = ['reference']

/** A customer's own: ask, see how to pay and what became of it, keep the receipt. */
export default function MyRecharges() {
  const t = useT('recharges')
  const { show } = useOpen()
  const { rowActions, dialogs } = useRechargeActions()
  return (
    <>
      <ResourceScreen
        of={rechargeList}
        name="my-recharges"
        title={t('title.mine')}
        columns={COLUMNS}
        cells={CELLS}
        numbers={NUMBERS}
        rowActions={rowActions}
        detail={(row) => <RechargeDetail key={row.id} row={row} actions={rowActions(row)} />}
        form={({ id, close }) =>
          id === null && (
            <Can action={recharges.add}>
              <NewRecharge onClose={close} onAdded={(made) => show({ kind: 'row', id: made })} />
            </Can>
          )
        }
        newButton={
          <Can action={recharges.add}>
            <Button
              type="primary"
              icon={<PlusOutlined />}
              onClick={() => show({ kind: 'new', id: null })}
            >
              {t('new')}
            </Button>
          </Can>
        }
      />
      {dialogs}
    </>
  )
}
