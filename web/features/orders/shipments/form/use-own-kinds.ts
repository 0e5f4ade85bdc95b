import { useMemo } from 'react'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import { KINDS, type OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'

/** The kinds of orders the user may do something with. */
export function useOwnKinds(action: 'add' | 'import'): readonly OrderKind[] {
  const may = useRightsCheck()
  return useMemo(() => KINDS.filter((kind) => may(orderPerm(kind, action))), [may, action])
}
