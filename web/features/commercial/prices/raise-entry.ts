import { lazy } from 'react'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { raises } from '#contracts/commercial/prices/raises.ts'
import { useCan } from '../../../kit/session/permissions.tsx'

export const RaiseDialog = lazy(() => import('./raise-dialog.tsx'))
/** It gives tables to customers, too. */
export function useMayRaise(): boolean {
  const [make, assign] = [useCan(raises.make), useCan(feePrices.assign)]
  return make && assign
}
