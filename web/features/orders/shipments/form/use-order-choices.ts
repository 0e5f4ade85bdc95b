import { useEffect, useMemo } from 'react'
import { shipments } from '#contracts/orders/shipments.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useApi } from '../../../../kit/http/query.ts'
import type { Draft } from './draft/draft.ts'

export type OrderChoices = Out<typeof shipments.choices> & {
  /** Services open to the customer that take no orders of this kind. */
  otherKind: Out<typeof shipments.choices>['services']
}

/**
 * What the order may be sent by. A new one begins with nothing it may not, and with the only thing
 * it may.
 */
export function useOrderChoices(
  customerId: string,
  kind: string,
  propose: (apply: (draft: Draft) => Draft) => void,
  fresh: boolean,
): OrderChoices | undefined {
  const found = useApi(shipments.choices, customerId ? { customerId } : {}, { quiet: true }).data
  const data = useMemo(() => {
    if (!found) return undefined
    const serves = servesKinds([kind])
    return {
      ...found,
      services: found.services.filter(serves),
      otherKind: found.services.filter((one) => !serves(one)),
    }
  }, [found, kind])
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

/** Whether a service takes orders of all these kinds. */
export const servesKinds =
  (kinds: readonly string[]) =>
  ({ kinds: taken }: OrderChoices['services'][number]): boolean =>
    !taken || kinds.every((kind) => taken.includes(kind))

function fit(value: string, open: OrderChoices['services']): string {
  if (open.some((one) => one.value === value)) return value
  return open.length === 1 ? open[0]!.value : ''
}
