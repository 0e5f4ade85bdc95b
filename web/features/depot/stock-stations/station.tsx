import type { ReactNode } from 'react'
import type { ScanStationName } from '#contracts/depot/scan-hours.ts'
import { ScanBand } from '../../../kit/scan/scan-band.tsx'
import { ScanInput } from '../../../kit/scan/scan-input.tsx'
import { ScanList } from '../../../kit/scan/scan-list.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { Empty } from '../../../kit/platform/empty.tsx'
import { Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { ScanHours, useScanBox } from '../scans/index.ts'
import type { StationLog } from './use-station-log.ts'

const SHOWN = 20

/** A line of a sheet: what is wanted, and what was scanned of it. */
export interface SheetLine {
  id: string
  place: string | null
  sku: string
  text: string
  lot: string | null
  /** Null: blind, or nothing was announced. */
  wanted: number | null
  done: number
}

/** What all stock stations are made of: the band, the field, the sheet and the last scans. */
export function Station({
  log,
  ready,
  armed,
  placeholder,
  controls,
  lines,
  hours,
  children,
}: {
  log: StationLog
  ready: string
  /** What the next scan is taken with: a place, an order. */
  armed: readonly string[]
  placeholder: string
  controls: ReactNode
  lines: readonly SheetLine[] | null
  /** Whose booked pieces are counted below, in the sheet's depot. */
  hours?: { station: ScanStationName; depotId: string | null }
  children?: ReactNode
}) {
  const t = useT('stock-stations')
  const box = useScanBox()
  const columns: Column<SheetLine>[] = [
    { key: 'place', title: t('place'), width: 100, card: 'title' },
    { key: 'text', title: t('sku'), width: 240 },
    { key: 'lot', title: t('lot'), width: 100 },
    {
      key: 'wanted',
      title: t('wanted'),
      width: 90,
      align: 'right',
      render: (line) => <Num value={line.wanted} />,
    },
    {
      key: 'done',
      title: t('scanned'),
      width: 110,
      align: 'right',
      render: (line) => (
        <StatusTag tone={line.wanted !== null && line.done >= line.wanted ? 'done' : 'waiting'}>
          {String(line.done)}
        </StatusTag>
      ),
    },
  ]
  return (
    <>
      <ScanBand
        scan={log.shown}
        waiting={log.waiting}
        stuck={log.stuck}
        onClear={log.clear}
        ready={ready}
      >
        {armed.length > 0 && <StatusTag tone="moving">{armed.join(' · ')}</StatusTag>}
      </ScanBand>
      <div className="wh-controls">
        <div ref={box.ref} className="wh-box">
          <ScanInput onScan={log.add} placeholder={placeholder} />
        </div>
        {controls}
      </div>
      {children}
      <div className="wh-columns">
        {lines === null ? (
          <div />
        ) : (
          <DataTable<SheetLine>
            label={t('sheet')}
            columns={columns}
            rows={lines}
            keys={false}
            empty={<Empty kind="nothing" />}
          />
        )}
        <div>
          <ScanList scans={log.scans.slice(0, SHOWN)} onUndo={log.undo} mayUndo={log.mayUndo} />
          {hours && <ScanHours {...hours} />}
        </div>
      </div>
    </>
  )
}
