import { Button, Skeleton } from 'antd'
import { houseWaybills } from '#contracts/depot/house-waybills.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import '../../../kit/resource/desk/desk.css'

/** The parcels of a house waybill, and what customs would ask about them. */
export function HawbAside({ id }: { id: string }) {
  const t = useT('waybills')
  const may = useRightsCheck()
  const found = useApi(houseWaybills.parcels, { id })
  const checked = useApi(houseWaybills.checkCustoms, { id })
  const unlink = useAction(houseWaybills.unlink)
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  return (
    <div className="py-desk-part">
      <h2>{t('house.parcels')}</h2>
      {found.data.length === 0 && <p className="py-hint">{t('house.parcels.none')}</p>}
      <ul className="py-desk-list">
        {found.data.map((parcel) => (
          <li key={parcel.id}>
            <span>{parcel.no}</span>
            <span>
              {parcel.orderNo} · {parcel.country} · {parcel.weightKg} kg
            </span>
            {may(houseWaybills.unlink) && (
              <Button
                size="small"
                loading={unlink.busy}
                onClick={() => void unlink.run({ id, parcelIds: [parcel.id] })}
              >
                {t('house.unlink')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <h2>{t('house.check')}</h2>
      {checked.data?.length === 0 && <p className="py-hint">{t('house.check.clean')}</p>}
      <ul className="py-desk-list">
        {checked.data?.map((one) => (
          <li key={`${one.orderNo} ${one.message}`}>
            <StatusTag tone={one.severity === 'error' ? 'bad' : 'warning'}>
              {t(`severity.${one.severity}`)}
            </StatusTag>
            <span>{one.orderNo}</span>
            <small>{one.message}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
