import { SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { outBatches, outboundResult, type OutboundDetail } from '#contracts/depot/outbound.ts'
import { RECENT_SCANS } from '#contracts/depot/scans.states.ts'
import { formatMoment } from '../../../kit/form/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { reasonOf } from '../../../kit/platform/notify.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useApi, useInvalidate } from '../../../kit/http/query.ts'
import { ScanBand } from '../../../kit/scan/scan-band.tsx'
import { ScanInput } from '../../../kit/scan/scan-input.tsx'
import { SoundSwitch } from '../../../kit/scan/sound-switch.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useScanStation } from '../../../kit/scan/use-scan-queue.ts'
import { Counters, ParcelPanel, accepted, refused, useScanBox } from '../scans/index.ts'
import { OutboundBatchChoice } from './outbound-batch-choice.tsx'
import { useShip } from './use-ship.ts'

/** Parcels go out: scan after scan into one open batch, until it is shipped. */
export default function OutScan() {
  const t = useT('scans')
  const [params, setParams] = useSearchParams()
  const batchId = params.get('batchId')
  const box = useScanBox()
  const mayClose = useCan('wh:out:close')
  const invalidate = useInvalidate()
  const found = useApi(
    outBatches.queryById,
    { id: batchId ?? '0', rows: String(RECENT_SCANS) },
    { enabled: batchId !== null, keepPrevious: true, refetchInterval: 15_000 },
  )
  const batch = batchId === null ? null : (found.data ?? null)

  const station = useScanStation({
    name: 'out',
    endpoint: outBatches.scan,
    enabled: batchId !== null,
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
  const remove = useAction(outBatches.remove, {
    success: t('out.removed'),
  })
  const { ship, busy } = useShip()
  const choose = (id: string | null) => {
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (id) next.set('batchId', id)
        else next.delete('batchId')
        return next
      },
      { replace: true },
    )
    box.focus()
  }

  const reported = outboundResult.safeParse(station.shown?.data)
  const answer = reported.success ? reported.data : null
  const shipped = batch !== null && batch.closedAt !== null
  return (
    <div className="wh-station">
      <PageHeader title={t('out.title')} note={<Link to="/warehouse/out">{t('out.all')}</Link>}>
        <SoundSwitch />
      </PageHeader>
      <ScanBand
        scan={station.shown}
        waiting={station.waiting}
        stuck={station.stuck}
        onClear={station.clear}
        ready={batchId === null ? t('out.chooseFirst') : shipped ? t('out.isShipped') : undefined}
      />
      <div className="wh-controls">
        <div ref={box.ref} className="wh-box">
          <ScanInput
            onScan={station.add}
            placeholder={t('out.placeholder')}
            disabled={batchId === null || shipped}
          />
        </div>
        <OutboundBatchChoice id={batchId} no={batch?.no ?? null} onChange={choose} />
        {batch && mayClose && !shipped && (
          <Button
            size="large"
            type="primary"
            className="wh-ship"
            icon={<SendOutlined />}
            loading={busy}
            disabled={batch.pieces === 0}
            onClick={() => void ship(batch)}
          >
            {t('ship.ok', { count: batch.pieces })}
          </Button>
        )}
      </div>
      <div className="wh-columns">
        <ParcelPanel parcel={answer?.parcel ?? null} warnings={answer?.warnings ?? []} />
        {batch && (
          <BatchSide
            batch={batch}
            busy={remove.busy}
            onRemove={(parcelId) =>
              void remove.run({ batchId: batch.id, parcelId }).then(box.focus)
            }
          />
        )}
      </div>
    </div>
  )
}

function BatchSide({
  batch,
  busy,
  onRemove,
}: {
  batch: OutboundDetail
  busy: boolean
  onRemove: (parcelId: string) => void
}) {
  const t = useT('scans')
  return (
    <div>
      <Counters
        figures={[
          { label: t('out.pieces'), value: batch.pieces },
          { label: t('out.weight'), value: batch.weightKg },
          ...batch.channels.map((channel) => ({ label: channel.name, value: channel.count })),
        ]}
      />
      {batch.rows.length > 0 && (
        <section className="py-scans wh-scans" aria-label={t('scan.last')}>
          <h2>{t('scan.last')}</h2>
          <ol>
            {batch.rows.map((row) => (
              <li key={row.parcelId}>
                <b className="py-num">{row.trackNo ?? row.serialNumber}</b>
                <span>
                  {row.channelName} · {row.country} · {row.weightKg} kg
                </span>
                <time dateTime={row.createTime}>{formatMoment(row.createTime).slice(11)}</time>
                {batch.actions.remove === null ? (
                  <Button size="small" disabled={busy} onClick={() => onRemove(row.parcelId)}>
                    {t('out.remove')}
                  </Button>
                ) : (
                  <span />
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}
