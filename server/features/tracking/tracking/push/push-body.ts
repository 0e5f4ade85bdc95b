import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

const [pack, unpack] = [promisify(deflateRaw), promisify(inflateRaw)]
/** The first byte of a packed body, which no text begins with; another dictionary takes another. */
const MARK = Buffer.from([1])

/**
 * What pushes are made of, the most frequent last: a single one is too short to repeat itself.
 * Bodies are read with it: it never changes.
 */
const dictionary = Buffer.from(
  '{"event":"TRACKING_UPDATED","data":{"number":"","carrier":,"tag":null,"track_info":{"latest_status":{"status":"InTransit","sub_status":"InTransit_Other","sub_status_descr":null},"latest_event":{"time_iso":"2026-01-01T00:00:00+01:00","time_utc":"2026-01-01T00:00:00Z","time_raw":{"date":"2026-01-01","time":"00:00:00","timezone":null},"description":"","location":"","stage":"Delivered","sub_status":"Delivered_Other"},"tracking":{"providers_hash":,"providers":[{"provider":{"key":,"name":"","alias":"","country":"DE"},"latest_sync_status":"Success","latest_sync_time":"","events_hash":,"events":[{"time_iso":"' +
    '{"self":"https://api-eu.dhl.com/tracking/push/v1/subscription/","scope":"subscription.push","shipments":[{"id":"003404341","service":"parcel-de","origin":{"address":{"countryCode":"DE","addressLocality":"Germany"}},"destination":{"address":{"countryCode":"DE","postalCode":"","addressLocality":"","streetAddress":""}},"details":{"product":{"productName":"DHL PAKET"},"proofOfDelivery":{"timestamp":"","documentUrl":"","signed":{"name":""}},"weight":{"value":,"unitText":"kg"}},"status":{"timestamp":"2026-' +
    'The shipment data have been sent to DHL electronically. The shipment has been handed in and accepted. The shipment was processed in the parcel center. The shipment has left the parcel centre of origin. The shipment has arrived at the delivery base. The shipment has been loaded onto the delivery vehicle. The shipment is ready for collection at the retail outlet. The recipient was not at home. The shipment has been delivered to the recipient."' +
    '"statusCode":"pre-transit","status":"VA","statusCode":"failure","status":"ZN","statusCode":"delivered","status":"ZU","description":""}],"events":[{"timestamp":"2026-01-01T00:00:00Z","location":{"address":{"countryCode":"DE","addressLocality":"Parcel centre "}},"statusCode":"transit","status":"transit","description":"The shipment has been "},{"timestamp":"2026-',
)

/** A push as it is stored. */
export const packBody = async (body: string): Promise<Buffer> =>
  Buffer.concat([MARK, await pack(body, { dictionary })])

/** The same as it came; those stored before are plain. */
export const plainBody = async (stored: Buffer): Promise<string> =>
  (stored[0] === MARK[0] ? await unpack(stored.subarray(1), { dictionary }) : stored).toString(
    'utf8',
  )
