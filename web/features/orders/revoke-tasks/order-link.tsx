import { Link } from 'react-router'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import type { RevokeRow } from './use-revoke-actions.tsx'

/** The order of a task, opened in its list. */
export function OrderLink({ row }: { row: RevokeRow }) {
  return (
    <Link
      to={`${ALL_ORDERS}?open=${encodeURIComponent(row.shipmentId ?? '')}`}
      onClick={(event) => event.stopPropagation()}
    >
      {row.serialNumber}
    </Link>
  )
}
