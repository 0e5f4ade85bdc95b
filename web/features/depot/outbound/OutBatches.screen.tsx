import { DownloadOutlined, RollbackOutlined, ScanOutlined, SendOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { useNavigate } from 'react-router'
import { outBatches, outBatchList } from '#contracts/depot/outbound.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { call } from '../../../kit/http/api.ts'
import { Num } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useAdding } from '../../../kit/resource/adding/use-adding.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useOutCounts, useBatchScan } from '../scans/index.ts'
import OutboundBatchDetail from './outbound-batch-detail.tsx'
import { useReopen } from './use-reopen.tsx'
import { useShip } from './use-ship.tsx'

const NewOutBatch = lazy(() => import('./new-outbound-batch.tsx'))
type Row = RowOf<typeof outBatchList>
const COLUMNS = [
  'no',
  'status',
  'depotId',
  'channels',
  'pieces',
  'weight',
  'createTime',
  'createBy',
  'closedAt',
  'closedBy',
] as const
const FIGURES = ['pieces', 'weight'] as const

/** Batches on their way out: opened for channels, filled by scan, shipped together. */
export default function OutBatches() {
  const t = useT('out-batches')
  const may = useRightsCheck()
  const go = useNavigate()
  const manifest = useDownload(outBatches.manifest)
  const notify = useNotify()
  const { ship } = useShip()
  const { reopen } = useReopen()
  const scans = useT('scans')

  useBatchScan(outBatchList.path, (no) => t('noSuch', { no }))

  const whyNot = ({ status, no }: Row, shipped: boolean) =>
    status === OUT_BATCH.closing
      ? scans('error.outBatch.closing', { label: no ?? '' })
      : (status === OUT_BATCH.open) === shipped
        ? shipped
          ? scans('reopen.open')
          : t('shipped')
        : null
  const scan = (id: string) => void go(`/warehouse/out/scan?batchId=${id}`)
  const askShip = async (row: Row) => {
    // The figures in the question are those of this moment, not the list's.
    const batch = await call(outBatches.queryById, { id: row.id, rows: '1' }).catch(() => null)
    if (batch?.pieces === 0) notify.warning(t('ship.empty'))
    else if (batch) await ship(batch)
  }
  const actions = (row: Row): RowAction[] => [
    ...(may('wh:out:scan')
      ? [
          {
            key: 'scan',
            label: t('scan'),
            icon: <ScanOutlined />,
            blocked: whyNot(row, false),
            onClick: () => scan(row.id),
          },
        ]
      : []),
    ...(may('wh:out:close')
      ? [
          {
            key: 'ship',
            label: t('ship'),
            icon: <SendOutlined />,
            blocked: whyNot(row, false),
            onClick: () => void askShip(row),
          },
        ]
      : []),
    ...(may('wh:out:reopen')
      ? [
          {
            key: 'reopen',
            label: scans('reopen'),
            icon: <RollbackOutlined />,
            blocked: whyNot(row, true),
            onClick: () => void reopen({ id: row.id, no: row.no ?? row.id }),
          },
        ]
      : []),
    {
      key: 'manifest',
      label: t('manifest'),
      icon: <DownloadOutlined />,
      onClick: () => void manifest.run({ id: row.id }, `${row.no ?? row.id}.xlsx`),
    },
  ]
  const adding = useAdding('out-batches', may('wh:out:add'), NewOutBatch, (id) => {
    if (may('wh:out:scan')) scan(id)
  })
  return (
    <>
      <ResourceScreen
        of={outBatchList}
        columns={COLUMNS}
        figures={FIGURES}
        rowActions={actions}
        detail={(row) => <OutboundBatchDetail id={row.id} />}
        newButton={adding.button}
        cells={{
          channels: (row) => <Counted id={row.id} of="channels" />,
          pieces: (row) => <Counted id={row.id} of="pieces" />,
          weight: (row) => <Counted id={row.id} of="weightKg" />,
        }}
      />
      {adding.dialog}
    </>
  )
}

function Counted({ id, of }: { id: string; of: 'channels' | 'pieces' | 'weightKg' }) {
  const counts = useOutCounts(id)
  if (!counts) return null
  return of === 'channels' ? <>{counts.channels}</> : <Num value={counts[of]} />
}
