import { useEffect, useRef } from 'react'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useApi } from '../../../../kit/http/query.ts'
import { blankAddress, type Draft } from './draft.ts'
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
  const enabled =
    useCan('base:shipper:list') && options.enabled && (!options.staff || customerId !== '')
  const found = useApi(
    partyList('shippers'),
    {
      izDefault: true,
      pageNo: 1,
      pageSize: 1,
      ...(options.staff ? { customerId: customerId } : {}),
    },
    { enabled, quiet: true },
  )
  const proposed = useRef<string | null>(null)
  const shipper = enabled ? found.data?.records[0] : undefined
  useEffect(() => {
    if (!shipper || proposed.current === customerId) return
    proposed.current = customerId
    propose((now) =>
      now.sender === null && now.shipperId === ''
        ? { ...now, shipperId: shipper.id, sender: blankAddress(shipper) }
        : now,
    )
  }, [shipper, customerId, propose])
}
