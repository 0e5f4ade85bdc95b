import { Button, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { routing } from '#contracts/commercial/zones/routing.ts'
import { routingTables } from '#contracts/commercial/zones/routing-tables.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT, type T } from '../../../kit/text/i18n.ts'
import { ExplainRouting } from './explain-routing.tsx'
import './zones.css'

type TableRow = RowOf<typeof routingTables>
const ImportRouting = lazy(() => import('./import-routing.tsx'))

/** The routing tables that count for a service: its own before those of its supplier. */
export function RoutingOf({
  serviceId,
  serviceCode,
  supplierId,
}: {
  serviceId: string
  serviceCode: string
  supplierId: string
}) {
  const t = useT('zones')
  const [importing, setImporting] = useState(false)
  const mayImport = useCan(routing.importFile)
  const found = useApi(
    routingTables.endpoints.list,
    { supplierId, pageNo: 1, pageSize: 100 },
    { staleTime: 0 },
  )
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  const today = companyToday()
  const tables = (found.data.records as TableRow[]).filter(
    (one) => !one.serviceId || one.serviceId === serviceId,
  )
  const stateOf = ({ validFrom, validTo }: (typeof tables)[number]) =>
    (validFrom ?? '') > today ? 'ahead' : validTo && validTo < today ? 'past' : 'live'
  const live = tables.filter((one) => stateOf(one) === 'live')
  const used = live.find((one) => one.serviceId === serviceId) ?? live[0]
  return (
    <div className="zone-page">
      <h2>{t('routing.tables')}</h2>
      {used === undefined && (
        <p className="zone-failed" role="status">
          {t('routing.none')}
        </p>
      )}
      <ul className="zone-tables">
        {tables.map((one) => {
          const state = one.id === used?.id ? 'used' : stateOf(one)
          return (
            <li key={one.id}>
              <Link to={`/delivery/routing-codes?tableId=${one.id}`}>{one.name}</Link>{' '}
              <StatusTag tone={state === 'used' ? 'done' : state === 'ahead' ? 'waiting' : 'idle'}>
                {t(`routing.${state}`)}
              </StatusTag>{' '}
              <span className="zone-note">
                {[
                  t(one.serviceId ? 'routing.own' : 'routing.supplier'),
                  periodOf(one, t),
                  t('routing.rows', { count: one.rowCount ?? 0 }),
                ].join(' · ')}
              </span>
            </li>
          )
        })}
      </ul>
      {mayImport && (
        <div className="zone-line">
          <Button onClick={() => setImporting(true)}>{t('import')}</Button>
        </div>
      )}
      <h2>{t('look')}</h2>
      <ExplainRouting serviceCode={serviceCode} />
      <Suspense>
        {importing && (
          <ImportRouting
            supplier={supplierId}
            service={serviceId}
            onClose={() => {
              setImporting(false)
              void found.refetch()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

function periodOf({ validFrom, validTo }: TableRow, t: T): string {
  const from = validFrom ?? ''
  return validTo ? `${from} – ${validTo}` : t('routing.from', { from })
}
