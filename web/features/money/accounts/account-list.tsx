import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { accountList, accounts } from '#contracts/money/accounts.ts'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { Moment, Money } from '../../../kit/platform/cells.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { Ageing, Alarm, DaysLeft, LastRecharge, Spendable, useFigures } from './account-cells.tsx'
import type { AccountRow } from './account-row.ts'
import { useFreeze } from './use-freeze.tsx'
import { TradesOf } from '../trades/index.ts'

const OpenAccount = lazy(() => import('./open-account.tsx'))
const CreditDialog = lazy(() => import('./credit-dialog.tsx'))
const AdjustDialog = lazy(() => import('./adjust-dialog.tsx'))
const TransferDialog = lazy(() => import('./transfer-dialog.tsx'))
const StatementDialog = lazy(() => import('./statement-dialog.tsx'))
const AlarmDialog = lazy(() => import('./alarm-dialog.tsx'))

const COLUMNS = [
  'customerId',
  'kind',
  'status',
  'available',
  'spendable',
  'balance',
  'held',
  'credit',
  'days',
  'ageing',
  'lastRecharge',
  'alarm',
] as const
const SUMS = ['available', 'balance', 'held', 'credit'] as const
const CELLS = {
  spendable: (row: AccountRow) => <Spendable row={row} />,
  days: (row: AccountRow) => <DaysLeft id={row.id} currency={row.currency} />,
  ageing: (row: AccountRow) => <Ageing id={row.id} currency={row.currency} />,
  lastRecharge: (row: AccountRow) => <LastRecharge id={row.id} currency={row.currency} short />,
  alarm: (row: AccountRow) => <Alarm id={row.id} currency={row.currency} short />,
}
type Dialog = 'credit' | 'adjust' | 'transfer' | 'statement' | 'alarm'

/** Accounts of customers, with all that is done to them. */
export function AccountList({ top, title }: { top: ReactNode; title: string }) {
  const t = useT('accounts')
  const may = useRightsCheck()
  const freezeIt = useFreeze()
  const [open, setOpen] = useState<{ dialog: Dialog; row: AccountRow } | null>(null)
  const [opening, setOpening] = useState(false)
  const show = useCallback(
    (dialog: Dialog, row: AccountRow): RowAction => ({
      key: dialog,
      label: t(dialog === 'alarm' ? 'alarm.set' : `action.${dialog}`),
      onClick: () => setOpen({ dialog, row }),
    }),
    [t],
  )
  const actions = (row: AccountRow): RowAction[] => {
    const prepaid = row.kind === 'customer'
    return [
      show('statement', row),
      ...(may(accounts.adjust) ? [show('adjust', row)] : []),
      ...(may(accounts.transfer) && prepaid ? [show('transfer', row)] : []),
      ...(may(accounts.credit) ? [show('credit', row)] : []),
      ...(may(accounts.credit) && prepaid ? [show('alarm', row)] : []),
      ...(may(accounts.freeze)
        ? [
            {
              key: 'freeze',
              label: t(row.status === 'frozen' ? 'action.unfreeze' : 'action.freeze'),
              danger: row.status !== 'frozen',
              onClick: () => void freezeIt(row),
            },
          ]
        : []),
    ]
  }
  const close = () => setOpen(null)
  return (
    <>
      <ResourceScreen
        of={accountList}
        title={title}
        top={top}
        columns={COLUMNS}
        cells={CELLS}
        sums={SUMS}
        cardTitle="customerId"
        detailSize={880}
        rowActions={actions}
        toolbar={() =>
          may(accounts.open) && (
            <Button icon={<PlusOutlined />} onClick={() => setOpening(true)}>
              {t('action.open')}
            </Button>
          )
        }
        detailActs
        detail={(row) => <AccountDetail row={row} />}
      />
      <Suspense>
        {opening && <OpenAccount onClose={() => setOpening(false)} />}
        {open?.dialog === 'credit' && <CreditDialog row={open.row} onClose={close} />}
        {open?.dialog === 'adjust' && <AdjustDialog row={open.row} onClose={close} />}
        {open?.dialog === 'transfer' && <TransferDialog row={open.row} onClose={close} />}
        {open?.dialog === 'statement' && <StatementDialog row={open.row} onClose={close} />}
        {open?.dialog === 'alarm' && <AlarmOf row={open.row} onClose={close} />}
      </Suspense>
    </>
  )
}

/** With the level as it is now. */
export function AlarmOf({ row, onClose }: { row: AccountRow; onClose: () => void }) {
  const figures = useFigures(row.id)
  if (!figures) return null
  return <AlarmDialog row={row} level={figures.alarmLevel} onClose={onClose} />
}

function AccountDetail({ row }: { row: AccountRow }) {
  const t = useT('accounts')
  const of = { id: row.id, currency: row.currency }
  const money = (key: 'available' | 'balance' | 'held' | 'credit') => ({
    key,
    label: t(key),
    value: <Money amount={row[key]} currency={row.currency} />,
  })
  return (
    <>
      <DetailList
        items={[
          { key: 'customerId', label: t('customerId'), value: row.customerId_dictText },
          { key: 'customerCode', label: t('customerCode'), value: row.customerCode },
          {
            key: 'kind',
            label: t('kind'),
            value: <DictTag code="account_kind" value={row.kind} />,
          },
          money('available'),
          { key: 'spendable', label: t('spendable'), value: CELLS.spendable(row) },
          money('balance'),
          money('held'),
          money('credit'),
          { key: 'days', label: t('days'), value: CELLS.days(row) },
          { key: 'ageing', label: t('ageing'), value: CELLS.ageing(row) },
          { key: 'lastRecharge', label: t('lastRecharge'), value: <LastRecharge {...of} /> },
          { key: 'alarm', label: t('alarm'), value: <Alarm {...of} /> },
          {
            key: 'status',
            label: t('status'),
            value: <DictTag code="account_status" value={row.status} />,
          },
          { key: 'frozenReason', label: t('frozenReason'), value: row.frozenReason },
          { key: 'createTime', label: t('createTime'), value: <Moment at={row.createTime} /> },
        ]}
      />
      <h3>{t('trades')}</h3>
      <TradesOf accountId={row.id} />
    </>
  )
}
