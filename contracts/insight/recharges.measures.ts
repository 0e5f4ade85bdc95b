import { measure, type Measure } from '../kit/measure.ts'
import { RECHARGE } from '../money/recharges.states.ts'
import type { rechargeList } from '../money/recharges.ts'

/** Reported paid, and confirmed by a user: those paid online are confirmed by the provider. */
export const RECHARGES_PAID: Measure = measure<typeof rechargeList>({
  entity: 'recharges',
  screen: '/accounting/recharges',
  filter: () => ({ status: RECHARGE.paid, channel: 'BANK,CASH' }),
})
