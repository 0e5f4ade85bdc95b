import {
  CarrierError,
  jsonOf,
  type CarrierAdapter,
} from '#server/features/carriers/carriers/index.ts'
import { contact } from './request.ts'
import { collected, collectionsEnded, returnReply, type Ask } from './wire.ts'

const PICKUP = '/parcel/de/transportation/pickup/v3/orders'
/** DHL's own kinds of goods; parcels are ordered one entry each. */
const KIND = 'PAKET'
const MOST_ENTRIES = 200

/** Parcels fetched at an address of ours (pickup v3), and such an order taken back. */
export function dhlCollections(
  ask: Ask,
): Required<Pick<CarrierAdapter, 'collect' | 'cancelCollection'>> {
  return {
    async collect({ date, parcels, weightG, account, place, comment }, options) {
      const { country: _alpha3, phone, email, ...address } = contact(place)
      const body = {
        customerDetails: { accountNumber: account.slice(0, 10), billingNumber: account },
        pickupLocation: {
          type: 'Address',
          pickupAddress: { ...address, country: place.country },
        },
        contactPerson: [{ name: place.name, phone, email }],
        pickupDetails: {
          pickupDate: { type: 'Date', value: date },
          totalWeight: { uom: 'g', value: weightG },
          ...(comment ? { comment } : {}),
        },
        shipmentDetails: {
          shipments: Array.from({ length: Math.min(parcels, MOST_ENTRIES) }, () => ({
            transportationType: KIND,
          })),
        },
      }
      const got = await ask('collect', 'POST', PICKUP, body, options)
      if (got.status >= 400) return { ok: false, reason: reasonOf(jsonOf(got)) }
      const read = collected.safeParse(jsonOf(got))
      if (!read.success) throw new CarrierError('badReply', 'no order', { status: got.status })
      const { orderID, pickupDate } = read.data.confirmation.value
      return { ok: true, collectionNo: orderID, date: pickupDate?.slice(0, 10) ?? date }
    },

    async cancelCollection(collectionNo, options) {
      const path = `${PICKUP}?orderID=${encodeURIComponent(collectionNo)}`
      const got = await ask('cancelCollection', 'DELETE', path, undefined, options)
      const body = jsonOf(got)
      if (got.status >= 400) return { outcome: 'refused', reason: reasonOf(body) }
      const read = collectionsEnded.safeParse(body)
      const of = (list: 'confirmedCancellations' | 'failedCancellations') =>
        read.data?.[list]?.find(({ orderID }) => orderID === collectionNo)
      if (of('confirmedCancellations')) return { outcome: 'done' }
      const failed = of('failedCancellations')
      if (!failed) throw new CarrierError('badReply', 'no answer to the order')
      return { outcome: 'refused', reason: failed.message ?? 'refused' }
    },
  }
}

function reasonOf(body: unknown): string {
  const { data } = returnReply.safeParse(body)
  return data?.detail ?? data?.title ?? 'refused'
}
