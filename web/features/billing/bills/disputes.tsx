import { DownloadOutlined, RollbackOutlined, SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { disputeList, disputes } from '#contracts/billing/disputes.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { isOpenDispute } from '#contracts/billing/bills.states.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { Deadline } from './deadline.tsx'
import type { DisputeRow } from './decisions.ts'

const CreditDialog = lazy(() => import('./credit-dialog.tsx'))
const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))
const SUMS = ['claimed', 'creditExpected', 'creditReceived'] as const
const isDraft = ({ state }: DisputeRow) => state === 'draft'
const isWithCarrier = ({ state }: DisputeRow) => state === 'sent' || state === 'answered'

/** Disputes: what is claimed, until when, and what the carrier gave back. */
export function Disputes({ title, top }: { title: string; top: ReactNode }) {
  const t = useT('bills')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const pack = useDownload(disputes.pack)
  const success = (what: string) => (result: BulkResult) =>
    result.failed > 0 ? null : t(`${what}.done`, { count: result.done })
  const send = useAction(disputes.send, { success: success('send') })
  const withdraw = useAction(disputes.withdraw, { success: success('withdraw') })
  const [credit, setCredit] = useState<{ kind: 'answer' | 'settle'; row: DisputeRow } | null>(null)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const changeAll = async (what: 'send' | 'withdraw', rows: readonly DisputeRow[]) => {
    const agreed = await confirm({
      title: t(`${what}.title`, { count: rows.length }),
      content: t(`${what}.effect`),
      ok: t(what),
    })
    if (agreed === null) return
    const answer = await { send, withdraw }[what].run({ ids: rows.map(({ id }) => id) })
    if (answer.ok && answer.result.failed > 0) setOutcome({ title: t(what), result: answer.result })
  }
  const rowActions = (row: DisputeRow): RowAction[] => [
    {
      key: 'pack',
      label: t('pack'),
      icon: <DownloadOutlined />,
      onClick: () => void pack.run({ id: row.id }, `${row.no}.zip`),
    },
    ...(may(disputes.send) && isDraft(row)
      ? [
          {
            key: 'send',
            label: t('send'),
            icon: <SendOutlined />,
            onClick: () => void changeAll('send', [row]),
          },
        ]
      : []),
    ...(may(disputes.answer) && isWithCarrier(row)
      ? (['answer', 'settle'] as const).map((kind) => ({
          key: kind,
          label: t(kind),
          onClick: () => setCredit({ kind, row }),
        }))
      : []),
    ...(may(disputes.withdraw) && isOpenDispute(row.state ?? '')
      ? [
          {
            key: 'withdraw',
            label: t('withdraw'),
            icon: <RollbackOutlined />,
            onClick: () => void changeAll('withdraw', [row]),
          },
        ]
      : []),
  ]
  return (
    <>
      <ResourceScreen
        of={disputeList}
        title={title}
        top={top}
        sums={SUMS}
        cells={{
          deadline: (row) => (
            <Deadline day={row.deadline} isOpen={isOpenDispute(row.state ?? '')} />
          ),
        }}
        rowActions={rowActions}
        actions={(selection) => {
          const drafts = selection.rows.filter(isDraft)
          const open = selection.rows.filter(({ state }) => isOpenDispute(state ?? ''))
          return (
            may(disputes.send) && (
              <>
                <Button
                  icon={<SendOutlined />}
                  disabled={drafts.length === 0}
                  onClick={() => void changeAll('send', drafts)}
                >
                  {t('send')}
                </Button>
                <Button
                  icon={<RollbackOutlined />}
                  disabled={open.length === 0}
                  onClick={() => void changeAll('withdraw', open)}
                >
                  {t('withdraw')}
                </Button>
              </>
            )
          )
        }}
      />
      <Suspense>
        {credit && <CreditDialog {...credit} onClose={() => setCredit(null)} />}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </>
  )
}
