import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { sorting, type Unroutable } from '#contracts/depot/sorting.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { CopyText, Moment } from '../../../kit/platform/cells.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { ScanBand } from '../../../kit/scan/scan-band.tsx'
import { ScanInput } from '../../../kit/scan/scan-input.tsx'
import { SoundSwitch } from '../../../kit/scan/sound-switch.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import {
  Counters,
  DepotChoice,
  RecentScans,
  ScanHours,
  useScanBox,
  useStationDepot,
} from '../scans/index.ts'
import { GatePanel } from './gate-panel.tsx'
import { GatesTable } from './gates-table.tsx'
import { useSortingStation } from './use-sorting-station.ts'
import './sorting.css'

type Row = Unroutable & { id: string }

/** Parcels to their gates: the number shows the gate, the gate's barcode confirms it. */
export default function Sorting() {
  const t = useT('sorting')
  const [chosen, setDepotId] = useStationDepot()
  const [listed, setListed] = useState(false)
  const box = useScanBox()
  const on = { keepPrevious: true, quiet: true }
  const at = chosen === null ? {} : { depotId: chosen }
  const found = useApi(sorting.gates, at, { ...on, refetchInterval: 20_000 })
  // Who works in one depot need not choose it.
  const depotId = found.error ? null : (found.data?.depotId ?? chosen)
  const station = useSortingStation(depotId, found.data?.gates ?? [])
  const recent = useApi(sorting.recent, {}, on)
  const lost = useApi(sorting.unroutable, at, { ...on, enabled: listed && depotId !== null })
  const undo = useAction(sorting.undo)
  const sheet = useDownload(sorting.gateSheet)
  const gates = found.data?.gates ?? []
  const sum = (key: 'sent' | 'inside' | 'today' | 'wrong') =>
    gates.reduce((total, gate) => total + gate[key], 0)
  return (
    <div className="wh-station">
      <PageHeader title={t('title')}>
        <SoundSwitch />
      </PageHeader>
      <ScanBand
        scan={station.shown}
        waiting={station.waiting}
        stuck={station.stuck}
        onClear={station.clear}
        ready={depotId === null ? t('depot.choose') : t('gate.ready')}
      />
      <GatePanel answer={station.answer} />
      <div className="wh-controls">
        <div ref={box.ref} className="wh-box">
          <ScanInput
            onScan={station.add}
            placeholder={t('placeholder')}
            disabled={depotId === null}
          />
        </div>
        <DepotChoice value={depotId} onChange={setDepotId} />
        <Button
          size="large"
          icon={<PrinterOutlined />}
          disabled={depotId === null}
          loading={sheet.busy}
          onClick={() => void sheet.run(at, 'gates.pdf')}
        >
          {t('sheet')}
        </Button>
      </div>
      <div className="wh-columns">
        <div>
          <Counters
            figures={[
              { label: t('gates.sent'), value: sum('sent') },
              { label: t('gates.inside'), value: sum('inside') },
              { label: t('gates.today'), value: sum('today') },
              {
                label: t('gates.wrong'),
                value: sum('wrong'),
                tone: sum('wrong') > 0 ? 'bad' : undefined,
              },
            ]}
          />
          <RecentScans
            rows={recent.data ?? []}
            waiting={station.waiting}
            busy={undo.busy}
            onUndo={(row) => void undo.run({ scanId: row.id }).then(box.focus)}
          />
          <ScanHours station="sort" depotId={depotId} />
        </div>
        <section className="so-gates" aria-label={t('gates')}>
          <header>
            <h2>{t('gates')}</h2>
            <Button onClick={() => setListed(!listed)} aria-expanded={listed}>
              {t('unroutable')}: {found.data?.unroutable ?? 0}
            </Button>
          </header>
          {listed ? (
            <UnroutableTable rows={lost.data ?? []} />
          ) : (
            found.data && <GatesTable gates={gates} />
          )}
        </section>
      </div>
    </div>
  )
}

function UnroutableTable({ rows }: { rows: readonly Unroutable[] }) {
  const t = useT('sorting')
  const columns: Column<Row>[] = [
    {
      key: 'no',
      title: t('unroutable.no'),
      width: 204,
      card: 'title',
      render: (row) => <CopyText text={row.trackNo ?? row.serialNumber} />,
    },
    { key: 'why', title: t('unroutable.why'), width: 260, render: (row) => row.why },
    {
      key: 'to',
      title: t('unroutable.to'),
      width: 180,
      render: (row) => [row.country, row.postalCode, row.city].filter(Boolean).join(' '),
    },
    { key: 'serviceName', title: t('unroutable.service'), width: 140 },
    { key: 'customerName', title: t('unroutable.customer'), width: 160 },
    {
      key: 'scannedAt',
      title: t('unroutable.at'),
      width: 140,
      render: (row) => <Moment at={row.scannedAt} />,
    },
  ]
  return (
    <DataTable<Row>
      label={t('unroutable')}
      columns={columns}
      rows={rows.map((row) => ({ ...row, id: row.parcelId }))}
      keys={false}
      empty={<Empty kind="nothing" title={t('unroutable.none')} />}
    />
  )
}
