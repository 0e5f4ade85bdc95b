import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { supplierDesk } from '#contracts/commercial/supplier-desk.ts'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** What we pay a supplier: its tables with their versions, each a link to the grid. */
export function CostTables({ supplierId }: { supplierId: string }) {
  const t = useT('suppliers')
  const found = useApi(supplierDesk.costTables, { id: supplierId }, { staleTime: 0 })
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  return (
    <div className="py-desk-part">
      <p className="py-hint">
        {t('costs.hint')}{' '}
        <Link to={`/delivery/fees?supplierId=${supplierId}&kind=2`}>{t('costs.list')}</Link>
      </p>
      {found.data.length === 0 ? (
        <Empty kind="nothing" title={t('costs.none')} />
      ) : (
        <ul className="py-desk-list">
          {found.data.map((table) => (
            <li key={table.id}>
              <Link to={`/delivery/prices?fee=${table.id}`}>
                {table.code} {table.name}
              </Link>
              <span>{table.currency}</span>
              {table.service && <span>{table.service}</span>}
              {table.status !== '1' && <StatusTag tone="warning">{t('costs.notActive')}</StatusTag>}
              {table.versions.map(({ id, versionNo, state, validFrom }) => (
                <Link key={id} to={`/delivery/prices?fee=${table.id}&version=${id}`}>
                  {t(`version.${state}`, {
                    no: versionNo,
                    from: validFrom === null ? '' : formatMoment(validFrom),
                  })}
                </Link>
              ))}
              {table.versions.length === 0 && <small>{t('costs.noVersion')}</small>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
