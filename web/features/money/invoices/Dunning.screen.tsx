import { MailOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { DueCustomer, LeftOutInvoice } from '#contracts/money/dunning/dunning.parts.ts'
import { dunning } from '#contracts/money/dunning/dunning.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Money, Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { sumsOf } from './sums.ts'
import './invoices.css'

const SettingDialog = lazy(() => import('./dunning-setting-dialog.tsx'))
const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

type Row = DueCustomer & { id: string }
const NONE: readonly Row[] = []

/** What is due for its next reminder today, customer by customer, and what is left out and why. */
export default function Dunning({ title }: { title: string }) {
  const t = useT('dunning')
  const may = useRightsCheck()
  const ask = useConfirm()
  const notify = useNotify()
  const [setting, setSetting] = useState(false)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const { data, error, isPending, refetch } = useApi(dunning.proposal, {}, { staleTime: 0 })
  const rows = data?.customers.map((one) => ({ ...one, id: one.customerId })) ?? NONE
  const selection = useSelection(rows)
  const run = useAction(dunning.run, { success: false })
  const chosen = selection.rows.length > 0 ? selection.rows : rows
  const send = async () => {
    const count = chosen.length
    const mails = data?.mails ? chosen.filter(({ email }) => email !== null).length : 0
    const names = chosen.map(({ customer }) => customer)
    const sum = sumsOf(
      chosen.flatMap((one) => one.sums.map(({ currency, total }) => ({ currency, gross: total }))),
    )
    const content = [
      t('run.sum', { sum }),
      data?.mails
        ? t(mails < count ? 'run.mailed' : 'run.allMailed', { count: mails, left: count - mails })
        : t('run.noServer', { count }),
      t('run.text'),
    ]
    const title = t('run.title', { count })
    const wish = { title, content: content.join(' '), names, ok: t('run') }
    if ((await ask(wish)) === null) return
    const answer = await run.run({
      ids: chosen.map(({ id }) => id),
      invoices: chosen.flatMap((one) => one.invoices.map(({ id, step }) => ({ id, step }))),
    })
    if (!answer.ok) return
    selection.clear()
    void refetch()
    const { result } = answer
    if (result.rows.some(({ ok, message }) => !ok || message))
      setOutcome({ title: t('run'), result })
    else if (mails === 0) notify.warning(t('run.unsent', { count: result.done, sum }))
    else notify.success(t('run.done', { count: result.done, sum }))
  }
  return (
    <div className="py-list">
      <PageHeader title={title}>
        {may(dunning.saveSetting) && (
          <Button icon={<SettingOutlined />} onClick={() => setSetting(true)}>
            {t('setting')}
          </Button>
        )}
        <Button
          type="primary"
          icon={<MailOutlined />}
          disabled={chosen.length === 0}
          loading={run.busy}
          onClick={() => void send()}
        >
          {`${t('run')} (${chosen.length})`}
        </Button>
      </PageHeader>
      <p className="py-hint">{t('proposal.hint')}</p>
      {error ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <DataTable<Row>
          label={t('proposal.byCustomer')}
          rows={rows}
          loading={isPending}
          columns={useDueColumns()}
          selection={selection}
          empty={<Empty kind="nothing" title={t('proposal.none')} />}
        />
      )}
      {data && data.leftOut.length > 0 && (
        <section className="inv-left-out">
          <h2>{t('proposal.leftOut', { count: data.leftOut.length })}</h2>
          <DataTable<LeftOutInvoice>
            label={t('proposal.due')}
            rows={data.leftOut}
            columns={leftOutColumns(t)}
          />
        </section>
      )}
      <Suspense>
        {setting && <SettingDialog onClose={() => setSetting(false)} />}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </div>
  )
}

const linkTo = (id: string, number: string) => (
  <Link to={`/accounting/invoices?_row=${id}`}>{number}</Link>
)

function useDueColumns(): Column<Row>[] {
  const t = useT('dunning')
  return [
    { key: 'customer', title: t('customer'), width: 200, card: 'title' },
    {
      key: 'email',
      title: t('email'),
      width: 210,
      render: ({ email }) => email ?? <StatusTag tone="warning">{t('proposal.noEmail')}</StatusTag>,
    },
    { key: 'step', title: t('step'), width: 70, render: ({ step }) => <Num value={step} /> },
    {
      key: 'invoices',
      title: t('invoices'),
      width: 300,
      render: ({ invoices }) => (
        <ul className="inv-plain">
          {invoices.map(({ id, number, open, currency, daysLate, step }) => (
            <li key={id}>
              {linkTo(id, number)} · {t('setting.step', { step })} · {t('daysLate')}: {daysLate} ·{' '}
              <Money amount={open} currency={currency} />
            </li>
          ))}
        </ul>
      ),
    },
    ...(['fee', 'interest', 'total'] as const).map((key): Column<Row> => ({
      key,
      title: key === 'total' ? t('sum') : t(key),
      width: 130,
      align: 'right',
      render: ({ sums }) => (
        <ul className="inv-plain">
          {sums.map((sum) => (
            <li key={sum.currency}>
              <Money amount={sum[key]} currency={sum.currency} />
            </li>
          ))}
        </ul>
      ),
    })),
  ]
}

function leftOutColumns(t: ReturnType<typeof useT>): Column<LeftOutInvoice>[] {
  return [
    { key: 'customer', title: t('customer'), width: 200, card: 'title' },
    {
      key: 'number',
      title: t('number'),
      width: 160,
      render: ({ id, number }) => linkTo(id, number),
    },
    {
      key: 'open',
      title: t('open'),
      width: 130,
      align: 'right',
      render: ({ open, currency }) => <Money amount={open} currency={currency} />,
    },
    { key: 'dueOn', title: t('due'), width: 110 },
    {
      key: 'daysLate',
      title: t('daysLate'),
      width: 110,
      align: 'right',
      render: ({ daysLate }) => <Num value={daysLate} />,
    },
    {
      key: 'why',
      title: t('proposal.why'),
      width: 280,
      render: ({ why, reason, until }) =>
        [t(`why.${why}`), reason, until].filter(Boolean).join(' · '),
    },
  ]
}
