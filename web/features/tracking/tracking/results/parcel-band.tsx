import { Button } from 'antd'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { trackResults } from '#contracts/tracking/track-results.ts'
import { DictTag } from '../../../../kit/platform/status-tag.tsx'
import { useT } from '../../../../kit/text/i18n.ts'

type Parcel = Out<typeof trackResults.query>['parcels'][number]

/** The parcels a number may mean; of several one is chosen. */
export function ParcelBand({
  parcels,
  chosen,
  onChoose,
}: {
  parcels: readonly Parcel[]
  chosen: string
  onChoose: (parcelId: string) => void
}) {
  const t = useT('track-result')
  const shown = parcels.find(({ parcelId }) => parcelId === chosen) ?? parcels[0]
  return (
    <ul className="trk-changes">
      {parcels.map((parcel) => (
        <li key={parcel.parcelId}>
          {parcels.length > 1 && (
            <Button
              size="small"
              type={parcel === shown ? 'primary' : 'default'}
              onClick={() => parcel.parcelId && onChoose(parcel.parcelId)}
            >
              {t('choose')}
            </Button>
          )}{' '}
          <strong>{parcel.trackNo ?? parcel.serialNumber}</strong> {parcel.orderNo}{' '}
          {parcel.customerName}{' '}
          <DictTag
            code="tracking_status"
            value={String(parcel.trackingStatus ?? 0)}
            text={parcel.trackingStatus_dictText}
          />{' '}
          {parcel.city}
        </li>
      ))}
    </ul>
  )
}
