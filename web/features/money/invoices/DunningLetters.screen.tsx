import { FilePdfOutlined, MailOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { dunning, dunningLetters } from '#contracts/money/dunning/dunning.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { LetterDetail } from './letter-detail.tsx'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))
type Row = RowOf<typeof dunningLetters>

const COLUMNS = [
  'customerId',
  'step',
  'invoices',
  'total',
  'madeOn',
  'payBy',
  'mailStatus',
  'sentTo',
  'sentAt',
  'froze',
] as const

/** Reminders that went out, and what they made customers owe. */
export default function DunningLetters() {
  const t = useT('dunning')
  const may = useRightsCheck()
  const ask = useConfirm()
  const notify = useNotify()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const pdf = useDownload(dunning.pdf)
  const sending = useAction(dunning.send, { success: false })
  const send = async (rows: readonly Row[]) => {
    const count = rows.length
    const title = t('letter.send.title', { count })
    if ((await ask({ title, ok: t('letter.send') })) === null) return
    const answer = await sending.run({ ids: rows.map(({ id }) => id) })
    if (!answer.ok) return
    if (answer.result.failed > 0) setOutcome({ title, result: answer.result })
    else notify.success(t('letter.send.done', { count }))
  }
  const rowActions = (row: Row): RowAction[] => [
    {
      key: 'pdf',
      label: t('letter.pdf'),
      icon: <FilePdfOutlined />,
      onClick: () => void pdf.run({ id: row.id }, `${row.heading ?? row.id}.pdf`),
    },
    ...(may(dunning.send)
      ? [
          {
            key: 'send',
            label: t('letter.send'),
            icon: <MailOutlined />,
            onClick: () => void send([row]),
          },
        ]
      : []),
  ]
  return (
    <>
      <ResourceScreen
        of={dunningLetters}
        columns={COLUMNS}
        rowActions={rowActions}
        detail={(row) => <LetterDetail key={row.id} row={row} actions={rowActions(row)} />}
        actions={(selection) =>
          may(dunning.send) && (
            <Button
              icon={<MailOutlined />}
              loading={sending.busy}
              onClick={() => void send(selection.rows)}
            >
              {t('letter.send')}
            </Button>
          )
        }
      />
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </>
  )
}
