import { DownloadOutlined, PlusOutlined, SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { outBatches, outboundResult, type OutboundDetail } from '#contracts/depot/outbound.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import { SCAN, type ScanRow } from '#contracts/depot/scans.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import type { Scan } from '../../../kit/scan/scan-queue.ts'
import { useT, type T } from '../../../kit/text/i18n.ts'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useApi, useInvalidate } from '../../../kit/http/query.ts'
import { ScanBand } from '../../../kit/scan/scan-band.tsx'
import { ScanInput } from '../../../kit/scan/scan-input.tsx'
import { SoundSwitch } from '../../../kit/scan/sound-switch.tsx'
import { useScanStation } from '../../../kit/scan/use-scan-queue.ts'
import {
  Counters,
  ParcelPanel,
  RecentScans,
  ScanHours,
  accepted,
  refused,
  useScanBox,
  useTakeOut,
} from '../scans/index.ts'
import { BatchBags } from './batch-bags.tsx'
import { OpenBatches, OutboundBatchChoice } from './outbound-batch-choice.tsx'
import { ClosingProgress, LOOK_MS } from './closing-progress.tsx'
import { Debtors, useShip } from './use-ship.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

const NewOutboundBatch = lazy(() => import('./new-outbound-batch.tsx'))

/** Parcels go out: scan after scan into one open batch, until it is shipped. */
export default function OutScan() {
  const t = useT('scans')
  const [params, setParams] = useAddress()
  const batchId = params.get('batchId')
  const box = useScanBox()
  const mayClose = useCan('wh:out:close')
  const mayAdd = useCan(outBatches.add)
  const invalidate = useInvalidate()
  const found = useApi(
    outBatches.queryById,
    { id: batchId ?? '0', rows: '1' },
    { enabled: batchId !== null, keepPrevious: true, refetchInterval: LOOK_MS },
  )
  const recent = useApi(
    outBatches.recent,
    { batchId: batchId ?? '0' },
    { enabled: batchId !== null, keepPrevious: true, quiet: true },
  )
  const [adding, setAdding] = useState(false)
  const manifest = useDownload(outBatches.manifest)
  const batch = batchId === null ? null : (found.data ?? null)

  const station = useScanStation({
    name: 'out',
    endpoint: outBatches.scan,
    enabled: batchId !== null,
    first: t('out.chooseFirst'),
    capture: () => batchId ?? '',
    input: (no, captured) => ({ no, batchId: captured ?? '' }),
    verdict: (result, _no, message) => {
      void invalidate(outBatches.scan)
      return accepted(result, message)
    },
    refused: (error) => {
      void invalidate(outBatches.scan)
      const answer = outboundResult.safeParse(error.result)
      return refused(
        error,
        error.issues[0]?.message ?? reasonOf(error, t),
        answer.success ? answer.data : null,
      )
    },
  })
  const { takeOut, busy: taking } = useTakeOut(outBatches.remove, station, box, {
    success: t('out.removed'),
  })
  const { ship, busy } = useShip(true)
  const choose = (id: string | null) => {
    setParams(
      (now) => {
        if (id) now.set('batchId', id)
        else now.delete('batchId')
        return now
      },
      { replace: true },
    )
    box.focus()
  }

  const reported = outboundResult.safeParse(station.shown?.data)
  const answer = reported.success ? reported.data : null
  const shipped = batch !== null && batch.closedAt !== null ? batch : null
  // A parcel in a bag is refused here: what went through has the batch around it, and no bag.
  const isLoose = station.shown?.state !== 'error' && answer?.parcel?.parcelStatus === PARCEL.BAGGED
  const isOpen = batch?.status === OUT_BATCH.open
  return (
    <div className="wh-station">
      <PageHeader title={t('out.title')} note={<Link to="/warehouse/out">{t('out.all')}</Link>}>
        <SoundSwitch />
      </PageHeader>
      <ScanBand
        scan={shipped && station.waiting.length === 0 ? shippedScan(shipped, t) : station.shown}
        waiting={station.waiting}
        stuck={station.stuck}
        onClear={station.clear}
        ready={batchId === null ? t('out.chooseFirst') : undefined}
      />
      <div className="wh-controls">
        <div ref={box.ref} className="wh-box">
          <ScanInput
            onScan={station.add}
            placeholder={t('out.placeholder')}
            disabled={batchId === null || (batch !== null && !isOpen)}
          />
        </div>
        <OutboundBatchChoice id={batchId} no={batch?.no ?? null} onChange={choose} />
        {mayAdd && (
          <Button
            size="large"
            type={shipped || batchId === null ? 'primary' : 'default'}
            icon={<PlusOutlined />}
            onClick={() => setAdding(true)}
          >
            {t(shipped ? 'out.next' : 'out.open')}
          </Button>
        )}
        {batch && batch.pieces > 0 && (
          <Button
            size="large"
            icon={<DownloadOutlined />}
            loading={manifest.busy}
            onClick={() => void manifest.run({ id: batch.id }, `${batch.no}.xlsx`)}
          >
            {t('out.manifest')}
          </Button>
        )}
        {batch && mayClose && isOpen && (
          <Button
            size="large"
            type="primary"
            className="wh-ship"
            icon={<SendOutlined />}
            loading={busy}
            disabled={batch.pieces === 0}
            onClick={() => void ship(batch).then((done) => done && station.clear())}
          >
            {t('ship.ok', { count: batch.pieces })}
          </Button>
        )}
      </div>
      {isOpen && !mayClose && <p className="wh-note">{t('ship.ask')}</p>}
      <div className="wh-columns">
        {batchId === null ? (
          <OpenBatches onChoose={choose} />
        ) : (
          <ParcelPanel
            parcel={answer?.parcel ?? null}
            warnings={answer?.warnings ?? []}
            status={isLoose ? <LooseStatus isGone={shipped !== null} /> : undefined}
          />
        )}
        {batch && (
          <div>
            <ClosingProgress batch={batch} />
            {batch.debtors && <Debtors debtors={batch.debtors} />}
            <Counters
              figures={[
                { label: t('out.pieces'), value: batch.pieces },
                { label: t('out.weight'), value: batch.weightKg },
                ...batch.channels.map((channel) => ({ label: channel.name, value: channel.count })),
              ]}
            />
            <BatchBags batch={batch} />
            <RecentScans
              rows={recent.data ?? []}
              waiting={station.waiting}
              actionOf={(row) =>
                isInside(row) &&
                batch.actions.remove === null && (
                  <Button
                    size="small"
                    disabled={taking}
                    onClick={() => takeOut({ batchId: batch.id, parcelId: row.parcelId ?? '' })}
                  >
                    {t('out.remove')}
                  </Button>
                )
              }
            />
            <ScanHours station="out" depotId={batch.depotId} />
          </div>
        )}
      </div>
      <Suspense>
        {adding && (
          <NewOutboundBatch
            onClose={() => setAdding(false)}
            onMade={(made) => {
              setAdding(false)
              station.clear()
              choose(made)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

function LooseStatus({ isGone }: { isGone: boolean }) {
  const t = useT('scans')
  return isGone ? (
    <DictTag code="parcel_status" value={String(PARCEL.OUTBOUND)} />
  ) : (
    <StatusTag tone="moving">{t('out.inBatch')}</StatusTag>
  )
}

/** The parcel of this row still is in the batch. */
const isInside = (row: ScanRow): boolean =>
  row.code === SCAN.ok && row.undoneAt === null && row.parcelId !== null

/** What the band shows of a batch that has left, until the next one is chosen. */
const shippedScan = (batch: OutboundDetail, t: T): Scan => ({
  key: batch.id,
  code: batch.no,
  at: Date.parse(batch.closedAt ?? ''),
  state: 'ok',
  title: t('out.done', { count: batch.pieces }),
  detail: [`${batch.weightKg} kg`, nameOfAccount(batch.closedBy)].filter(Boolean).join(' · '),
})
