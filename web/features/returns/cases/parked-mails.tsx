import { Button } from 'antd'
import { caseMailbox, type ParkedMail } from '#contracts/returns/cases/case-mail.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Mails of programs and those that could not be read: people look, take them in after all, or drop them. */
export function ParkedMails() {
  const t = useT('case-mailbox')
  const confirm = useConfirm()
  const found = useApi(caseMailbox.parked, {})
  const retry = useAction(caseMailbox.retry)
  const drop = useAction(caseMailbox.drop)
  const dropNow = async (row: ParkedMail) => {
    const sure = await confirm({
      title: t('drop.title', { subject: row.subject }),
      content: <p>{t('drop.note')}</p>,
      ok: t('drop'),
      danger: true,
    })
    if (sure !== null) await drop.run({ id: row.id })
  }
  const columns: Column<ParkedMail>[] = [
    { key: 'subject', title: t('parked.subject'), width: 260, card: 'title' },
    { key: 'sender', title: t('parked.sender'), width: 200 },
    { key: 'reason', title: t('parked.reason'), width: 220 },
    { key: 'caseNo', title: t('parked.case'), width: 120 },
    { key: 'at', title: t('parked.at'), width: 150, render: (row) => <Moment at={row.at} /> },
    {
      key: 'verbs',
      title: '',
      width: 240,
      render: (row) => (
        <span className="ret-buttons">
          {row.mayRetry && (
            <Button
              loading={retry.busy}
              aria-label={`${t(row.state === 'machine' ? 'retry.person' : 'retry')} ${row.subject}`}
              onClick={() => void retry.run({ id: row.id })}
            >
              {t(row.state === 'machine' ? 'retry.person' : 'retry')}
            </Button>
          )}
          <Button
            danger
            loading={drop.busy}
            aria-label={`${t('drop')} ${row.subject}`}
            onClick={() => void dropNow(row)}
          >
            {t('drop')}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <section className="py-details">
      <h3>{t('parked')}</h3>
      <DataTable<ParkedMail>
        label={t('parked')}
        columns={columns}
        rows={found.data ?? []}
        keys={false}
        empty={<Empty kind="nothing" title={t('parked.none')} />}
      />
    </section>
  )
}
