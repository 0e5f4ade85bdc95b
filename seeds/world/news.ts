import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { TrackStatus, TrackSub } from '#contracts/tracking/tracking.states.ts'
import { meaningOf17Track } from '../reference/status-maps.ts'

/** What a carrier can tell in the demo world: DHL's code and words, and the 17TRACK word for the other carriers. */
interface Told {
  dhl: readonly [code: string, status: TrackStatus, sub: TrackSub]
  other: string
  text: string
}

const T = TRACK
const told = (
  code: string,
  status: TrackStatus,
  sub: TrackSub,
  other: string,
  text: string,
): Told => ({ dhl: [code, status, sub], other, text })

/** The words are DHL's as the built-in simulator says them. */
const NEWS = {
  announced: told(
    'VA',
    T.INFO_RECEIVED,
    'data_sent_to_carrier',
    'InfoReceived',
    'The shipment data have been sent to DHL electronically.',
  ),
  accepted: told(
    'ES',
    T.ACCEPTED,
    'dropped_off',
    'InTransit_PickedUp',
    'The shipment has been handed in and accepted.',
  ),
  left: told(
    'AA',
    T.IN_TRANSIT,
    'departed',
    'InTransit_Departure',
    'The shipment has left the parcel centre of origin.',
  ),
  country: told(
    'EE',
    T.IN_TRANSIT,
    'arrived_country',
    'InTransit_Arrival',
    'The shipment has arrived in the destination country.',
  ),
  customs: told(
    'ZO',
    T.CUSTOMS,
    'processing',
    'InTransit_CustomsProcessing',
    'The shipment is being processed by customs.',
  ),
  customsDocs: told(
    'ZO',
    T.CUSTOMS,
    'docs_required',
    'InTransit_CustomsRequiringInformation',
    'Customs asks for the commercial invoice.',
  ),
  released: told(
    'ZO',
    T.CUSTOMS,
    'released',
    'InTransit_CustomsReleased',
    'The shipment has been released by customs.',
  ),
  arrived: told(
    'EE',
    T.IN_TRANSIT,
    'at_delivery_depot',
    'InTransit_Arrival',
    'The shipment has arrived at the delivery base.',
  ),
  loaded: told(
    'PO',
    T.OUT_FOR_DELIVERY,
    'on_vehicle',
    'OutForDelivery_Other',
    'The shipment has been loaded onto the delivery vehicle.',
  ),
  delivered: told(
    'ZU',
    T.DELIVERED,
    'to_recipient',
    'Delivered_Other',
    'The shipment has been delivered to the recipient.',
  ),
  neighbour: told(
    'ZU',
    T.DELIVERED,
    'neighbour',
    'Delivered_Other',
    'The shipment has been delivered to a neighbour.',
  ),
  notHome: told(
    'ZN',
    T.ATTEMPT_FAILED,
    'not_home',
    'DeliveryFailure_NoBody',
    'The recipient was not at home.',
  ),
  refused: told(
    'ZN',
    T.ATTEMPT_FAILED,
    'refused',
    'DeliveryFailure_Rejected',
    'The recipient refused to accept the shipment.',
  ),
  wrongAddress: told(
    'ZN',
    T.ATTEMPT_FAILED,
    'address_problem',
    'DeliveryFailure_InvalidAddress',
    'The address is incomplete and the recipient could not be found.',
  ),
  corrected: told(
    'NB',
    T.IN_TRANSIT,
    'resolved',
    'InTransit_Other',
    'The address has been corrected.',
  ),
  ready: told(
    'ZF',
    T.READY_FOR_PICKUP,
    'parcel_shop',
    'AvailableForPickup_Other',
    'The shipment is ready for collection at the retail outlet.',
  ),
  collected: told(
    'ZU',
    T.DELIVERED,
    'shop_collected',
    'Delivered_Other',
    'The shipment has been collected from the retail outlet by the recipient.',
  ),
  delayed: told(
    'BV',
    T.EXCEPTION,
    'delayed_carrier',
    'Exception_Delayed',
    'The shipment is delayed.',
  ),
  continues: told(
    'NB',
    T.IN_TRANSIT,
    'resolved',
    'InTransit_Other',
    'The transport of the shipment continues.',
  ),
  damaged: told(
    'BV',
    T.EXCEPTION,
    'damaged',
    'Exception_Damage',
    'The shipment was found damaged and is being examined.',
  ),
  searched: told(
    'BV',
    T.EXCEPTION,
    'lost',
    'Exception_Lost',
    'The shipment is being searched for.',
  ),
  returning: told(
    'AA',
    T.RETURNING,
    'refused',
    'Exception_Rejected',
    'The shipment was refused and is on its way back to the sender.',
  ),
} as const satisfies Record<string, Told>

export type News = keyof typeof NEWS
export const ALL_NEWS = Object.keys(NEWS) as News[]

/** The news in a courier's code and our meaning of it. */
export function newsOf(
  news: News,
  courier: string,
): { code: string; text: string; status: TrackStatus; sub: TrackSub } {
  const {
    dhl: [code, status, sub],
    other,
    text,
  } = NEWS[news]
  if (courier === 'DHL') return { code, text, status, sub }
  const [otherStatus, otherSub] = meaningOf17Track(other)
  return { code: other, text: text.replace(' to DHL', ''), status: otherStatus, sub: otherSub }
}
