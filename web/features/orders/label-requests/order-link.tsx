import { Link } from 'react-router'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import type { RequestRow } from './use-request-actions.tsx'

/** The order of a label, opened in its list. */
export function OrderLink({ row }: { row: RequestRow }) {
  return (
    <Link
      to={`${ALL_ORDERS}?open=${encodeURIComponent(row.shipmentId ?? '')}`}
      onClick={(event) => event.stopPropagation()}
    >
      {row.serialNumber}
    </Link>
  )
}
