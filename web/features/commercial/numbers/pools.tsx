import { DownloadOutlined, LockOutlined, UploadOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { numberPools } from '#contracts/commercial/numbers/number-pools.entity.ts'
import { poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { PoolContents } from './pool-contents.tsx'
import { DaysCell, LevelCell, StockCell } from './source-cells.tsx'

const ImportDialog = lazy(() => import('./import-dialog.tsx'))
const ReserveDialog = lazy(() => import('./reserve-dialog.tsx'))

type Row = RowOf<typeof numberPools>
const COLUMNS = [
  'code',
  'serviceId',
  'stock',
  'days',
  'level',
  'supplierId',
  'customerId',
  'scheme',
  'status',
] as const
const CELLS = {
  stock: (row: Row) => <StockCell kind="pool" id={row.id} />,
  days: (row: Row) => <DaysCell kind="pool" id={row.id} />,
  level: (row: Row) => <LevelCell kind="pool" id={row.id} open={row.status === '1'} />,
}

/** Pools of numbers carriers gave us. */
export function Pools({ tabs, toolbar }: { tabs: ReactNode; toolbar: ReactNode }) {
  const t = useT('numbers')
  const may = useRightsCheck()
  const [importing, setImporting] = useState<Row | null>(null)
  const [reserving, setReserving] = useState<Row | null>(null)
  const unused = useDownload(poolNumbers.exportUnused)
  const actions = (row: Row): RowAction[] => [
    ...(may(poolNumbers.importNumbers)
      ? [
          {
            key: 'import',
            label: t('import'),
            icon: <UploadOutlined />,
            blocked: row.status === '3' ? t('error.pool.closed') : null,
            onClick: () => setImporting(row),
          },
        ]
      : []),
    ...(may(poolNumbers.exportUnused)
      ? [
          {
            key: 'unused',
            label: t('export.do'),
            icon: <DownloadOutlined />,
            onClick: () =>
              void unused.run({ poolId: row.id, exportFormat: 'csv' }, `${row.code}.csv`),
          },
        ]
      : []),
    ...(may(poolNumbers.reserve)
      ? [
          {
            key: 'reserve',
            label: t('reserve'),
            icon: <LockOutlined />,
            blocked: row.status === '3' ? t('error.pool.closed') : null,
            onClick: () => setReserving(row),
          },
        ]
      : []),
  ]
  return (
    <>
      <ResourceScreen
        of={numberPools}
        columns={COLUMNS}
        cells={CELLS}
        rowActions={actions}
        top={tabs}
        toolbar={() => toolbar}
        detailSize={880}
        aside={(row) => <PoolContents id={row.id} />}
      />
      <Suspense>
        {importing && (
          <ImportDialog
            poolId={importing.id}
            code={importing.code ?? ''}
            onClose={() => setImporting(null)}
          />
        )}
        {reserving && (
          <ReserveDialog
            poolId={reserving.id}
            code={reserving.code ?? ''}
            onClose={() => setReserving(null)}
          />
        )}
      </Suspense>
    </>
  )
}
