import { Skeleton } from 'antd'
import { deliveryNumbers } from '#contracts/tracking/delivery-numbers.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { Moment } from '../../../../kit/platform/cells.tsx'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { DictTag } from '../../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { useSession } from '../../../../kit/session/session.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { Timeline } from '../timeline.tsx'
import { nameOfAccount } from '../../../../kit/session/account-names.ts'

/** The legs of a parcel, its events, and who changed how its numbers are followed. */
export function NumberHistory({ id }: { id: string }) {
  const t = useT('delivery-numbers')
  const may = useRightsCheck()
  const staff = useSession().user?.customerId == null
  const found = useApi(deliveryNumbers.history, { id }, { staleTime: 0 })
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  const { legs, events, changes } = found.data
  return (
    <div className="py-desk-part">
      <h2>{t('history.legs')}</h2>
      <ol className="trk-legs">
        {legs.map((leg) => (
          <li key={leg.id}>
            <strong>{leg.trackNo}</strong> {leg.courier}{' '}
            <DictTag code="delivery_number_state" value={leg.state} />
            {leg.handedAt && (
              <>
                {' '}
                {t('handedAt')} <Moment at={leg.handedAt} />
              </>
            )}
          </li>
        ))}
      </ol>
      <h2>{t('history.events')}</h2>
      <Timeline
        events={events}
        staff={staff}
        mayHide={may('trk:number:event')}
        mayMap={may('trk:map:add')}
      />
      <h2>{t('history.changes')}</h2>
      {changes.length === 0 && <p className="trk-soft">{t('history.none')}</p>}
      <ul className="trk-changes">
        {changes.map((change) => (
          <li key={`${change.at} ${change.trackNo}`}>
            <Moment at={change.at} /> {nameOfAccount(change.changedBy)} · {change.trackNo}
            {change.fields.map(({ name, before, after }) => (
              <span key={name}>
                {' '}
                {t(`field.${name}`)}: {before ?? '–'} → {after ?? '–'}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
