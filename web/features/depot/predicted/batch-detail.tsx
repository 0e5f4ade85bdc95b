import { CheckOutlined, DeleteOutlined, EditOutlined, ScanOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { predictedBatches, type PredictedDetail } from '#contracts/depot/predicted.ts'
import { PREDICTED_ROW } from '#contracts/depot/scans.states.ts'
import { CopyText, Moment, Weight } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { PredictBox } from './predict-box.tsx'
import { AddEventsButton } from '../../tracking/tracking/index.ts'
import { BatchProgress } from '../scans/index.ts'

type Row = PredictedDetail['rows'][number]
const VIEWS = {
  all: null,
  open: [PREDICTED_ROW.expected, PREDICTED_ROW.missing],
  received: [PREDICTED_ROW.received],
  extra: [PREDICTED_ROW.extra],
} as const
type View = keyof typeof VIEWS

/**
 * A batch next to its list: what should come, what came, what differs, and what can be done about
 * it.
 */
export default function BatchDetail({ id, onEdit }: { id: string; onEdit: () => void }) {
  const t = useT('scans')
  const [view, setView] = useState<View>('all')
  const confirm = useConfirm()
  const notify = useNotify()
  const go = useNavigate()
  const found = useApi(
    predictedBatches.queryById,
    { id },
    { keepPrevious: true, refetchInterval: 15_000 },
  )
  const batch = found.data
  const rows = (batch?.rows ?? []).filter(
    (row) => (VIEWS[view] as readonly string[] | null)?.includes(row.status) ?? true,
  )
  const selection = useSelection(rows)

  const columns: Column<Row>[] = [
    {
      key: 'no',
      title: t('row.no'),
      width: 204,
      card: 'title',
      render: (row) => <CopyText text={row.trackNo ?? row.no} />,
    },
    {
      key: 'status',
      title: t('row.status'),
      width: 96,
      render: (row) => (
        <DictTag code="predicted_parcel_status" value={row.status} text={row.status_dictText} />
      ),
    },
    {
      key: 'weight',
      title: t('row.weightKg'),
      width: 112,
      align: 'right',
      render: (row) => (
        <>
          <Weight kg={row.declaredWeightKg} />
          {row.measuredWeightKg && (
            <>
              {' '}
              →{' '}
              <b>
                <Weight kg={row.measuredWeightKg} />
              </b>
            </>
          )}
        </>
      ),
    },
    {
      key: 'receivedAt',
      title: t('row.receivedAt'),
      width: 140,
      render: (row) => <Moment at={row.receivedAt} />,
    },
    {
      key: 'reference',
      title: t('parcel.reference'),
      width: 120,
      render: (row) => <CopyText text={row.reference} />,
    },
    { key: 'scannedBy', title: t('row.receivedBy'), width: 110 },
  ]

  const finish = useAction(predictedBatches.finish, {
    success: t('finish.done'),
  })
  const remove = useAction(predictedBatches.removeParcels, {
    success: false,
    onDone: ({ removed }) => {
      selection.clear()
      notify.success(t('row.removed', { count: removed }))
    },
  })
  if (!batch) return null
  const outstanding = batch.counts.expected - batch.counts.received
  const askFinish = async () => {
    const answer = await confirm({
      title:
        outstanding > 0
          ? t('finish.short', { count: outstanding })
          : t('finish.all', { count: batch.counts.received }),
      ok: t('finish.ok'),
      content: t('finish.note'),
      danger: outstanding > 0,
    })
    if (answer !== null) await finish.run({ id })
  }
  const open = (action: string) => batch.actions[action] === null
  return (
    <div className="wh-detail">
      <p className="wh-head">
        <DictTag code="predicted_batch_status" value={batch.status} text={batch.status_dictText} />{' '}
        {batch.customerId_dictText} · {batch.depotCode}
        {batch.expectedDate && (
          <>
            {' '}
            · {t('row.expectedOn')} <Moment at={batch.expectedDate} day />
          </>
        )}
      </p>
      {batch.remark && <p className="wh-remark">{batch.remark}</p>}
      <BatchProgress counts={batch.counts} />
      <span className="py-actions">
        {open('receive') && (
          <Button
            type="primary"
            icon={<ScanOutlined />}
            onClick={() => void go(`/warehouse/into?batchId=${id}`)}
          >
            {t('batch.receive')}
          </Button>
        )}
        {open('finish') && (
          <Button icon={<CheckOutlined />} loading={finish.busy} onClick={() => void askFinish()}>
            {t('finish.open')}
          </Button>
        )}
        {open('edit') && (
          <Button icon={<EditOutlined />} onClick={onEdit}>
            {t('action.edit')}
          </Button>
        )}
        {batch.counts.expected > 0 && (
          <AddEventsButton
            target={{ kind: 'predicted', id, no: batch.no, count: batch.counts.expected }}
          />
        )}
        {open('removeParcels') && selection.ids.size > 0 && (
          <Button
            danger
            icon={<DeleteOutlined />}
            loading={remove.busy}
            onClick={() => void remove.run({ id, ids: [...selection.ids] })}
          >
            {t('row.remove', { count: selection.ids.size })}
          </Button>
        )}
      </span>
      {open('addParcels') && <PredictBox id={id} />}
      <Segments<View>
        value={view}
        onChange={setView}
        options={[
          { value: 'all', label: t('view.all') },
          {
            value: 'open',
            label: `${t(batch.finishedAt ? 'view.missing' : 'view.expected')} ${outstanding}`,
          },
          { value: 'received', label: `${t('view.received')} ${batch.counts.received}` },
          { value: 'extra', label: `${t('view.extra')} ${batch.counts.extra}` },
        ]}
      />
      <DataTable<Row>
        label={t('row.list')}
        columns={columns}
        rows={rows}
        keys={false}
        {...(open('removeParcels') ? { selection } : {})}
        empty={<Empty kind={view === 'all' ? 'nothing' : 'noMatch'} />}
      />
    </div>
  )
}
