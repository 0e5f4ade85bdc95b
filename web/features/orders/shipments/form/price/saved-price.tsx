import { Suspense, type ReactNode } from 'react'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { TaxedTotal } from '../../../charging/index.ts'

/** What became of an order, with what it costs for who may see that. */
export function withPrice(text: ReactNode, { amount, currency, ...order }: OrderDetail): ReactNode {
  if (amount === null || currency === null) return text
  return (
    <>
      {text} ·{' '}
      <Suspense>
        <TaxedTotal
          settled
          total={amount}
          currency={currency}
          customerId={order.customerId}
          country={order.consignee.country}
        />
      </Suspense>
    </>
  )
}
