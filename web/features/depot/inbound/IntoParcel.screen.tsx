import {
  CameraOutlined,
  CloseOutlined,
  DollarOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { intoParcel } from '#contracts/depot/inbound.ts'
import { type ScannedParcel, type ScanRow } from '#contracts/depot/scans.ts'
import { linkOf } from '#contracts/kit/measure.ts'
import { IN_DEPOT, PARCELS_LISTED } from '#contracts/orders/parcels.measures.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { ScanBand } from '../../../kit/scan/scan-band.tsx'
import { ScanInput } from '../../../kit/scan/scan-input.tsx'
import { SoundSwitch } from '../../../kit/scan/sound-switch.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDelayedFlag, usePhone } from '../../../kit/platform/use-timing.ts'
import {
  BatchChoice,
  Counters,
  DepotChoice,
  ParcelPanel,
  RecentScans,
  ScanHours,
  useScanBox,
  useStationDepot,
} from '../scans/index.ts'
import { MeasureFields } from './measure-fields.tsx'
import { Photos } from './photos.tsx'
import { inWords } from './measures.ts'
import { PrintLabel } from './print-label.tsx'
import { ScaleButton } from './scale-button.tsx'
import { UnknownNumber } from './unknown-number.tsx'
import { ANY_SCALE } from '../../../kit/scan/scale-line.ts'
import { measuresIn, useInboundStation } from './use-inbound-station.ts'

const HoldDialog = lazy(() => import('./hold-dialog.tsx'))

/**
 * Parcels come in: scan after scan, with or without a scale, with or without an announced batch.
 */
export default function IntoParcel() {
  const t = useT('scans')
  const figures = useT('figures')
  const mayList = useCan(PARCELS_LISTED.perm)
  // What a station counts does not depend on the day.
  const listOf = (key: keyof typeof IN_DEPOT) =>
    mayList ? linkOf(IN_DEPOT[key], { today: '' }) : null
  const [params, setParams] = useAddress()
  const [depotId, chooseDepot] = useStationDepot()
  const [holding, setHolding] = useState<ScannedParcel | null>(null)
  const [changed, setChanged] = useState<ScannedParcel | null>(null)
  const [photosOf, setPhotosOf] = useState<string | null>(null)
  const batchId = params.get('batchId')
  const recent = useApi(intoParcel.recent, depotId ? { depotId } : {}, {
    refetchInterval: 20_000,
    keepPrevious: true,
    quiet: true,
  })
  const scale = recent.data?.scale ?? ANY_SCALE
  const station = useInboundStation(batchId, depotId, scale)
  const box = useScanBox()
  const phone = usePhone()

  const undo = useAction(intoParcel.undo, {
    success: t('undo.done'),
  })
  const release = useAction(intoParcel.release, {
    success: t('release.done'),
    onDone: setChanged,
  })
  const charge = useAction(intoParcel.charge, {
    success: t('charge.done'),
    onDone: setChanged,
  })
  const takeBack = async (row: ScanRow) => {
    const outcome = await undo.run({ scanId: row.id })
    if (outcome.ok && outcome.result?.parcel) setChanged(outcome.result.parcel)
    box.focus()
  }
  const chooseBatch = (id: string | null) =>
    setParams(
      (now) => {
        if (id) now.set('batchId', id)
        else now.delete('batchId')
        return now
      },
      { replace: true },
    )

  // An answer that takes its time: what the screen showed before is another parcel's.
  const late = useDelayedFlag(station.waiting.length > 0)
  const scanned = late ? null : (station.answer?.parcel ?? null)
  const { armed } = station.entry
  const parcel = changed && changed.id === scanned?.id ? changed : scanned
  const last = recent.data?.rows.find(
    (row) => row.id === station.answer?.scanId && row.undoUntil !== null,
  )
  return (
    <div className="wh-station">
      <PageHeader title={t('into.title')}>
        <SoundSwitch />
      </PageHeader>
      <ScanBand
        scan={station.shown}
        waiting={station.waiting}
        stuck={station.stuck}
        onClear={station.clear}
      >
        {armed && <ArmedMark words={inWords(armed)} onClear={station.disarm} />}
        {station.bare && parcel && (
          <PrintLabel key={parcel.id} parcelId={parcel.id} no={parcel.no} />
        )}
      </ScanBand>
      <div className="wh-controls">
        <div ref={box.ref} className="wh-box">
          <ScanInput onScan={station.add} placeholder={t('into.placeholder')} />
        </div>
        <MeasureFields
          value={station.entry.fields}
          onChange={station.setFields}
          target={station.target}
          onSubmit={() => {
            station.submit()
            box.focus()
          }}
          weighFirst={station.entry.weighFirst}
          onWeighFirst={station.setWeighFirst}
        >
          <ScaleButton key={scale.baud} scale={scale} onWeight={station.weigh} />
        </MeasureFields>
        <Aside phone={phone} open={batchId !== null} title={t('into.where')}>
          <BatchChoice id={batchId} onChange={chooseBatch} fresh={station.answer?.batch ?? null} />
          <DepotChoice placeholder={t('depot.any')} value={depotId} onChange={chooseDepot} />
        </Aside>
      </div>
      <UnknownNumber
        row={recent.data?.rows.find((row) => row.id === station.answer?.scanId)}
        depotId={depotId}
        onDone={station.clear}
      />
      <div className="wh-columns">
        <div>
          <ParcelPanel parcel={parcel} warnings={scanned ? (station.answer?.warnings ?? []) : []}>
            {last && changed?.id !== last.parcelId && (
              <Button
                icon={<UndoOutlined />}
                loading={undo.busy}
                onClick={() => void takeBack(last)}
              >
                {t('action.undo')}
              </Button>
            )}
            {parcel && (
              <Button
                icon={<CameraOutlined />}
                aria-expanded={photosOf === parcel.id}
                onClick={() => setPhotosOf(photosOf === parcel.id ? null : parcel.id)}
              >
                {t('photos.open')}
              </Button>
            )}
            {parcel?.parcelStatus === PARCEL.RECEIVED && (
              <Button icon={<PauseCircleOutlined />} onClick={() => setHolding(parcel)}>
                {t('hold.open')}
              </Button>
            )}
            {parcel?.unpaid && (
              <Button
                icon={<DollarOutlined />}
                loading={charge.busy}
                onClick={() => void charge.run({ parcelId: parcel.id })}
              >
                {t('charge.again')}
              </Button>
            )}
            {parcel?.parcelStatus === PARCEL.HELD && (
              <Button
                icon={<PlayCircleOutlined />}
                loading={release.busy}
                onClick={() => void release.run({ parcelId: parcel.id })}
              >
                {t('release.ok')}
              </Button>
            )}
          </ParcelPanel>
          {parcel && photosOf === parcel.id && <Photos of="parcel" id={parcel.id} no={parcel.no} />}
        </div>
        <div>
          <Counters
            figures={[
              {
                label: figures('ownInbound'),
                of: 'ownInbound',
                value: recent.data?.today ?? null,
              },
              {
                label: figures('expected'),
                of: 'expected',
                value: recent.data?.expected ?? null,
                to: listOf('expected'),
              },
              {
                label: figures('inStock'),
                of: 'inStock',
                value: recent.data?.inStock ?? null,
                to: listOf('inStock'),
              },
              {
                label: figures('held'),
                of: 'held',
                value: recent.data?.held ?? null,
                tone: recent.data?.held ? 'bad' : undefined,
                to: listOf('held'),
              },
            ]}
          />
          <RecentScans
            rows={recent.data?.rows ?? []}
            waiting={station.waiting}
            noteOf={(scan) => inWords(measuresIn(scan.extra))}
            busy={undo.busy}
            onUndo={(row) => void takeBack(row)}
          />
          <ScanHours station="into" depotId={depotId} />
        </div>
      </div>
      <Suspense>
        {holding && (
          <HoldDialog
            parcel={holding}
            onClose={() => setHolding(null)}
            onHeld={(held) => {
              setChanged(held)
              setHolding(null)
              box.focus()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Measures that go with the next scan, next to the band until a scan took them. */
function ArmedMark({ words, onClear }: { words: string; onClear: () => void }) {
  const t = useT('scans')
  return (
    <span className="wh-armed" role="status">
      {t('measure.armed', { words })}
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('measure.disarm')}
        title={t('measure.disarm')}
        onClick={onClear}
      />
    </span>
  )
}

/**
 * What is chosen once a day: in sight where there is room, behind a line where a thumb needs the
 * place.
 */
function Aside({
  phone,
  open,
  title,
  children,
}: {
  phone: boolean
  open: boolean
  title: string
  children: ReactNode
}) {
  return phone ? (
    <details className="wh-second" open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  ) : (
    <div className="wh-second">{children}</div>
  )
}
