import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { OrderMoney } from '#server/features/orders/shipments/index.ts'
import { lockCharges, lockOrderAccounts } from './charge-rows.ts'
import { chargeParcels } from './charge-parcels.ts'
import { chargeOutcome, endLost, refundCharges, releaseCharges } from './end-charges.ts'
import { holdAgain, holdOrder } from './hold-order.ts'

const GIVEN_BACK: readonly number[] = [PARCEL.CANCELLED, PARCEL.REVOKED]

/** What the life of orders does to accounts. */
export const orderCharges: OrderMoney = {
  lock: lockOrderAccounts,
  confirmed: holdOrder,
  changed: holdAgain,
  moved: async (tx, parcels, to) => {
    const ids = (from: (state: number) => boolean) =>
      parcels.filter(({ parcelStatus }) => from(parcelStatus)).map(({ id }) => id)
    if (to === PARCEL.LABELLED)
      await chargeParcels(
        tx,
        ids(() => true),
        'label',
      )
    else if (to >= PARCEL.OUTBOUND) {
      await chargeParcels(
        tx,
        ids((state) => state < PARCEL.OUTBOUND),
        'outbound',
      )
      if (to === PARCEL.RETURNED)
        await chargeOutcome(
          tx,
          await lockCharges(
            tx,
            ids((state) => state !== to),
          ),
          'returned',
        )
    } else if (GIVEN_BACK.includes(to))
      await refundCharges(
        tx,
        await lockCharges(
          tx,
          ids(() => true),
        ),
      )
    else if (to === PARCEL.DESTROYED) {
      const charges = await lockCharges(
        tx,
        ids(() => true),
      )
      await releaseCharges(tx, charges)
      await chargeOutcome(tx, charges, 'destroyed')
    } else if (to === PARCEL.LOST)
      await endLost(
        tx,
        await lockCharges(
          tx,
          ids(() => true),
        ),
      )
    else if (to === PARCEL.PREDICTED)
      await releaseCharges(
        tx,
        await lockCharges(
          tx,
          ids((state) => state === PARCEL.CONFIRMED),
        ),
      )
  },
}
