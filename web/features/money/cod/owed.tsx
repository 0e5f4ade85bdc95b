import { BankOutlined, DollarOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { cod, codPayouts } from '#contracts/money/cod/cod.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Moment, Money, Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { OwedRow } from './rows.ts'

const RunDialog = lazy(() => import('./run-dialog.tsx'))
const BankDialog = lazy(() => import('./bank-dialog.tsx'))
const SettingDialog = lazy(() => import('./setting-dialog.tsx'))

const NONE: readonly OwedRow[] = []

/** What customers have to come, by currency; chosen ones are paid out in a run. */
export function Owed({
  top,
  title,
  staff = false,
}: {
  top: ReactNode
  title: string
  staff?: boolean
}) {
  const t = useT('cod')
  const may = useRightsCheck()
  const { data, error, isPending, refetch } = useApi(codPayouts.owed, {})
  const rows = useMemo(
    () => data?.map((one) => ({ ...one, id: `${one.customerId}-${one.currency}` })) ?? NONE,
    [data],
  )
  const selection = useSelection(rows)
  const [running, setRunning] = useState<readonly OwedRow[] | null>(null)
  const [bank, setBank] = useState<OwedRow | null>(null)
  const [setting, setSetting] = useState(false)
  const chosen = selection.rows.length > 0 ? selection.rows : rows
  const columns = useColumns(staff)
  return (
    <div className="py-list">
      <PageHeader title={title}>
        {staff && may(cod.saveSetting) && (
          <Button icon={<SettingOutlined />} onClick={() => setSetting(true)}>
            {t('setting')}
          </Button>
        )}
        {staff && may(codPayouts.run) && (
          <Button
            type="primary"
            icon={<DollarOutlined />}
            disabled={chosen.length === 0}
            onClick={() => setRunning(chosen)}
          >
            {`${t('run')} (${chosen.length})`}
          </Button>
        )}
      </PageHeader>
      {top}
      {error ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <DataTable<OwedRow>
          label={t('tab.owed')}
          rows={rows}
          loading={isPending}
          columns={columns}
          {...(staff ? { selection } : {})}
          {...(staff && may(cod.saveBank)
            ? {
                actions: (row: OwedRow) => (
                  <Button size="small" icon={<BankOutlined />} onClick={() => setBank(row)}>
                    {t('bank')}
                  </Button>
                ),
                actionsWidth: 130,
              }
            : {})}
          empty={<Empty kind="nothing" title={t('owed.none')} hint={t('owed.hint')} />}
        />
      )}
      <Suspense>
        {running && (
          <RunDialog
            rows={running}
            onClose={() => {
              setRunning(null)
              selection.clear()
            }}
          />
        )}
        {bank && <BankDialog row={bank} onClose={() => setBank(null)} />}
        {setting && <SettingDialog onClose={() => setSetting(false)} />}
      </Suspense>
    </div>
  )
}

function useColumns(staff: boolean): Column<OwedRow>[] {
  const t = useT('cod')
  const items = useT('cod-items')
  return [
    ...(staff
      ? [{ key: 'customer', title: items('customerId'), width: 220, card: 'title' as const }]
      : []),
    { key: 'currency', title: items('currency'), width: 90 },
    {
      key: 'amount',
      title: t('owed.amount'),
      width: 140,
      align: 'right',
      sum: (row) => row.amount,
      unit: (row) => row.currency,
      render: (row) => <Money amount={row.amount} />,
    },
    {
      key: 'items',
      title: t('owed.items'),
      width: 90,
      align: 'right',
      render: (row) => <Num value={row.items} />,
    },
    {
      key: 'since',
      title: t('owed.since'),
      width: 150,
      render: (row) => <Moment at={row.since} />,
    },
    {
      key: 'iban',
      title: t('owed.iban'),
      width: 240,
      render: (row) =>
        row.iban === null ? (
          <StatusTag tone="warning">{t('owed.noBank')}</StatusTag>
        ) : (
          groupsOfFour(row.iban)
        ),
    },
  ]
}
