import { measure, type Measure } from '../kit/measure.ts'
import { ALERTS } from './alerts.ts'
import type { deliveryNumberList } from './delivery-numbers.ts'

/** Parcels with a delay alert, whatever its cause. */
export const LATE_PARCELS: Measure = measure<typeof deliveryNumberList>({
  entity: 'delivery-numbers',
  screen: '/tracking/numbers',
  filter: () => ({ alert: ALERTS.join(',') }),
})
