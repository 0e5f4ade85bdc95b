import { ExperimentOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useId, useState } from 'react'
import { returnConfigs, returnRules, type DryRunRow } from '#contracts/returns/return-configs.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { customers } from '#contracts/parties/customers.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const COLUMNS = [
  'priority',
  'customerId',
  'sku',
  'grades',
  'maxValue',
  'maxWeight',
  'action',
  'enabled',
]

/** Standing instructions in their order, tried on the returns of last month. */
export default function ReturnRules({ title }: { title: string }) {
  const t = useT('return-rules')
  const [trying, setTrying] = useState(false)
  return (
    <>
      <ResourceScreen
        of={returnRules}
        title={title}
        columns={COLUMNS}
        toolbar={() => (
          <Button icon={<ExperimentOutlined />} onClick={() => setTrying(true)}>
            {t('dryRun')}
          </Button>
        )}
      />
      {trying && <DryRun onClose={() => setTrying(false)} />}
    </>
  )
}

function DryRun({ onClose }: { onClose: () => void }) {
  const t = useT('return-rules')
  const label = useId()
  // A customer's user sees its own; staff choose.
  const chooses = useCan(customers.endpoints.list)
  const [customerId, setCustomerId] = useState<string | null>(null)
  const run = useApi(returnConfigs.dryRun, customerId ? { customerId } : {}, {
    enabled: !chooses || customerId !== null,
  })
  const columns: Column<DryRunRow>[] = [
    {
      key: 'no',
      title: t('dryRun.no'),
      width: 150,
      card: 'title',
      render: (row) => row.trackNo ?? row.no,
    },
    { key: 'grade', title: t('dryRun.grade'), width: 70 },
    { key: 'was', title: t('dryRun.was'), width: 110 },
    {
      key: 'would',
      title: t('dryRun.would'),
      width: 130,
      render: (row) =>
        row.differs ? <StatusTag tone="warning">{row.would || '–'}</StatusTag> : row.would,
    },
    { key: 'reason', title: t('dryRun.reason'), width: 180 },
    { key: 'goods', title: t('dryRun.goods'), width: 160 },
  ]
  return (
    <Drawer
      open
      size={820}
      title={t('dryRun.title', { count: run.data?.days ?? 31 })}
      onClose={onClose}
    >
      {chooses && (
        <>
          <label htmlFor={label}>{t('dryRun.customer')}</label>
          <RefSelect
            id={label}
            of="customers"
            value={customerId}
            onChange={(next) => setCustomerId(typeof next === 'string' ? next : null)}
          />
        </>
      )}
      <p className="py-hint">{t('dryRun.note')}</p>
      {run.error && !run.data && <ErrorNote error={run.error} retry={() => void run.refetch()} />}
      {run.data && (
        <DataTable<DryRunRow>
          label={t('dryRun')}
          columns={columns}
          rows={run.data.rows}
          keys={false}
          empty={<Empty kind="nothing" title={t('dryRun.none')} />}
        />
      )}
    </Drawer>
  )
}
