import {
  DownloadOutlined,
  RollbackOutlined,
  ScanOutlined,
  SendOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import {
  MANIFEST_FORMATS,
  outBatches,
  type OutboundDetail as Detail,
} from '#contracts/depot/outbound.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import { CopyText, Moment, Weight } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useDict } from '../../../kit/http/dict.ts'
import { Empty } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { RowActions } from '../../../kit/table/row-actions.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { Counters } from '../scans/index.ts'
import { AddEventsButton } from '../../tracking/tracking/index.ts'
import { HandoverPart } from '../handovers/index.ts'
import { BatchBags } from './batch-bags.tsx'
import { useReopen } from './use-reopen.tsx'
import { ClosingProgress, LOOK_MS } from './closing-progress.tsx'
import { Debtors, useShip } from './use-ship.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

type Row = Detail['rows'][number] & { id: string }

/** A batch next to its list: what is on it by channel, every parcel, and the way out. */
export default function OutboundBatchDetail({ id }: { id: string }) {
  const t = useT('scans')
  const go = useNavigate()
  const countries = new Map(useDict('country').map((item) => [item.value, item.text]))
  const found = useApi(
    outBatches.queryById,
    { id },
    { keepPrevious: true, refetchInterval: LOOK_MS },
  )
  const batch = found.data

  const columns: Column<Row>[] = [
    {
      key: 'no',
      title: t('row.no'),
      width: 204,
      card: 'title',
      render: (row) => <CopyText text={row.trackNo ?? row.serialNumber} />,
    },
    { key: 'packageNo', title: t('manifest.bag'), width: 130 },
    { key: 'channelName', title: t('parcel.channel'), width: 124 },
    {
      key: 'country',
      title: t('row.country'),
      width: 100,
      render: (row) => countries.get(row.country) ?? row.country,
    },
    {
      key: 'weightKg',
      title: t('row.weightKg'),
      width: 90,
      align: 'right',
      render: (row) => <Weight kg={row.weightKg} />,
    },
    {
      key: 'createTime',
      title: t('row.scannedAt'),
      width: 140,
      render: (row) => <Moment at={row.createTime} />,
    },
    { key: 'createBy', title: t('row.scannedBy'), width: 110 },
  ]

  const { ship, busy } = useShip()
  const { reopen, busy: reopening } = useReopen()
  const remove = useAction(outBatches.remove, {
    success: t('out.removed'),
  })
  const manifest = useDownload(outBatches.manifest)
  if (!batch) return null
  const rows = batch.rows.map((row) => ({ ...row, id: row.parcelId }))
  const open = (action: string) => batch.actions[action] === null
  return (
    <div className="wh-detail">
      <p className="wh-head">
        <DictTag code="out_batch_status" value={batch.status} text={batch.status_dictText} />{' '}
        {batch.depotCode}
        {batch.closedAt && (
          <>
            {' '}
            · {t('out.shipped')} <Moment at={batch.closedAt} /> {nameOfAccount(batch.closedBy)}
          </>
        )}
      </p>
      <ClosingProgress batch={batch} />
      {batch.debtors && <Debtors debtors={batch.debtors} />}
      {batch.remark && <p className="wh-remark">{batch.remark}</p>}
      <Counters
        figures={[
          { label: t('out.pieces'), value: batch.pieces },
          { label: t('out.weight'), value: batch.weightKg },
          ...batch.channels.map((channel) => ({ label: channel.name, value: channel.count })),
        ]}
      />
      <span className="py-actions">
        {open('scan') && (
          <Button
            icon={<ScanOutlined />}
            onClick={() => void go(`/warehouse/out/scan?batchId=${id}`)}
          >
            {t('out.scan')}
          </Button>
        )}
        {batch.actions.close !== 'access.denied' && batch.status === OUT_BATCH.open && (
          <Button
            type="primary"
            icon={<SendOutlined />}
            disabled={!open('close')}
            title={open('close') ? '' : t('ship.empty')}
            loading={busy}
            onClick={() => void ship(batch)}
          >
            {t('ship.ok', { count: batch.pieces })}
          </Button>
        )}
        {open('reopen') && (
          <Button
            danger
            icon={<RollbackOutlined />}
            loading={reopening}
            onClick={() => void reopen(batch)}
          >
            {t('reopen')}
          </Button>
        )}
        <Dropdown
          trigger={['click']}
          menu={{
            items: MANIFEST_FORMATS.map((format) => ({
              key: format,
              label: `${t('out.manifest')} ${format.toUpperCase()}`,
              onClick: () => void manifest.run({ id, format }, `${batch.no}.${format}`),
            })),
          }}
        >
          <Button icon={<DownloadOutlined />} disabled={batch.pieces === 0} loading={manifest.busy}>
            {t('out.manifest')}
          </Button>
        </Dropdown>
        {batch.pieces > 0 && (
          <AddEventsButton target={{ kind: 'batch', id, no: batch.no, count: batch.pieces }} />
        )}
      </span>
      {batch.closedAt && (
        <HandoverPart batchId={id} no={batch.no} may={batch.actions.close !== 'access.denied'} />
      )}
      <BatchBags batch={batch} />
      <DataTable<Row>
        label={t('row.list')}
        columns={columns}
        rows={rows}
        keys={false}
        empty={<Empty kind="nothing" />}
        actionsWidth={56}
        {...(open('remove')
          ? {
              actions: (row: Row) =>
                row.packageNo === null && (
                  <RowActions
                    actions={[
                      {
                        key: 'remove',
                        label: t('out.remove'),
                        icon: <UndoOutlined />,
                        onClick: () => void remove.run({ batchId: id, parcelId: row.parcelId }),
                      },
                    ]}
                  />
                ),
            }
          : {})}
      />
    </div>
  )
}
