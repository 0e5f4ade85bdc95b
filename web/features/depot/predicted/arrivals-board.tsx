import {
  BellOutlined,
  EnvironmentOutlined,
  MergeCellsOutlined,
  ScanOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { predictedBatches, type Arrival } from '#contracts/depot/predicted.ts'
import { predictedShipments } from '#contracts/depot/predicted-shipments.ts'
import { PREDICTED_BATCH } from '#contracts/depot/scans.states.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { formatDay } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { MergeDialog } from './merge-dialog.tsx'
import './arrivals.css'

/** What is on its way, by day and depot: how late, at which gate, and what can be done about it. */
export default function ArrivalsBoard() {
  const t = useT('predicted-batches')
  const found = useApi(
    predictedBatches.arrivals,
    {},
    { keepPrevious: true, refetchInterval: 30_000 },
  )
  const today = companyToday()
  const days = Map.groupBy(found.data ?? [], ({ expectedDate }) => expectedDate)
  return (
    <div className="py-list">
      <PageHeader
        title={t('board')}
        note={<Link to="/warehouse/predicted">{t('board.list')}</Link>}
      />
      {found.isError && !found.data && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {found.data?.length === 0 && <Empty kind="nothing" title={t('board.none')} />}
      {[...days].map(([day, rows]) => (
        <section key={day ?? ''} className="ar-day">
          <h2>
            {day === null ? t('board.noDay') : formatDay(day)}
            {day === today && ` · ${t('board.today')}`}
          </h2>
          {[...Map.groupBy(rows, ({ depotCode }) => depotCode)].map(([depot, batches]) => (
            <div key={depot} className="ar-depot">
              <h3>{depot}</h3>
              <ul>
                {batches.map((batch) => (
                  <Card key={batch.id} batch={batch} all={found.data ?? []} />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}

function Card({ batch, all }: { batch: Arrival; all: readonly Arrival[] }) {
  const t = useT('predicted-batches')
  const may = useRightsCheck()
  const go = useNavigate()
  const confirm = useConfirm()
  const notify = useNotify()
  const [merging, setMerging] = useState(false)
  const dock = useAction(predictedBatches.dock)
  const contact = useAction(predictedShipments.remindBatches, { success: false })
  const { id, no, status, late, dockSlot } = batch
  const askDock = async () => {
    const slot = await confirm({
      title: t('board.dock.title', { no }),
      ok: t('board.dock'),
      reason: true,
      reasonOptional: true,
      reasonLabel: t('dockSlot'),
    })
    if (slot !== null) await dock.run({ id, dockSlot: slot })
  }
  const askContact = async () => {
    const answer = await confirm({
      title: t('board.contact.title', { no }),
      ok: t('board.contact'),
      content: t('board.contact.note'),
      names: [batch.customerName],
    })
    if (answer === null) return
    const done = await contact.run({ ids: [id] })
    if (!done.ok) return
    const refused = done.result.rows.find((row) => !row.ok)
    if (refused) notify.warning(refused.message ?? '')
    else notify.success(t('board.contact.done', { no }))
  }
  return (
    <li className="ar-card" data-late={late > 0 || undefined}>
      <p className="ar-head">
        <Link to={`/warehouse/predicted?_row=${id}`} className="py-num">
          {no}
        </Link>
        <DictTag code="predicted_batch_status" value={status} />
        {late > 0 && <StatusTag tone="bad">{t('board.late', { count: late })}</StatusTag>}
      </p>
      <p>{batch.customerName}</p>
      <p className="py-num">
        {batch.received} / {batch.expected}
        {batch.firstLegNo && ` · ${batch.firstLegNo}`}
      </p>
      <p>
        {t('dockSlot')} <b>{dockSlot ?? '–'}</b>
      </p>
      <span className="py-actions">
        {may('wh:in:scan') && (
          <Button
            size="small"
            type="primary"
            icon={<ScanOutlined />}
            onClick={() => void go(`/warehouse/batch-in?id=${id}`)}
          >
            {t('receive')}
          </Button>
        )}
        {may(predictedBatches.dock) && (
          <Button
            size="small"
            icon={<EnvironmentOutlined />}
            loading={dock.busy}
            onClick={() => void askDock()}
          >
            {t('board.dock')}
          </Button>
        )}
        {may(predictedShipments.remindBatches) && (
          <Button
            size="small"
            icon={<BellOutlined />}
            loading={contact.busy}
            onClick={() => void askContact()}
          >
            {t('board.contact')}
          </Button>
        )}
        {may(predictedBatches.merge) && status === PREDICTED_BATCH.waiting && (
          <Button size="small" icon={<MergeCellsOutlined />} onClick={() => setMerging(true)}>
            {t('board.merge')}
          </Button>
        )}
      </span>
      {merging && <MergeDialog batch={batch} all={all} onClose={() => setMerging(false)} />}
    </li>
  )
}
