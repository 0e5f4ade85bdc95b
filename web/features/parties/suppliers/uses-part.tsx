import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { supplierDesk } from '#contracts/commercial/supplier-desk.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Channels and services a supplier stands behind. */
export function UsesPart({ supplierId }: { supplierId: string }) {
  const t = useT('suppliers')
  const found = useApi(supplierDesk.uses, { id: supplierId }, { staleTime: 0 })
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  const { channels, services } = found.data
  const off = (enabled: boolean) =>
    !enabled && <StatusTag tone="idle">{t('state.disabled')}</StatusTag>
  return (
    <div className="py-desk-part">
      <h2>{t('uses.services')}</h2>
      {services.length === 0 && <Empty kind="nothing" title={t('uses.noServices')} />}
      <ul className="py-desk-list">
        {services.map(({ id, code, name, channel, enabled }) => (
          <li key={id}>
            <Link to={`/delivery/services/${id}`}>
              {code} {name}
            </Link>
            <span>{t('uses.channel', { channel })}</span>
            {off(enabled)}
          </li>
        ))}
      </ul>
      <h2>{t('uses.channels')}</h2>
      {channels.length === 0 && <Empty kind="nothing" title={t('uses.noChannels')} />}
      <ul className="py-desk-list">
        {channels.map(({ id, code, name, enabled }) => (
          <li key={id}>
            <Link to={`/delivery/channels/${id}`}>
              {code} {name}
            </Link>
            {off(enabled)}
          </li>
        ))}
      </ul>
    </div>
  )
}
