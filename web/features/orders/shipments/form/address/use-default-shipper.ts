import { useEffect, useRef } from 'react'
import { useCan } from '../../../../../kit/session/permissions.tsx'
import { useApi } from '../../../../../kit/http/query.ts'
import { blankAddress, type Draft } from '../draft/draft.ts'
import { partyList } from './party-picker.tsx'

/**
 * Proposes the customer's default sender for a new order, once per customer and only where none was
 * entered.
 */
export function useDefaultShipper(
  customerId: string,
  propose: (apply: (draft: Draft) => Draft) => void,
  options: { enabled: boolean; staff: boolean },
): void {
  const { staff } = options
  const enabled = useCan('base:shipper:list') && options.enabled && (!staff || customerId !== '')
  const found = useApi(
    partyList('shippers'),
    {
      izDefault: true,
      pageNo: 1,
      pageSize: 1,
      ...(staff ? { customerId: customerId } : {}),
    },
    { enabled, quiet: true },
  )
  const proposed = useRef<string | null>(null)
  const shipper = enabled ? found.data?.records[0] : undefined
  useEffect(() => {
    if (!shipper || proposed.current === customerId) return
    proposed.current = customerId
    propose((now) =>
      // What the form falls back to when a draft is discarded has no sender of the draft's
      // customer.
      now.sender === null && now.shipperId === '' && (!staff || now.customerId === customerId)
        ? { ...now, shipperId: shipper.id, sender: blankAddress(shipper) }
        : now,
    )
  }, [shipper, customerId, staff, propose])
}
