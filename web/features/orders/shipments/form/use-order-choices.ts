import { useEffect } from 'react'
import { shipments } from '#contracts/orders/shipments.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useApi } from '../../../../kit/http/query.ts'
import type { Draft } from './draft/draft.ts'

export type OrderChoices = Out<typeof shipments.choices>

/**
 * What the order may be sent by. A new one begins with nothing it may not, and with the only thing
 * it may.
 */
export function useOrderChoices(
  customerId: string,
  propose: (apply: (draft: Draft) => Draft) => void,
  fresh: boolean,
): OrderChoices | undefined {
  const { data } = useApi(shipments.choices, customerId ? { customerId } : {}, { quiet: true })
  useEffect(() => {
    if (!data || !fresh) return
    propose((now) => {
      const [serviceId, depotId] = [
        fit(now.serviceId, data.services),
        fit(now.depotId, data.depots),
      ]
      return serviceId === now.serviceId && depotId === now.depotId
        ? now
        : { ...now, serviceId, depotId }
    })
  }, [data, fresh, propose])
  return data
}

function fit(value: string, open: OrderChoices['services']): string {
  if (open.some((one) => one.value === value)) return value
  return open.length === 1 ? open[0]!.value : ''
}
