import { isObject, isText, storageSet, storageGet } from '../../../../kit/text/storage.ts'

/**
 * What the last order of this person in this browser was sent by: the next one begins with it.
 * Whose order it is, is chosen each time: the customer of the last one is the wrong one soon.
 */
export interface OrderDefaults {
  shipmentResource: string
  serviceId: string
  depotId: string
  currency: string
}
const NONE: OrderDefaults = {
  shipmentResource: '',
  serviceId: '',
  depotId: '',
  currency: 'EUR',
}
const keyOf = (userId: string): string => `order_defaults:${userId}`
const textAt = (from: Record<string, unknown>, key: keyof OrderDefaults): string =>
  isText(from[key]) ? from[key] : NONE[key]

export function readDefaults(userId: string): OrderDefaults {
  const found = storageGet(keyOf(userId), isObject)
  return found
    ? {
        shipmentResource: textAt(found, 'shipmentResource'),
        serviceId: textAt(found, 'serviceId'),
        depotId: textAt(found, 'depotId'),
        currency: textAt(found, 'currency'),
      }
    : NONE
}
export const writeDefaults = (userId: string, defaults: OrderDefaults): void =>
  storageSet(keyOf(userId), defaults, null)
