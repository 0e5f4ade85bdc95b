import { DEDUCT } from '#contracts/orders/charging.ts'
import { capture, post, type Line, type Posting } from '#server/features/money/ledger/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { holdKeyOf, lockCharges, sideOf, storeCharges, type Charge } from './charge-rows.ts'
import { forUser } from './end-charges.ts'

/** What happens to a parcel: a label is made for it, or it leaves the depot. */
export type ChargedAt = 'label' | 'outbound'

/**
 * Charges locked parcels what is due at a moment, each once: a label that is made again finds its
 * parcel charged. What has left is charged whatever was to come before: a parcel of a service
 * without labels, too.
 */
export async function chargeParcels(
  tx: Tx,
  parcelIds: readonly string[],
  at: ChargedAt,
): Promise<void> {
  const charges = await lockCharges(tx, parcelIds)
  const due = charges.filter(
    ({ state, method }) => state !== 'charged' && (at === 'outbound' || method === DEDUCT.label),
  )
  const changes = []
  for (const charge of due) {
    const posting = postingOf(charge)
    const { transactionId } =
      charge.state === 'held'
        ? await capture(tx, holdKeyOf(charge), posting)
        : await post(tx, posting)
    changes.push({ id: charge.id, state: 'charged' as const, held: 0n, transactionId })
  }
  await storeCharges(tx, due, changes)
}

/** Every line of the price is an entry of its own; a free service posts nothing but its list price. */
function postingOf(charge: Charge): Posting {
  const { currency, customerId, method } = charge
  const isFree = method === DEDUCT.free
  const lines = charge.lines.flatMap(({ tradeItem, tax, minor, why }): Line[] => {
    const amount = isFree ? 0n : BigInt(minor)
    return [
      {
        account: { kind: sideOf(method), customerId, currency },
        minor: -amount,
        trade: {
          tradeItem,
          shipmentId: charge.shipmentId,
          shipmentNo: charge.shipmentNo,
          parcelId: charge.parcelId,
          parcelNo: charge.parcelNo,
          ...(charge.feeVersionId === null ? {} : { priceVersionId: charge.feeVersionId }),
          ...(why === null ? {} : { explanation: why }),
          ...(isFree ? { listPrice: BigInt(minor) } : {}),
          ...forUser(charge),
        },
      },
      {
        account: { kind: tax ? 'tax' : 'revenue', ref: tradeItem, customerId, currency },
        minor: amount,
      },
    ]
  })
  return { key: `charge:${charge.id}`, kind: 'charge', debit: 'workDone', lines }
}
