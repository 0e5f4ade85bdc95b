import { useEffect, useState } from 'react'
import { shipments } from '#contracts/orders/shipments.ts'
import { call } from '../../../../kit/http/api.ts'
import type { OrderState } from './order-state.ts'

interface Choice {
  value: string
  label: string
}

/** The services open to the customers of all these orders; null until they are known. */
export function useOpenServices(orders: readonly OrderState[]): readonly Choice[] | null {
  const [found, setFound] = useState<readonly Choice[] | null>(null)
  const customers = [...new Set(orders.map(({ customerId }) => customerId ?? ''))].join(',')
  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      const lists: Choice[][] = []
      for (const customerId of customers.split(',')) {
        const { services } = await call(shipments.choices, customerId ? { customerId } : {}, {
          signal: left.signal,
        })
        lists.push(services.map(({ value, text }) => ({ value, label: text })))
      }
      const [first = [], ...others] = lists
      setFound(
        first.filter((one) =>
          others.every((list) => list.some(({ value }) => value === one.value)),
        ),
      )
    }
    // What failed is announced by the call.
    load().catch(() => (left.signal.aborted ? undefined : setFound([])))
    return () => left.abort()
  }, [customers])
  return found
}
