import { CheckOutlined, ScanOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { predictedBatches, predictedBatchList } from '#contracts/depot/predicted.ts'
import { whyNotPredicted, type PredictedAction } from '#contracts/depot/scans.states.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import BatchDetail from './batch-detail.tsx'
import { usePredictedCounts, useBatchScan } from '../scans/index.ts'

const ArrivalsBoard = lazy(() => import('./arrivals-board.tsx'))
type Row = RowOf<typeof predictedBatchList>
const COLUMNS = [
  'no',
  'customerId',
  'depotId',
  'expectedDate',
  'dockSlot',
  'status',
  'progress',
  'variance',
  'createTime',
] as const

/**
 * What customers announced: expected, received, missing, extra; the way to the station; the end of
 * a batch.
 */
export default function PredictedBatches() {
  const [params] = useAddress()
  return params.get('view') === 'board' ? (
    <Suspense>
      <ArrivalsBoard />
    </Suspense>
  ) : (
    <PredictedList />
  )
}

function PredictedList() {
  const t = useT('predicted-batches')
  const may = useRightsCheck()
  const go = useNavigate()
  const confirm = useConfirm()
  const { show } = useOpen()
  useBatchScan(predictedBatchList.path, (no) => t('noSuch', { no }))
  const finish = useAction(predictedBatches.finish)

  const blocked = (row: Row, action: PredictedAction) => {
    const code = whyNotPredicted(action, row.status ?? '')
    return code === null ? null : t(`blocked.${code}`)
  }
  const askFinish = async (row: Row) => {
    if (
      (await confirm({ title: t('finish', { no: row.no ?? '' }), content: t('finish.note') })) !==
      null
    )
      await finish.run({ id: row.id })
  }
  const actions = (row: Row): RowAction[] => [
    ...(may('wh:in:scan')
      ? [
          {
            key: 'receive',
            label: t('receive'),
            icon: <ScanOutlined />,
            blocked: blocked(row, 'receive'),
            onClick: () => void go(`/warehouse/into?batchId=${row.id}`),
          },
        ]
      : []),
    ...(may(predictedBatches.finish)
      ? [
          {
            key: 'finish',
            label: t('finish', { no: row.no ?? '' }),
            icon: <CheckOutlined />,
            blocked: blocked(row, 'finish'),
            onClick: () => void askFinish(row),
          },
        ]
      : []),
  ]
  return (
    <ResourceScreen
      of={predictedBatchList}
      columns={COLUMNS}
      toolbar={() => <Link to="/warehouse/predicted?view=board">{t('board')}</Link>}
      rowActions={actions}
      detail={(row) => (
        <BatchDetail id={row.id} onEdit={() => show({ kind: 'edit', id: row.id })} />
      )}
      cells={{
        progress: (row) => <Progress id={row.id} />,
        variance: (row) => <Variance id={row.id} />,
      }}
    />
  )
}

function Progress({ id }: { id: string }) {
  const counts = usePredictedCounts(id)
  return (
    counts && (
      <span className="py-num">
        {counts.received} / {counts.expected}
      </span>
    )
  )
}

function Variance({ id }: { id: string }) {
  const t = useT('predicted-batches')
  const counts = usePredictedCounts(id)
  if (!counts) return null
  return (
    <>
      {counts.missing > 0 && (
        <StatusTag tone="bad">{t('missing', { count: counts.missing })}</StatusTag>
      )}{' '}
      {counts.extra > 0 && (
        <StatusTag tone="warning">{t('extra', { count: counts.extra })}</StatusTag>
      )}
    </>
  )
}
