import {
  CheckOutlined,
  CloseOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  RollbackOutlined,
  SendOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { codPayoutList, codPayouts } from '#contracts/money/cod/cod.ts'
import { mayPayout, PAYOUT, type PayoutAction } from '#contracts/money/cod/cod.states.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import { useAction, type Action } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { CopyText } from '../../../kit/platform/cells.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

type Row = RowOf<typeof codPayoutList>
const STAFF = [
  'no',
  'status',
  'customerId',
  'amount',
  'items',
  'payTo',
  'holder',
  'iban',
  'firstBy',
  'approvedBy',
  'paidOn',
  'reason',
  'createTime',
] as const
const MINE = ['no', 'status', 'amount', 'items', 'payTo', 'iban', 'paidOn', 'createTime'] as const
const SUMS = ['amount'] as const
const CELLS = {
  no: (row: Row) => <CopyText text={row.no} />,
  iban: (row: Row) => (row.iban ? groupsOfFour(row.iban) : null),
}
const can = (action: PayoutAction, { status, payTo, exportedAt }: Row): boolean =>
  mayPayout(action, {
    status: status ?? '',
    payTo: payTo ?? '',
    exported: exportedAt !== null,
  })

/** Payouts: approved, transferred, and what came back. */
export function Payouts({
  top,
  title,
  staff = false,
}: {
  top: ReactNode
  title: string
  staff?: boolean
}) {
  const t = useT('cod')
  const { rowActions, pay, file, dialogs } = usePayoutActions(staff)
  return (
    <>
      <ResourceScreen
        of={codPayoutList}
        title={title}
        top={top}
        name={staff ? 'cod-payouts' : 'my-cod-payouts'}
        columns={staff ? STAFF : MINE}
        cells={CELLS}
        sums={SUMS}
        rowActions={rowActions}
        {...(pay && file
          ? {
              actions: (selection: { rows: readonly Row[] }) => {
                const open = selection.rows.filter((row) => can('pay', row))
                const euros = open.filter(({ currency }) => currency === 'EUR')
                return (
                  <>
                    <Button
                      icon={<FileTextOutlined />}
                      disabled={euros.length === 0}
                      onClick={() => void file(euros)}
                    >
                      {t('sepa')}
                    </Button>
                    <Button
                      icon={<SendOutlined />}
                      disabled={open.length === 0}
                      onClick={() => void pay(open)}
                    >
                      {t('pay')}
                    </Button>
                  </>
                )
              },
            }
          : {})}
      />
      {dialogs}
    </>
  )
}

function usePayoutActions(staff: boolean): {
  rowActions: (row: Row) => RowAction[]
  pay: ((rows: readonly Row[]) => Promise<void>) | null
  file: ((rows: readonly Row[]) => Promise<unknown>) | null
  dialogs: ReactNode
} {
  const t = useT('cod')
  const may = useRightsCheck()
  const ask = useConfirm()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const approve = useAction(codPayouts.approve)
  const cancel = useAction(codPayouts.cancel)
  const returned = useAction(codPayouts.returned)
  const withdraw = useAction(codPayouts.withdrawFile)
  const paying = useAction(codPayouts.pay, {
    success: ({ done, failed }) => (failed > 0 ? null : t('pay.done', { count: done })),
  })
  const sepa = useDownload(codPayouts.sepaFile)
  const statement = useDownload(codPayouts.statement)
  const mayPay = staff && may(codPayouts.pay)
  const file = (rows: readonly Row[]) =>
    sepa.run({ ids: rows.map(({ id }) => id) }, `${rows[0]?.no ?? ''}.xml`)
  const pay = async (rows: readonly Row[]) => {
    const title = t('pay.title', { count: rows.length })
    if ((await ask({ title, content: t('pay.text'), ok: t('pay') })) === null) return
    const answer = await paying.run({ ids: rows.map(({ id }) => id) })
    if (answer.ok && answer.result.failed > 0) setOutcome({ title, result: answer.result })
  }
  const named = (row: Row) => ({
    no: row.no ?? '',
    file: row.fileNo ?? '',
    customer: row.customerId_dictText ?? '',
    amount: formatNumber(row.amount),
    currency: row.currency ?? '',
  })
  const withReason = async (
    key: 'cancel' | 'returned' | 'withdraw',
    row: Row,
    run: Action<{ id: string; version: number; reason: string }, unknown>['run'],
  ) => {
    const { id, version, no, fileNo } = row
    const reason = await ask({
      title: t(`${key}.title`, { no: no ?? '', file: fileNo ?? '' }),
      ok: t(key),
      danger: true,
      reason: true,
    })
    if (reason !== null) await run({ id, version, reason }, null, t(`${key}.done`, named(row)))
  }
  const rowActions = (row: Row): RowAction[] => {
    const action = (key: string, icon: ReactNode, onClick: () => void, danger = false) => ({
      key,
      label: t(key),
      icon,
      danger,
      onClick,
    })
    const { id, version } = row
    return [
      ...(mayPay && can('approve', row)
        ? [
            action(
              'approve',
              <CheckOutlined />,
              () => void approve.run({ id, version }, null, t('approve.done', named(row))),
            ),
          ]
        : []),
      ...(mayPay && can('pay', row)
        ? [action('pay', <SendOutlined />, () => void pay([row]))]
        : []),
      ...(mayPay && can('pay', row) && row.currency === 'EUR'
        ? [action('sepa', <FileTextOutlined />, () => void file([row]))]
        : []),
      ...(mayPay && row.status === PAYOUT.ordered && row.fileNo
        ? [
            action(
              'withdraw',
              <RollbackOutlined />,
              () => void withReason('withdraw', row, withdraw.run),
              true,
            ),
          ]
        : []),
      ...(row.status !== PAYOUT.returned && row.status !== PAYOUT.cancelled
        ? [
            action(
              'statement',
              <FilePdfOutlined />,
              () => void statement.run({ id }, `${row.no ?? ''}.pdf`),
            ),
          ]
        : []),
      ...(mayPay && can('cancel', row)
        ? [
            action(
              'cancel',
              <CloseOutlined />,
              () => void withReason('cancel', row, cancel.run),
              true,
            ),
          ]
        : []),
      ...(mayPay && can('returned', row)
        ? [
            action(
              'returned',
              <RollbackOutlined />,
              () => void withReason('returned', row, returned.run),
              true,
            ),
          ]
        : []),
    ]
  }
  return {
    rowActions,
    pay: mayPay ? pay : null,
    file: mayPay ? file : null,
    dialogs: (
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    ),
  }
}
