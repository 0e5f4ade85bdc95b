import { useState } from 'react'
import {
  PIECE_STATIONS,
  scanCounts,
  type ScanHours as Hours,
  type ScanStationName,
} from '#contracts/depot/scan-hours.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Num } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const LOOK_MS = 60_000
const inPieces: readonly string[] = PIECE_STATIONS

/** Today's scans of a station, or its pieces, by person and hour; asked for while it is open. */
export function ScanHours({
  station,
  depotId,
}: {
  station: ScanStationName
  depotId?: string | null
}) {
  const t = useT('scans')
  const title = t(inPieces.includes(station) ? 'hours.pieces' : 'hours.title')
  const [open, setOpen] = useState(false)
  const { data } = useApi(
    scanCounts.hours,
    { station, ...(depotId ? { depotId } : {}) },
    { enabled: open, refetchInterval: LOOK_MS, keepPrevious: true, quiet: true },
  )
  return (
    <HoursTable
      title={title}
      none={t(inPieces.includes(station) ? 'hours.noPieces' : 'hours.none')}
      data={data}
      onOpen={setOpen}
    />
  )
}

/** Counts by person and hour, folded. */
export function HoursTable(props: {
  title: string
  none: string
  data: Hours | undefined
  onOpen?: (open: boolean) => void
}) {
  const { title, none, data, onOpen } = props
  const t = useT('scans')
  return (
    <details className="wh-hours" onToggle={(event) => onOpen?.(event.currentTarget.open)}>
      <summary>{title}</summary>
      {data?.people.length === 0 && <p className="py-hint">{none}</p>}
      {data && data.people.length > 0 && (
        // A long day is wider than a phone: it is moved with the keys, too.
        <div role="region" aria-label={title} tabIndex={0}>
          <table className="wh-weights">
            <thead>
              <tr>
                <th scope="col">{t('hours.person')}</th>
                <th scope="col">{t('hours.total')}</th>
                {data.hours.map((hour) => (
                  <th key={hour} scope="col" className="py-num">
                    {String(hour).padStart(2, '0')}:00
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.people.map(({ username, name, total, counts }) => (
                <tr key={username}>
                  <th scope="row">{name}</th>
                  <td>
                    <Num value={total} />
                  </td>
                  {counts.map((count, at) => (
                    <td key={data.hours[at]}>
                      <Num value={count} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}
