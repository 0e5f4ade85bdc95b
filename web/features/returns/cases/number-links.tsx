import { Link } from 'react-router'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import type { CaseDetail } from '#contracts/returns/cases/cases.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** The number of a case in its list: the way to its order, for who may see orders. */
export function NumberInList({ row }: { row: { source?: unknown; sourceNo?: unknown } }) {
  const may = useRightsCheck()
  const no = typeof row.sourceNo === 'string' ? row.sourceNo : ''
  if (no === '') return null
  if (row.source === 'returnTrack' || !may(orderPerms('list'))) return <CopyText text={no} />
  return (
    <Link
      to={`${ALL_ORDERS}?words=${encodeURIComponent(no)}`}
      onClick={(event) => event.stopPropagation()}
    >
      {no}
    </Link>
  )
}

/** In the case itself: the order opens, and its parcel's events. */
export function NumberLinks({ one }: { one: Pick<CaseDetail, 'orderId' | 'source' | 'sourceNo'> }) {
  const t = useT('cases')
  const may = useRightsCheck()
  if (one.sourceNo === null) return null
  const no = encodeURIComponent(one.sourceNo)
  const ofParcel = ['parcel', 'number', 'public'].includes(one.source)
  return (
    <span className="ret-buttons">
      <CopyText text={one.sourceNo} />
      {one.orderId !== null && may(orderPerms('list')) && (
        <Link to={`${ALL_ORDERS}?open=${encodeURIComponent(one.orderId)}`}>{t('toOrder')}</Link>
      )}
      {one.orderId !== null && ofParcel && may(tracking.search) && (
        <Link to={`/tracking/search?nos=${no}`}>{t('toTracking')}</Link>
      )}
    </span>
  )
}
