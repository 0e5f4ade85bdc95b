import { useEffect, useState } from 'react'
import { SERVICE_BEFORE } from '#contracts/orders/order-changes.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { call } from '../../../../kit/http/api.ts'
import type { T } from '../../../../kit/text/i18n.ts'
import { servesKinds } from '../form/use-order-choices.ts'

interface Choice {
  value: string
  label: string
}

interface Sent {
  customerId: string | null
  kind: { code: string }
}

/** The services open to the customers of all these orders, for orders of their kinds; null until they are known. */
export function useOpenServices(orders: readonly Sent[]): readonly Choice[] | null {
  const [found, setFound] = useState<readonly Choice[] | null>(null)
  const customers = [...new Set(orders.map(({ customerId }) => customerId ?? ''))].join(',')
  const kinds = [...new Set(orders.map(({ kind }) => kind.code))].join(',')
  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      const lists: Choice[][] = []
      for (const customerId of customers.split(',')) {
        const { services } = await call(shipments.choices, customerId ? { customerId } : {}, {
          signal: left.signal,
        })
        const fit = services.filter(servesKinds(kinds === '' ? [] : kinds.split(',')))
        lists.push(fit.map(({ value, text }) => ({ value, label: text })))
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
  }, [customers, kinds])
  return found
}

/** Those, and back to the service each order had before. */
export const withBefore = (services: readonly Choice[] | null, t: T): readonly Choice[] =>
  services === null ? [] : [...services, { value: SERVICE_BEFORE, label: t('service.before.each') }]
