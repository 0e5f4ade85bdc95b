import { FileAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { lazy, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import type { PlannedDraft, Uninvoiced } from '#contracts/money/invoices.parts.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Money, Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { sumsOf } from './sums.ts'
import './invoices.css'

const DraftsDialog = lazy(() => import('./drafts-dialog.tsx'))
const PreviewDialog = lazy(() => import('./preview-dialog.tsx'))
const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

type Row = Uninvoiced & { id: string }
const NONE: readonly Row[] = []
const lastMonth = () =>
  dayjs(companyToday()).startOf('month').subtract(1, 'day').format('YYYY-MM-DD')

/** What was charged and is on no invoice yet, by customer: previewed and made into drafts. */
export default function MonthEnd({ title }: { title: string }) {
  const t = useT('invoices')
  const may = useRightsCheck()
  const day = useId()
  const [to, setTo] = useState(lastMonth)
  const [shown, setShown] = useState<Row | null>(null)
  const [plan, setPlan] = useState<{ ids: string[]; drafts: PlannedDraft[] } | null>(null)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const { data, error, isPending, refetch } = useApi(invoices.uninvoiced, { to })
  const rows = data?.map((one) => ({ ...one, id: one.accountId })) ?? NONE
  const today = companyToday()
  // What came after that day: with nothing up to it, this is what is looked for.
  const later = useApi(
    invoices.uninvoiced,
    { to: today },
    { quiet: true, enabled: data?.length === 0 && to < today },
  )
  const selection = useSelection(rows)
  const notify = useNotify()
  const planning = useAction(invoices.planned, { success: false })
  const draft = useAction(invoices.draft, { success: false })
  const make = async (some: readonly Row[]) => {
    const ids = some.map(({ id }) => id)
    const answer = await planning.run({ ids, to })
    if (answer.ok) setPlan({ ids, drafts: answer.result })
  }
  const makeOf = async (ids: string[]) => {
    const answer = await draft.run({ ids, to })
    if (!answer.ok) return
    setPlan(null)
    selection.clear()
    const { result } = answer
    if (result.failed > 0) setOutcome({ title: t('month.make'), result })
    else notify.success(t('month.made', { count: result.done, sum: sumsOf(result.made) }))
  }
  const chosen = selection.rows.length > 0 ? selection.rows : rows
  return (
    <div className="py-list">
      <PageHeader title={title}>
        {may(invoices.draft) && (
          <Button
            type="primary"
            icon={<FileAddOutlined />}
            disabled={chosen.length === 0}
            loading={planning.busy}
            onClick={() => void make(chosen)}
          >
            {`${t('month.make')} (${chosen.length})`}
          </Button>
        )}
      </PageHeader>
      <div className="inv-until">
        <label htmlFor={day}>{t('month.to')}</label>
        <DateInput
          id={day}
          value={dayjs(to)}
          onChange={(value) => value && setTo(value.format('YYYY-MM-DD'))}
        />
        <span className="py-hint">{t('month.hint')}</span>
      </div>
      {error ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <DataTable<Row>
          label={title}
          rows={rows}
          loading={isPending}
          columns={useColumns()}
          selection={selection}
          onOpen={setShown}
          actions={(row) => (
            <span className="inv-row-actions">
              <Button size="small" onClick={() => setShown(row)}>
                {t('month.preview')}
              </Button>
            </span>
          )}
          actionsWidth={110}
          empty={
            <Empty kind="nothing" title={t('month.none')}>
              {data?.length === 0 && later.data && later.data.length > 0 && (
                <Button type="link" className="inv-later" onClick={() => setTo(today)}>
                  {t('month.later', { ...spanOf(later.data), sum: sumsOf(later.data) })}
                </Button>
              )}
            </Empty>
          }
        />
      )}
      <Suspense>
        {shown && (
          <PreviewDialog accountId={shown.accountId} to={to} onClose={() => setShown(null)} />
        )}
        {plan && (
          <DraftsDialog
            {...plan}
            to={to}
            busy={draft.busy}
            onMake={(ids) => void makeOf(ids)}
            onClose={() => setPlan(null)}
          />
        )}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </div>
  )
}

/** The days of the first and the last charge. */
const spanOf = (rows: readonly Uninvoiced[]) => ({
  first: rows.map(({ first }) => first).reduce((a, b) => (a < b ? a : b)),
  last: rows.map(({ last }) => last).reduce((a, b) => (a > b ? a : b)),
})

function useColumns(): Column<Row>[] {
  const t = useT('invoices')
  const kinds = useDict('account_kind')
  return [
    { key: 'customer', title: t('customerId'), width: 220, card: 'title' },
    {
      key: 'side',
      title: t('side'),
      width: 100,
      render: (row) => kinds.find(({ value }) => value === row.side)?.text ?? row.side,
    },
    { key: 'currency', title: t('currency'), width: 90 },
    {
      key: 'gross',
      title: t('gross'),
      width: 130,
      align: 'right',
      sum: (row) => row.gross,
      unit: (row) => row.currency,
      render: (row) => <Money amount={row.gross} />,
    },
    {
      key: 'lines',
      title: t('month.lines'),
      width: 90,
      align: 'right',
      render: (row) => <Num value={row.lines} />,
    },
    { key: 'first', title: t('month.first'), width: 120 },
    { key: 'last', title: t('month.last'), width: 120 },
    {
      key: 'untaxed',
      title: t('month.untaxed'),
      width: 120,
      render: (row) =>
        row.untaxed > 0 ? <StatusTag tone="warning">{String(row.untaxed)}</StatusTag> : null,
    },
    {
      key: 'draftId',
      title: t('month.hasDraft'),
      width: 130,
      render: (row) =>
        row.draftId && (
          <Link to={`/accounting/invoices?_row=${row.draftId}`}>{t('month.open')}</Link>
        ),
    },
  ]
}
