import { Skeleton } from 'antd'
import { zones } from '#contracts/commercial/zones/zones.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { CopyZones } from './copy-zones.tsx'
import { ExplainView } from './explain-view.tsx'
import { ZoneRows } from './zone-rows.tsx'
import './zones.css'

/** The rows of a service's zones as they are today, to change where they are shown. */
export function ZonesOf({ serviceId }: { serviceId: string }) {
  const t = useT('zones')
  const found = useApi(zones.sheet, { serviceId }, { staleTime: 0, keepPrevious: true })
  const sheet = found.data
  if (found.error && !sheet)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!sheet) return <Skeleton active />
  const empty = sheet.zones.filter(({ code }) => sheet.rows.every(({ zone }) => zone !== code))
  return (
    <div className="zone-page">
      <h2>{t('grid')}</h2>
      <p className="zone-note">
        {t('facts', { zones: sheet.zones.length, rows: sheet.rows.length })}
      </p>
      {empty.length > 0 && (
        <p className="zone-failed" role="status">
          {t('empty.zones', { names: empty.map(({ code }) => code).join(', ') })}
        </p>
      )}
      {sheet.zones.length === 0 && (
        <CopyZones serviceId={serviceId} onDone={() => void found.refetch()} />
      )}
      <ZoneRows
        key={`${sheet.date}/${sheet.version}`}
        sheet={sheet}
        onSaved={() => void found.refetch()}
      />
      <h2>{t('look')}</h2>
      <ExplainView
        call={zones.resolve}
        serviceCode={sheet.service.code}
        date={null}
        nameOf={({ zone }) => zone.code}
      />
    </div>
  )
}
