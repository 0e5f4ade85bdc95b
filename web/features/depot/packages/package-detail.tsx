import {
  CheckCircleOutlined,
  FolderOpenOutlined,
  LockOutlined,
  PrinterOutlined,
  ScanOutlined,
  SwapOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { outPackages, type PackageDetail as Detail } from '#contracts/depot/packages.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { CopyText, Moment, Weight } from '../../../kit/platform/cells.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { RowActions } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { Counters } from '../scans/index.ts'

const CloseDialog = lazy(() => import('./close-dialog.tsx'))
const TransferDialog = lazy(() => import('./transfer-dialog.tsx'))
type Row = Detail['rows'][number] & { id: string }

/** What a bag is for, how full it is, and what may be done with it. */
export function PackageHead({ bag }: { bag: Detail }) {
  const t = useT('packages')
  const { rules } = bag
  const target = rules.oneTarget === '2' ? rules.sortCode : rules.country
  return (
    <>
      <p className="wh-head">
        <DictTag code="out_package_status" value={bag.status} text={bag.status_dictText} />{' '}
        {bag.kind_dictText} · {bag.depotCode}
        {bag.batchNo && ` · ${t('batch')} ${bag.batchNo}`}
        {bag.sealNo && ` · ${t('seal')} ${bag.sealNo}`}
        {bag.recountFits !== null && (
          <StatusTag tone={bag.recountFits ? 'done' : 'bad'}>
            {t(bag.recountFits ? 'recounted.fits' : 'recounted.off')}
          </StatusTag>
        )}
      </p>
      <Counters
        figures={[
          { label: t('pieces'), value: `${bag.pieces ?? 0} / ${rules.maxPieces}` },
          { label: t('weight'), value: `${bag.weightKg ?? ''} / ${rules.maxWeightKg}` },
          {
            label: t('rule.service'),
            value: rules.oneService ? (rules.service ?? t('rule.first')) : t('rule.anyService'),
          },
          {
            label: t('rule.target'),
            value: rules.oneTarget === null ? t('form.oneTarget.any') : (target ?? t('rule.first')),
          },
          ...(bag.weighedKg === null
            ? []
            : [
                { label: t('weighed'), value: bag.weighedKg },
                { label: t('difference'), value: bag.differenceKg },
              ]),
        ]}
      />
    </>
  )
}

/** Label, close, reopen and count again, where the bag's state allows it. */
export function PackageButtons({
  bag,
  onScan,
  onClosed,
}: {
  bag: Detail
  onScan?: () => void
  onClosed?: () => void
}) {
  const t = useT('packages')
  const go = useNavigate()
  const [closing, setClosing] = useState(false)
  const label = useDownload(outPackages.label)
  const reopen = useAction(outPackages.reopen, { success: t('reopened', { no: bag.no }) })
  const open = (action: string) => bag.actions[action] === null
  const answered = (closed: boolean) => {
    setClosing(false)
    if (closed) onClosed?.()
  }
  return (
    <span className="py-actions">
      {onScan && open('scan') && (
        <Button size="large" icon={<ScanOutlined />} onClick={onScan}>
          {t('title')}
        </Button>
      )}
      {bag.actions.close !== 'access.denied' && bag.status === '0' && (
        <Button
          size="large"
          type="primary"
          icon={<LockOutlined />}
          disabled={!open('close')}
          onClick={() => setClosing(true)}
        >
          {t('close')}
        </Button>
      )}
      {open('reopen') && (
        <Button
          size="large"
          icon={<FolderOpenOutlined />}
          loading={reopen.busy}
          onClick={() => void reopen.run({ id: bag.id, version: bag.version })}
        >
          {t('reopen')}
        </Button>
      )}
      {open('recount') && (
        <Button
          size="large"
          icon={<CheckCircleOutlined />}
          onClick={() => void go(`/warehouse/packages/scan?id=${bag.id}&recount=1`)}
        >
          {t('recount')}
        </Button>
      )}
      <Button
        size="large"
        icon={<PrinterOutlined />}
        loading={label.busy}
        onClick={() => void label.run({ id: bag.id }, `${bag.no}.pdf`)}
      >
        {t('label')}
      </Button>
      <Suspense>{closing && <CloseDialog bag={bag} onClose={answered} />}</Suspense>
    </span>
  )
}

export function PackageRows({ bag }: { bag: Detail }) {
  const t = useT('packages')
  const [moving, setMoving] = useState<string | null>(null)
  const remove = useAction(outPackages.removeScan)
  const no = (row: Row) => row.trackNo ?? row.serialNumber
  const columns: Column<Row>[] = [
    {
      key: 'no',
      title: t('row.no'),
      width: 164,
      card: 'title',
      render: (row) => <CopyText text={no(row)} />,
    },
    { key: 'serviceName', title: t('row.service'), width: 130 },
    { key: 'country', title: t('row.country'), width: 80 },
    { key: 'sortCode', title: t('row.sortCode'), width: 100 },
    {
      key: 'weightKg',
      title: t('row.weightKg'),
      width: 90,
      align: 'right',
      render: (row) => <Weight kg={row.weightKg} />,
    },
    {
      key: 'createTime',
      title: t('row.at'),
      width: 140,
      render: (row) => <Moment at={row.createTime} />,
    },
    { key: 'createBy', title: t('row.by'), width: 110 },
  ]
  return (
    <>
      <DataTable<Row>
        label={t('rows')}
        columns={columns}
        rows={bag.rows.map((row) => ({ ...row, id: row.parcelId }))}
        keys={false}
        empty={<Empty kind="nothing" />}
        actionsWidth={88}
        {...(bag.actions.remove === null
          ? {
              actions: (row: Row) => (
                <RowActions
                  actions={[
                    {
                      key: 'remove',
                      label: t('remove'),
                      icon: <UndoOutlined />,
                      onClick: () => void remove.run({ id: bag.id, no: row.serialNumber }),
                    },
                    {
                      key: 'transfer',
                      label: t('transfer'),
                      icon: <SwapOutlined />,
                      onClick: () => setMoving(row.serialNumber),
                    },
                  ]}
                />
              ),
            }
          : {})}
      />
      <Suspense>
        {moving && <TransferDialog id={bag.id} no={moving} onClose={() => setMoving(null)} />}
      </Suspense>
    </>
  )
}

/** A bag next to its list. */
export default function PackageDetail({ id }: { id: string }) {
  const go = useNavigate()
  const { data: bag } = useApi(
    outPackages.queryById,
    { id },
    { keepPrevious: true, refetchInterval: 15_000 },
  )
  if (!bag) return null
  return (
    <div className="wh-detail">
      <PackageHead bag={bag} />
      {bag.remark && <p className="wh-remark">{bag.remark}</p>}
      <PackageButtons bag={bag} onScan={() => void go(`/warehouse/packages/scan?id=${id}`)} />
      <PackageRows bag={bag} />
    </div>
  )
}
