import { isObject, isText, storageSet, storageGet } from '../../../../kit/text/storage.ts'

/** What the last order of this person in this browser was sent by: the next one begins with it. */
export interface OrderDefaults {
  shipmentResource: string
  customerId: string
  serviceId: string
  depotId: string
  currency: string
}
const NONE: OrderDefaults = {
  shipmentResource: '',
  customerId: '',
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
        customerId: textAt(found, 'customerId'),
        serviceId: textAt(found, 'serviceId'),
        depotId: textAt(found, 'depotId'),
        currency: textAt(found, 'currency'),
      }
    : NONE
}
export const writeDefaults = (userId: string, defaults: OrderDefaults): void =>
  storageSet(keyOf(userId), defaults, null)
