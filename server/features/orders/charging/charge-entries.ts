import { DEDUCT } from '#contracts/orders/charging.ts'
import { taxRef, type Line } from '#server/features/money/ledger/index.ts'
import { sideOf, type Charge } from './charge-rows.ts'
import type { ChargeLine } from './share-lines.ts'
import { taxOfLine } from './tax-shares.ts'

/** The two entries of a line of a charge: the customer's and the tenant's. */
export function entriesOf(charge: Charge, line: ChargeLine): Line[] {
  const { currency, customerId, method } = charge
  const { tradeItem, minor, why } = line
  const isFree = method === DEDUCT.free
  const tax = taxOfLine(line)
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
        ...(tax ? { tax } : {}),
        ...forUser(charge),
      },
    },
    {
      account: {
        kind: line.tax ? 'tax' : 'revenue',
        ref: line.tax && tax ? taxRef(tax) : tradeItem,
        customerId,
        currency,
      },
      minor: amount,
    },
  ]
}

/** The user the order was made for: a sub-account sees the trades of its own orders. */
export const forUser = ({ userId, createBy }: Pick<Charge, 'userId' | 'createBy'>) =>
  userId !== null && createBy !== null ? { forUser: { id: userId, username: createBy } } : {}
