import {
  CarrierError,
  type CallOptions,
  type CarrierAdapter,
  type CarrierReply,
} from '#server/features/carriers/carriers/index.ts'
import { fit, issuesOf } from './answer.ts'
import { collected, foundShops } from './wire.ts'

type Ask = (
  operation: string,
  path: string,
  body: unknown,
  options?: CallOptions,
) => Promise<CarrierReply>
/** How far a shop may be, in metres. */
const DISTANCE = 10_000
const MOST_SHOPS = 30

/** Where GLS fetches parcels (an order for one day), and its shops near an address. */
export function glsPlaces(
  ask: Ask,
  contactId: string,
): Required<Pick<CarrierAdapter, 'collect' | 'shops'>> {
  return {
    /** The address is the contact's own at GLS; no number is given for the order. */
    async collect({ date, parcels, weightG, product, comment }, options) {
      const body = {
        ContactID: contactId,
        PreferredPickUpDate: date,
        NumberOfParcels: parcels,
        Product: product,
        ExpectedTotalWeight: Math.max(1, Math.ceil(weightG / 1_000)),
        ...(comment ? { AdditionalInformation: comment } : {}),
      }
      const got = await ask('collect', '/sporadiccollection', body, options)
      if (got.status >= 400) return { ok: false, reason: issuesOf(got)[0]?.message ?? 'refused' }
      const day = fit(collected, got).EstimatedPickUpDate?.slice(0, 10)
      return { ok: true, collectionNo: null, date: day ?? date }
    },

    async shops({ country, postalCode, city, street }, options) {
      const body = {
        CountryCode: country,
        ZIPCode: postalCode,
        City: city,
        Street: street ?? '',
        Distance: DISTANCE,
      }
      const got = await ask('shops', '/parcelshop/distance', body, options)
      if (got.status >= 400)
        throw new CarrierError('refused', issuesOf(got)[0]?.message ?? 'refused')
      const found = fit(foundShops, got).ParcelShop ?? []
      return found
        .map(({ ParcelShopID: id, Address: at, GLSCoordinates: where }) => ({
          id,
          name: [at.Name1, at.Name2].filter(Boolean).join(', '),
          street: [at.Street, at.StreetNumber].filter(Boolean).join(' '),
          postalCode: at.ZIPCode ?? '',
          city: at.City ?? '',
          country: at.CountryCode ?? country,
          distance: where?.AirLineDistance ?? null,
        }))
        .sort((a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity))
        .slice(0, MOST_SHOPS)
    },
  }
}
