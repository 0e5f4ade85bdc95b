import { simShipment } from './answer.ts'
import type { SimParcel } from './scripts.ts'

/** What DHL would post to our hook. */
export interface SimPush {
  headers: Record<string, string>
  body: string
}

export interface SimSubscription {
  id: string
  hook: { header: string; token: string }
}

const HOST = 'https://simulator.invalid/tracking/push/v1/subscription'

const push = (subscription: SimSubscription, body: Record<string, unknown>): SimPush => ({
  headers: {
    'content-type': 'application/json',
    [subscription.hook.header.toLowerCase()]: subscription.hook.token,
  },
  body: JSON.stringify({ self: `${HOST}/${subscription.id}`, ...body }),
})

/** First the question whether the hook is ours, then the word that the subscription runs. */
export const validatePush = (subscription: SimSubscription, secret: string): SimPush =>
  push(subscription, { scope: 'subscription.validate', secret })

export const readyPush = (subscription: SimSubscription): SimPush =>
  push(subscription, { scope: 'subscription.ready' })

/**
 * One push with the numbers' shipments as they are at `now`; numbers without news are left out.
 */
export function shipmentsPush(
  subscription: SimSubscription,
  parcels: readonly { number: string; parcel: SimParcel }[],
  now: string,
  speed = 1,
): SimPush {
  const shipments = parcels
    .map(({ number, parcel }) => simShipment(number, parcel, now, speed))
    .filter((shipment) => shipment !== null)
  return push(subscription, { scope: 'subscription.push', shipments })
}
