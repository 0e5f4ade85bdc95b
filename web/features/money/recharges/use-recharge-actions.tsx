import {
  CheckOutlined,
  CloseOutlined,
  CreditCardOutlined,
  FileTextOutlined,
  QrcodeOutlined,
  RollbackOutlined,
  SendOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { recharges } from '#contracts/money/recharges.ts'
import {
  isOnline,
  RECHARGE,
  whyNotRecharge,
  type RechargeAction,
} from '#contracts/money/recharges.states.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useStableCallback } from '../../../kit/platform/use-stable-callback.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { RechargeRow } from './recharge-cells.tsx'
import { usePayment } from './use-payment.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))
const RefundDialog = lazy(() => import('./refund-dialog.tsx'))
const ReportDialog = lazy(() => import('./report-dialog.tsx'))

type Asked = { kind: 'confirm' | 'refund' | 'report'; row: RechargeRow } | null

const isOpen = (action: RechargeAction, row: RechargeRow): boolean =>
  whyNotRecharge(action, {
    status: row.status ?? '',
    channel: row.channel,
    received: row.received ?? '0',
    refunded: row.refunded ?? '0',
    firstBy: row.firstBy,
  }) === null

/** What the caller may do with a recharge now, and the dialogs it takes. */
export function useRechargeActions(): {
  rowActions: (row: RechargeRow) => RowAction[]
  dialogs: ReactNode
} {
  const t = useT('recharges')
  const may = useRightsCheck()
  const ask = useConfirm()
  const [asked, setAsked] = useState<Asked>(null)
  const reject = useAction(recharges.reject)
  const withdraw = useAction(recharges.withdraw)
  const pay = usePayment()
  const slip = useDownload(recharges.slip)
  const receipt = useDownload(recharges.receipt)
  const named = (row: RechargeRow) => ({
    reference: row.reference ?? '',
    customer: row.customerId_dictText ?? '',
    amount: formatNumber(row.amount),
    currency: row.currency ?? '',
  })
  const askReject = async (row: RechargeRow) => {
    const { id, version, reference } = row
    const reason = await ask({
      title: t('reject.title', { reference: reference ?? '' }),
      ok: t('reject.ok'),
      danger: true,
      reason: true,
    })
    if (reason !== null)
      await reject.run({ id, version, reason }, null, t('reject.done', named(row)))
  }
  const askWithdraw = async (row: RechargeRow) => {
    const sure = await ask({
      title: t('withdraw.title', named(row)),
      ok: t('withdraw'),
      content: t('withdraw.text'),
      danger: true,
    })
    const { id, version } = row
    if (sure !== null) await withdraw.run({ id, version }, null, t('withdraw.done', named(row)))
  }
  const rowActions = useStableCallback((row: RechargeRow): RowAction[] => {
    const offered = (action: RechargeAction, perm: Parameters<typeof may>[0]) =>
      may(perm) && isOpen(action, row)
    const dialog = (kind: 'confirm' | 'refund' | 'report', icon: ReactNode, danger = false) => ({
      key: kind,
      label: t(kind),
      icon,
      danger,
      onClick: () => setAsked({ kind, row }),
    })
    const paper = `${row.reference ?? ''}.pdf`
    const unpaid = row.status === RECHARGE.draft || row.status === RECHARGE.paid
    return [
      ...(offered('pay', 'pay:recharge:add')
        ? [
            {
              key: 'pay',
              label: t('pay'),
              icon: <CreditCardOutlined />,
              onClick: () => void pay(row.id),
            },
          ]
        : []),
      ...(offered('confirm', recharges.confirm) ? [dialog('confirm', <CheckOutlined />)] : []),
      ...(offered('report', 'pay:recharge:add') ? [dialog('report', <SendOutlined />)] : []),
      ...(offered('reject', recharges.reject)
        ? [
            {
              key: 'reject',
              label: t('reject'),
              icon: <CloseOutlined />,
              danger: true,
              onClick: () => void askReject(row),
            },
          ]
        : []),
      ...(offered('withdraw', recharges.withdraw)
        ? [
            {
              key: 'withdraw',
              label: t('withdraw'),
              icon: <StopOutlined />,
              danger: true,
              onClick: () => void askWithdraw(row),
            },
          ]
        : []),
      ...(unpaid && !isOnline(row.channel)
        ? [
            {
              key: 'slip',
              label: t('slip'),
              icon: <QrcodeOutlined />,
              onClick: () => void slip.run({ id: row.id }, paper),
            },
          ]
        : []),
      ...(/[1-9]/.test(row.received ?? '')
        ? [
            {
              key: 'receipt',
              label: t('receipt'),
              icon: <FileTextOutlined />,
              onClick: () => void receipt.run({ id: row.id }, paper),
            },
          ]
        : []),
      ...(offered('refund', recharges.refund)
        ? [dialog('refund', <RollbackOutlined />, true)]
        : []),
    ]
  })
  const close = () => setAsked(null)
  return {
    rowActions,
    dialogs: (
      <Suspense>
        {asked?.kind === 'confirm' && <ConfirmDialog row={asked.row} onClose={close} />}
        {asked?.kind === 'refund' && <RefundDialog row={asked.row} onClose={close} />}
        {asked?.kind === 'report' && <ReportDialog row={asked.row} onClose={close} />}
      </Suspense>
    ),
  }
}
