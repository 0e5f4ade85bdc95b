import { PrinterOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { Suspense, useId, useState } from 'react'
import { returnStation } from '#contracts/returns/return-station.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { ScanBand } from '../../../kit/scan/scan-band.tsx'
import { ScanInput } from '../../../kit/scan/scan-input.tsx'
import { SoundSwitch } from '../../../kit/scan/sound-switch.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import {
  Counters,
  DepotChoice,
  HoursTable,
  useScanBox,
  useStationDepot,
} from '../../depot/scans/index.ts'
import { printLabel } from './print-label.ts'
import { EMPTY, useReturnStation } from './use-return-station.ts'
import './returns.css'

type Recent = Out<typeof returnStation.recent>['rows'][number]
const FIELDS = [
  ['weightKg', 'station.weight', 8],
  ['senderPostalCode', 'station.postcode', 16],
  ['goods', 'station.goods', 300],
  ['carrier', 'station.carrier', 60],
  ['senderText', 'station.sender', 1000],
] as const

/** Returned boxes come in: scanned, matched or labelled, with place, weight, text and photos. */
export default function ReturnStation() {
  const t = useT('return-tracks')
  const notify = useNotify()
  const [depotId, setDepotId] = useStationDepot()
  const [place, setPlace] = useState('')
  const [typed, setTyped] = useState<typeof EMPTY>(EMPTY)
  const box = useScanBox()
  const placeLabel = useId()
  const station = useReturnStation({ depotId, place: place.trim(), ...typed }, () =>
    setTyped(EMPTY),
  )
  const recent = useApi(returnStation.recent, depotId ? { depotId } : {}, {
    keepPrevious: true,
    quiet: true,
  })
  const undo = useAction(returnStation.undoScan)
  const ready = depotId !== null && place.trim() !== ''
  const { answer } = station
  const columns: Column<Recent>[] = [
    {
      key: 'no',
      title: t('no'),
      width: 140,
      card: 'title',
      render: (row) => (
        <>
          {row.no} {row.trackNo}
        </>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      width: 130,
      render: (row) => (
        <DictTag code="return_state" value={String(row.state)} text={row.state_dictText} />
      ),
    },
    { key: 'customerName', title: t('station.owner'), width: 160 },
    { key: 'place', title: t('place'), width: 90 },
    { key: 'at', title: t('arrivedAt'), width: 140, render: (row) => <Moment at={row.at} /> },
    {
      key: 'undo',
      title: t('table.actions'),
      width: 110,
      render: (row) =>
        row.mayUndo && (
          <Button
            loading={undo.busy}
            onClick={() => void undo.run({ id: row.id }).then(box.focus)}
            aria-label={`${t('station.undo')} ${row.no}`}
          >
            {t('station.undo')}
          </Button>
        ),
    },
  ]
  return (
    <div className="wh-station">
      <PageHeader title={t('station.title')}>
        <SoundSwitch />
      </PageHeader>
      <ScanBand
        scan={station.shown}
        waiting={station.waiting}
        stuck={station.stuck}
        onClear={station.clear}
        ready={ready ? t('station.ready') : t('station.choose')}
      />
      <div className="wh-controls">
        <div ref={box.ref} className="wh-box">
          <ScanInput onScan={station.add} placeholder={t('placeholder')} disabled={!ready} />
        </div>
        <DepotChoice value={depotId} onChange={setDepotId} />
        {/* A place may be scanned as well: its Enter goes on to the boxes. */}
        <div className="wh-depot" data-scan="field">
          <label htmlFor={placeLabel}>{t('station.place')}</label>
          <Input
            id={placeLabel}
            value={place}
            maxLength={40}
            autoComplete="off"
            onChange={(event) => setPlace(event.target.value)}
            onPressEnter={box.focus}
          />
        </div>
      </div>
      <div className="ret-fields" data-scan="page">
        {FIELDS.map(([key, label, max]) => (
          <Input
            key={key}
            value={typed[key]}
            maxLength={max}
            aria-label={t(label)}
            placeholder={t(label)}
            autoComplete="off"
            onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
            onPressEnter={box.focus}
          />
        ))}
      </div>
      {answer?.known && (
        <p className="ret-buttons">
          <Button
            type="primary"
            onClick={() =>
              station.put(answer.trackNo, {
                depotId,
                place: place.trim(),
                ...typed,
                again: true,
              })
            }
          >
            {t('station.again')}
          </Button>
        </p>
      )}
      {answer?.id && (
        <section aria-label={answer.no ?? ''}>
          <p className="ret-buttons">
            <Button
              icon={<PrinterOutlined />}
              onClick={() => void printLabel(answer.id!).catch(notify.failed)}
            >
              {t('label')} {answer.no}
            </Button>
            <StatusTag tone={answer.photos < answer.photosNeeded ? 'warning' : 'done'}>
              {t('station.photos', { has: answer.photos, needed: answer.photosNeeded })}
            </StatusTag>
          </p>
          {/* Its texts come with the first box: the field of scans must not go meanwhile. */}
          <Suspense>
            <RecordFiles ownerKind="return_track" ownerId={answer.id} kind="photo" />
          </Suspense>
        </section>
      )}
      <Counters figures={[{ label: t('station.today'), value: recent.data?.today ?? 0 }]} />
      <DataTable<Recent>
        label={t('station.recent')}
        columns={columns}
        rows={recent.data?.rows ?? []}
        keys={false}
        empty={<Empty kind="nothing" title={t('station.none')} />}
      />
      <HoursTable
        title={t('station.hours')}
        none={t('station.hours.none')}
        data={recent.data?.hours}
      />
    </div>
  )
}
