import { useEffect, useRef } from 'react'
import { useCan } from '../../../../../kit/session/permissions.tsx'
import { useSession } from '../../../../../kit/session/session.ts'
import { useApi } from '../../../../../kit/http/query.ts'
import { blankAddress, type Draft } from '../draft/draft.ts'
import { partyList } from './party-picker.tsx'

const userOf = (row: object): unknown => ('belongUser' in row ? row.belongUser : null) ?? null
/** The user's own default, then the account's, then one that is shared: as orders without a sender. */
const ownDefault = <D extends object>(found: readonly D[], userId: string | null): D | undefined =>
  found.find((row) => userId !== null && userOf(row) === userId) ??
  found.find((row) => userOf(row) === null) ??
  found[0]
/** Where none is the default: the only address there is, unless it is another user's. */
const onlyOne = <D extends object>(all: readonly D[], userId: string | null): readonly D[] =>
  all.length === 1 ? all.filter((row) => [null, userId].includes(userOf(row) as string | null)) : []

/**
 * Proposes the customer's default sender for a new order, or the only one, once per customer and
 * only where none was entered.
 */
export function useDefaultShipper(
  customerId: string,
  propose: (apply: (draft: Draft) => Draft) => void,
  options: { enabled: boolean; staff: boolean },
): void {
  const { staff } = options
  const userId = useSession().user?.id ?? null
  const enabled = useCan('base:shipper:list') && options.enabled && (!staff || customerId !== '')
  const whose = staff ? { customerId } : {}
  const found = useApi(
    partyList('shippers'),
    { izDefault: true, pageNo: 1, pageSize: 100, ...whose },
    { enabled, quiet: true },
  )
  const none = enabled && found.data?.records.length === 0
  const all = useApi(
    partyList('shippers'),
    { pageNo: 1, pageSize: 2, ...whose },
    { enabled: none, quiet: true },
  )
  const proposed = useRef<string | null>(null)
  const known = (none ? onlyOne(all.data?.records ?? [], userId) : found.data?.records) ?? []
  const shipper = enabled ? ownDefault(known, userId) : undefined
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
