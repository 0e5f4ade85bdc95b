import { EyeOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { printJobList, printJobs } from '#contracts/billing/print-jobs.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

const SetDialog = lazy(() => import('./set-dialog.tsx'))
type Row = RowOf<typeof printJobList>
const COLUMNS = [
  'name',
  'kind',
  'state',
  'fromDay',
  'toDay',
  'records',
  'pages',
  'printedAt',
  'printedBy',
]

/** Papers put together by a filter, printed as one file, and who printed them. */
export default function PrintData({ title }: { title: string }) {
  const t = useT('print-jobs')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [making, setMaking] = useState(false)
  const preview = useDownload(printJobs.preview)
  const print = useDownload(printJobs.print)
  const nameOf = (row: Row) => `${row.name ?? row.id}.pdf`
  const run = async (row: Row) => {
    const again = row.state === 'PRINTED'
    const reason = again
      ? await confirm({
          title: t('again', { name: row.name ?? '' }),
          ok: t('print'),
          reason: true,
        })
      : ''
    if (reason === null) return
    await print.run({ id: row.id, copies: 1, ...(again ? { reason } : {}) }, nameOf(row))
  }
  const rowActions = (row: Row): RowAction[] =>
    row.pages === null
      ? []
      : [
          {
            key: 'preview',
            label: t('preview'),
            icon: <EyeOutlined />,
            onClick: () => void preview.run({ id: row.id }, nameOf(row)),
          },
          ...(may(printJobs.print)
            ? [
                {
                  key: 'print',
                  label: t('print'),
                  icon: <PrinterOutlined />,
                  onClick: () => void run(row),
                },
              ]
            : []),
        ]
  return (
    <>
      <ResourceScreen
        of={printJobList}
        title={title}
        columns={COLUMNS}
        rowActions={rowActions}
        toolbar={() =>
          may(printJobs.add) && (
            <Button type="primary" onClick={() => setMaking(true)}>
              {t('add')}
            </Button>
          )
        }
        aside={(row) => <PrintLog id={row.id} />}
      />
      <Suspense>{making && <SetDialog onClose={() => setMaking(false)} />}</Suspense>
    </>
  )
}

function PrintLog({ id }: { id: string }) {
  const t = useT('print-jobs')
  const { data = [] } = useApi(printJobs.log, { id })
  return (
    <section className="py-details">
      <h3>{t('log')}</h3>
      {data.length === 0 && <p>{t('log.none')}</p>}
      <ul>
        {data.map((note) => (
          <li key={note.id}>
            <Moment at={note.at} /> {nameOfAccount(note.printedBy)} ·{' '}
            {t('log.copies', { copies: note.copies })}
            {note.reason ? ` · ${note.reason}` : ''}
          </li>
        ))}
      </ul>
    </section>
  )
}
