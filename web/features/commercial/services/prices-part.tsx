import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { serviceDesk, type ServiceTable } from '#contracts/commercial/services.ts'
import { formatMoment } from '../../../kit/text/formats.ts'
import { dayBegunAt } from '../../../kit/session/company-zone.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { FieldsPart } from '../../../kit/resource/desk/fields-part.tsx'
import type { ServiceRow } from './service-row.ts'

const FIELDS = ['feeId'] as const
const GROUPS = ['standard', 'customers', 'cost', 'unused'] as const

/** The price tables of a service by whom they are for; their prices are in the grid. */
export function PricesPart({ row }: { row: ServiceRow }) {
  const t = useT('services')
  const found = useApi(serviceDesk.tables, { id: row.id }, { staleTime: 0 })
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  const tables = found.data
  return (
    <div className="svc-prices">
      <FieldsPart of={deliveryServices} row={row} part="prices" fields={FIELDS} />
      {tables.length === 0 && <Empty kind="nothing" title={t('prices.none')} />}
      {GROUPS.map((kind) => {
        const group = tables.filter((one) => one.kind === kind)
        return (
          group.length > 0 && (
            <section key={kind} aria-label={t(`prices.${kind}`)}>
              <h2>{t(`prices.${kind}`)}</h2>
              <ul className="svc-tables">
                {group.map((table) => (
                  <Table key={table.id} table={table} />
                ))}
              </ul>
            </section>
          )
        )
      })}
    </div>
  )
}

function Table({ table }: { table: ServiceTable }) {
  const t = useT('services')
  const whom = table.kind === 'cost' ? table.supplier : table.customers.join(t('list.comma'))
  return (
    <li>
      <div className="svc-table-head">
        <Link to={`/delivery/prices?fee=${table.id}`}>
          {table.code} {table.name}
        </Link>
        <span>{table.currency}</span>
        {table.status !== '1' && <StatusTag tone="warning">{t('prices.notActive')}</StatusTag>}
      </div>
      {whom && <p>{t('prices.for', { names: whom })}</p>}
      <p>
        {table.versions.length === 0
          ? t('prices.noVersion')
          : table.versions.map(({ id, versionNo, state, validFrom }) => (
              <Link key={id} to={`/delivery/prices?fee=${table.id}&version=${id}`}>
                {t(`version.${state}`, {
                  no: versionNo,
                  from:
                    validFrom === null ? '' : (dayBegunAt(validFrom) ?? formatMoment(validFrom)),
                })}
              </Link>
            ))}
      </p>
      <p>
        <Link to={`/delivery/surcharges?feeId=${table.id}`}>
          {table.surcharges.length === 0
            ? t('prices.noSurcharges')
            : t('prices.surcharges', { names: table.surcharges.join(t('list.comma')) })}
        </Link>
      </p>
    </li>
  )
}
