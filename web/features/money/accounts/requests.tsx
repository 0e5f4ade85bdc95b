import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { accountRequestList, accountRequests, REQUEST } from '#contracts/money/account-requests.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Row = RowOf<typeof accountRequestList>
const COLUMNS = [
  'no',
  'kind',
  'status',
  'customerId',
  'about',
  'amount',
  'toCustomerId',
  'reason',
  'askedBy',
  'createTime',
  'decidedBy',
  'decidedAt',
] as const

/** What waits for a second user, and what was decided. */
export function Requests({ top, title }: { top: ReactNode; title: string }) {
  const t = useT('account-requests')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const approve = useAction(accountRequests.approve, { success: false })
  const reject = useAction(accountRequests.reject, { success: false })
  const approveIt = async (row: Row) => {
    const title = t('approve.title', {
      no: row.no ?? '',
      kind: row.kind_dictText ?? '',
      amount: formatNumber(row.amount),
      currency: row.currency ?? '',
    })
    const names = [
      [row.customerId_dictText, row.about].filter(Boolean).join(' · ') + `: ${row.reason ?? ''}`,
    ]
    const asked = { title, ok: t('approve'), content: t('approve.text'), names }
    if ((await confirm(asked)) !== null) await approve.run({ id: row.id, version: row.version })
  }
  const rejectIt = async (row: Row) => {
    const title = t('reject.title', { no: row.no ?? '' })
    const reason = await confirm({ title, ok: t('reject'), reason: true, danger: true })
    if (reason !== null) await reject.run({ id: row.id, version: row.version, reason })
  }
  const actions = (row: Row): RowAction[] =>
    row.status !== REQUEST.waiting || !may(accountRequests.approve)
      ? []
      : [
          {
            key: 'approve',
            label: t('approve'),
            icon: <CheckOutlined />,
            onClick: () => void approveIt(row),
          },
          {
            key: 'reject',
            label: t('reject'),
            icon: <CloseOutlined />,
            danger: true,
            onClick: () => void rejectIt(row),
          },
        ]
  return (
    <ResourceScreen
      of={accountRequestList}
      title={title}
      top={top}
      columns={COLUMNS}
      sums={['amount']}
      rowActions={actions}
    />
  )
}
