import { Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { tracking } from '#contracts/tracking/tracking.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useDelayedFlag } from '../../../../kit/platform/use-timing.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { useSession } from '../../../../kit/session/session.ts'
import { ChoiceInput } from '../../../../kit/form/choices/choice-input.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { Timeline } from '../timeline.tsx'
import '../tracking.css'

interface TimelineParcel {
  id: string
  seq: number
  no: string
}
/** So many parcels are chosen by a press; of more one is picked from a list. */
const SIDE_BY_SIDE = 6

/** The timeline of an order: that of one parcel at a time. */
export default function OrderTimeline({ parcels }: { parcels: readonly TimelineParcel[] }) {
  const t = useT('tracking')
  const may = useRightsCheck()
  const staff = useSession().user?.customerId == null
  const [chosen, setChosen] = useState<string | null>(null)
  const parcel = parcels.find(({ id }) => id === chosen) ?? parcels[0]
  const found = useApi(
    tracking.events,
    { parcelId: parcel?.id ?? '' },
    { enabled: parcel !== undefined },
  )
  const late = useDelayedFlag(!found.data)
  if (!parcel) return null
  return (
    <div className="trk-of-order">
      {parcels.length > 1 &&
        (parcels.length <= SIDE_BY_SIDE ? (
          <Segmented
            size="small"
            aria-label={t('timeline.parcel')}
            value={parcel.id}
            onChange={setChosen}
            options={parcels.map(({ id, seq, no }) => ({ value: id, label: seq, title: no }))}
          />
        ) : (
          <ChoiceInput
            aria-label={t('timeline.parcel')}
            clearable={false}
            value={parcel.id}
            onChange={(next) => typeof next === 'string' && setChosen(next)}
            options={parcels.map(({ id, seq, no }) => ({ value: id, label: `${seq} · ${no}` }))}
          />
        ))}
      {found.isError && !found.data && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!found.data && !found.isError && late && <Skeleton active />}
      {found.data && (
        <Timeline
          events={found.data}
          staff={staff}
          mayHide={may('trk:number:event')}
          mayMap={may('trk:map:add')}
        />
      )}
    </div>
  )
}
