import { BellOutlined, CheckOutlined, LinkOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { interceptList } from '#contracts/depot/intercepts.ts'
import { predictedShipments, type PredictedShipment } from '#contracts/depot/predicted-shipments.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { FilterBar, type FilterItem } from '../../../kit/list/filters/filter-bar.tsx'
import type { ListFilter } from '../../../kit/list/list-state.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { CopyText, Moment, Num } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { BulkBar } from '../../../kit/table/bulk-bar.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Pager } from '../../../kit/table/pager.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const LinkDialog = lazy(() => import('./link-dialog.tsx'))
const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)
type Row = PredictedShipment
type Act = 'remind' | 'arrived' | 'cancel'
const FILTERS: readonly ListFilter[] = [
  { key: 'no', kind: 'prefix' },
  { key: 'depotId', kind: 'eq' },
  { key: 'minAge', kind: 'eq' },
]
/** From so many days on a row is marked. */
const OLD = 7

/** What was announced and is not in: asked about, received without a scan, found, or cancelled. */
export default function PredictedShipments() {
  const t = useT('predicted-shipments')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const notify = useNotify()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const [linking, setLinking] = useState<Row | null>(null)
  const list = useList(predictedShipments.list, { filters: FILTERS })
  const selection = useSelection(list.rows)
  const calls = {
    remind: useAction(predictedShipments.remind, { success: false }),
    arrived: useAction(predictedShipments.arrived, { success: false }),
    cancel: useAction(shipments.cancel, { success: false }),
  }
  const ask = async (act: Act) => {
    const { rows } = selection
    const reason = await confirm({
      title: t(`${act}.title`, { count: rows.length }),
      ...(act === 'arrived' ? { content: t('arrived.note') } : {}),
      ...(act === 'cancel' ? { danger: true, reason: true, reasonLabel: t('cancel.reason') } : {}),
      names: rows.map((row) => `${row.serialNumber} · ${row.customerName}`),
    })
    if (reason === null || rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const done =
      act === 'cancel' ? await calls.cancel.run({ ids, reason }) : await calls[act].run({ ids })
    if (!done.ok) return
    list.refetch()
    selection.clear()
    if (done.result.failed > 0) setOutcome({ title: t(act), result: done.result })
    else notify.success(t('done', { act: t(act), done: done.result.done }))
  }
  const columns: Column<Row>[] = [
    {
      key: 'serialNumber',
      title: t('serialNumber'),
      width: 170,
      card: 'title',
      render: (row) => <CopyText text={row.serialNumber} />,
    },
    {
      key: 'age',
      title: t('age'),
      width: 100,
      align: 'right',
      render: (row) =>
        row.age >= OLD ? <StatusTag tone="warning">{row.age}</StatusTag> : <Num value={row.age} />,
    },
    {
      key: 'outstanding',
      title: t('outstanding'),
      width: 110,
      render: (row) => (
        <span className="py-num">
          {row.outstanding} / {row.pieces}
        </span>
      ),
    },
    { key: 'customerName', title: t('customer'), width: 170 },
    { key: 'depotCode', title: t('depot'), width: 90 },
    { key: 'firstLegNo', title: t('firstLegNo'), width: 150 },
    {
      key: 'batchNo',
      title: t('batch'),
      width: 150,
      render: (row) =>
        row.batchId && <Link to={`/warehouse/batch-in?id=${row.batchId}`}>{row.batchNo}</Link>,
    },
    { key: 'expectedDate', title: t('expectedDate'), width: 120 },
    {
      key: 'announcedAt',
      title: t('announcedAt'),
      width: 150,
      render: (row) => <Moment at={row.announcedAt} />,
    },
    {
      key: 'remindedAt',
      title: t('reminded'),
      width: 170,
      render: (row) =>
        row.remindedAt && (
          <>
            <Moment at={row.remindedAt} /> ×{row.reminders}
          </>
        ),
    },
    { key: 'serviceName', title: t('service'), width: 140 },
    { key: 'reference', title: t('reference'), width: 140 },
  ]
  const items: FilterItem[] = [
    { key: 'no', label: t('filter.no'), input: 'text' },
    { key: 'depotId', label: t('depot'), input: 'ref', ref: 'depots' },
    { key: 'minAge', label: `${t('filter.age')} (${t('age')})`, input: 'text' },
  ]
  const actions = (
    [
      ['remind', may(predictedShipments.remind), <BellOutlined key="i" />],
      ['arrived', may(predictedShipments.arrived), <CheckOutlined key="i" />],
      ['cancel', may(shipments.cancel), <StopOutlined key="i" />],
    ] as const
  ).filter(([, open]) => open)
  const mayLink = may(predictedShipments.link) && may(interceptList.endpoints.list)
  return (
    <div className="py-list">
      <PageHeader title={t('title')} />
      <FilterBar list={list} items={items} />
      <BulkBar selection={selection} list={list} columns={columns}>
        {actions.map(([act, , icon]) => (
          <Button
            key={act}
            danger={act === 'cancel'}
            icon={icon}
            loading={calls[act].busy}
            onClick={() => void ask(act)}
          >
            {t(act)}
          </Button>
        ))}
        {mayLink && (
          <Button
            icon={<LinkOutlined />}
            disabled={selection.rows.length !== 1}
            title={selection.rows.length === 1 ? undefined : t('link.one')}
            onClick={() => setLinking(selection.rows[0] ?? null)}
          >
            {t('link')}
          </Button>
        )}
      </BulkBar>
      {list.error && list.rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable<Row>
          label={t('list')}
          columns={columns}
          list={list}
          {...(actions.length > 0 ? { selection } : {})}
          empty={
            list.narrowed ? (
              <Empty kind="noMatch">
                <Button onClick={list.clearFilters}>{t('filter.clear')}</Button>
              </Empty>
            ) : (
              <Empty kind="allclear" title={t('none')} />
            )
          }
        />
      )}
      <Pager list={list} />
      <Suspense>
        {linking && (
          <LinkDialog
            order={linking}
            onClose={() => setLinking(null)}
            onLinked={() => {
              setLinking(null)
              list.refetch()
              selection.clear()
            }}
          />
        )}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </div>
  )
}
