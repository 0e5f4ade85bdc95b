import { DownloadOutlined, SettingOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown, Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import {
  accountingExport,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportLine,
  type ExportSummary,
} from '#contracts/money/accounting-export/accounting-export.ts'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useApi, useInvalidate } from '../../../kit/http/query.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Money, Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { ExportRecords } from './export-records.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'
import './accounting-export.css'

const SettingDialog = lazy(() => import('./setting-dialog.tsx'))
const DebtorDialog = lazy(() => import('./debtor-dialog.tsx'))
const NONE: readonly ExportLine[] = []
const LACKS = { numbers: 'notReady', clearing: 'noClearing' } as const

/** The ledger of a month for accountants: what would be exported, and the files. */
export default function AccountingExport({ title }: { title: string }) {
  const t = useT('accounting-export')
  const may = useRightsCheck()
  const [params, change] = useAddress()
  const [setting, setSetting] = useState(false)
  const [debtor, setDebtor] = useState<ExportLine | null>(null)
  const months = useApi(accountingExport.months, {})
  const month = params.get('month') ?? months.data?.[0]?.month ?? null
  const found = useApi(accountingExport.summary, { month: month ?? '' }, { enabled: !!month })
  const make = useMake(found.data)
  const { data, error } = found
  const columns = useColumns()
  const numbered = may(accountingExport.saveDebtor)
  return (
    <div className="acx">
      <PageHeader title={title}>
        {may(accountingExport.setting) && (
          <Button icon={<SettingOutlined />} onClick={() => setSetting(true)}>
            {t('setting')}
          </Button>
        )}
        {may(accountingExport.file) && (
          <Dropdown
            trigger={['click']}
            disabled={!data || data.transactions === 0}
            menu={{
              items: EXPORT_FORMATS.map((format) => ({
                key: format,
                label: t(`format.${format}`),
                onClick: () => void make.run(format),
              })),
            }}
          >
            <Button type="primary" icon={<DownloadOutlined />} loading={make.busy}>
              {t('download')}
            </Button>
          </Dropdown>
        )}
      </PageHeader>
      <div className="acx-asked">
        <label htmlFor="acx-month">{t('month')}</label>
        <Select
          id="acx-month"
          className="acx-month"
          value={month}
          loading={months.isPending}
          options={(months.data ?? []).map((one) => ({
            value: one.month,
            label: `${one.month} · ${t(`status.${one.status}`)}`,
          }))}
          onChange={(next: string) =>
            change(
              (now) => {
                now.set('month', next)
                return now
              },
              { replace: true },
            )
          }
        />
        {data && (
          <>
            <StatusTag tone={data.status === 'closed' ? 'done' : 'warning'}>
              {t(`status.${data.status}`)}
            </StatusTag>
            <span className="py-num">{t('transactions', { count: data.transactions })}</span>
          </>
        )}
      </div>
      {data && <Notes summary={data} />}
      {error ? (
        <ErrorNote error={error} retry={() => void found.refetch()} />
      ) : (
        <DataTable<ExportLine>
          label={title}
          rows={data?.lines ?? NONE}
          loading={months.isPending || (!!month && found.isPending)}
          columns={columns}
          actions={(row) =>
            numbered &&
            row.customerId && (
              <Button size="small" onClick={() => setDebtor(row)}>
                {t('debtor')}
              </Button>
            )
          }
          actionsWidth={110}
          empty={<Empty kind="nothing" title={month ? t('empty') : t('none')} />}
        />
      )}
      {data && data.exports.length > 0 && <ExportRecords records={data.exports} />}
      <Suspense>
        {setting && <SettingDialog onClose={() => setSetting(false)} />}
        {debtor?.customerId && (
          <DebtorDialog
            customerId={debtor.customerId}
            customer={debtor.name}
            onClose={() => setDebtor(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Before a second file of the same month the user confirms, and sees who made the first. */
function useMake(summary: ExportSummary | undefined) {
  const t = useT('accounting-export')
  const ask = useConfirm()
  const notify = useNotify()
  const file = useDownload(accountingExport.file)
  const invalidate = useInvalidate()
  const run = async (format: ExportFormat) => {
    if (!summary) return
    const { month, lacks } = summary
    // Refused before the question; what was entered elsewhere since is asked for again.
    if (format === 'datev' && lacks.length > 0) {
      notify.warning(lacks.map((what) => t(LACKS[what])).join(' '))
      await invalidate(accountingExport.file)
      return
    }
    const [last] = summary.exports
    if (last) {
      const wish = {
        title: t('again.title', { month }),
        content: t('again.text', {
          at: formatMoment(last.createTime),
          by: nameOfAccount(last.createBy),
        }),
        ok: t('again.ok'),
      }
      if ((await ask(wish)) === null) return
    }
    await file.run({ month, format }, `${t('file')}-${month}.${format === 'xlsx' ? format : 'csv'}`)
    await invalidate(accountingExport.file)
  }
  return { run, busy: file.busy }
}

/** The table marks all of them. */
const firstOf = (names: readonly string[]) =>
  names.slice(0, 6).join(', ') + (names.length > 6 ? ' …' : '')

function Notes({ summary }: { summary: ExportSummary }) {
  const t = useT('accounting-export')
  const missing = [
    ...new Set(summary.lines.filter(({ number }) => number === null).map(({ name }) => name)),
  ]
  const notes = [
    ...(summary.status === 'closed' ? [] : [{ type: 'info' as const, text: t('open') }]),
    ...summary.lacks.map((what) => ({ type: 'warning' as const, text: t(LACKS[what]) })),
    ...(missing.length > 0
      ? [{ type: 'warning' as const, text: t('missing', { accounts: firstOf(missing) }) }]
      : []),
    ...summary.sums.flatMap(({ currency, withoutRate, tooFine }) => [
      ...(withoutRate > 0
        ? [{ type: 'info' as const, text: t('withoutRate', { currency, count: withoutRate }) }]
        : []),
      ...(tooFine > 0
        ? [{ type: 'warning' as const, text: t('tooFine', { currency, count: tooFine }) }]
        : []),
    ]),
  ]
  return (
    <div className="acx-notes">
      {notes.map(({ type, text }) => (
        <Alert key={text} type={type} showIcon title={text} />
      ))}
      <ul className="acx-sums">
        {summary.sums.map((sum) => (
          <li key={sum.currency} className="py-num">
            {t('sum', sum)}
            {sum.debit === sum.credit && <StatusTag tone="done">{t('balanced')}</StatusTag>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function useColumns(): Column<ExportLine>[] {
  const t = useT('accounting-export')
  const amount = (key: 'debit' | 'credit'): Column<ExportLine> => ({
    key,
    title: t(key),
    width: 140,
    align: 'right',
    sum: (row) => row[key],
    unit: (row) => row.currency,
    render: (row) => <Money amount={row[key]} />,
  })
  return [
    { key: 'name', title: t('account'), width: 300, card: 'title' },
    { key: 'kind', title: t('kind'), width: 150, render: (row) => t(`kind.${row.kind}`) },
    {
      key: 'number',
      title: t('number'),
      width: 150,
      render: (row) =>
        row.number === null ? (
          <StatusTag tone="warning">{t('number.none')}</StatusTag>
        ) : (
          row.number || t('number.later')
        ),
    },
    { key: 'currency', title: t('currency'), width: 80 },
    {
      key: 'entries',
      title: t('entries'),
      width: 90,
      align: 'right',
      render: (row) => <Num value={row.entries} />,
    },
    amount('debit'),
    amount('credit'),
  ]
}
