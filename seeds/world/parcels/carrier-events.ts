import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { TrackStatus, TrackSub } from '#contracts/tracking/tracking.states.ts'
import { meaningOf17Track } from '../../reference/status-maps.ts'

/**
 * Events a carrier can send in the demo world: DHL's code and words, and the 17TRACK word for the
 * other carriers.
 */
interface CarrierMessage {
  dhl: readonly [code: string, status: TrackStatus, sub: TrackSub]
  other: string
  text: string
}

const T = TRACK
const carrierMessage = (
  code: string,
  status: TrackStatus,
  sub: TrackSub,
  other: string,
  text: string,
): CarrierMessage => ({ dhl: [code, status, sub], other, text })

/** The words are DHL's as the built-in simulator sends them. */
const CARRIER_EVENTS = {
  announced: carrierMessage(
    'VA',
    T.INFO_RECEIVED,
    'data_sent_to_carrier',
    'InfoReceived',
    'The shipment data have been sent to DHL electronically.',
  ),
  accepted: carrierMessage(
    'ES',
    T.ACCEPTED,
    'dropped_off',
    'InTransit_PickedUp',
    'The shipment has been handed in and accepted.',
  ),
  left: carrierMessage(
    'AA',
    T.IN_TRANSIT,
    'departed',
    'InTransit_Departure',
    'The shipment has left the parcel centre of origin.',
  ),
  country: carrierMessage(
    'EE',
    T.IN_TRANSIT,
    'arrived_country',
    'InTransit_Arrival',
    'The shipment has arrived in the destination country.',
  ),
  customs: carrierMessage(
    'ZO',
    T.CUSTOMS,
    'processing',
    'InTransit_CustomsProcessing',
    'The shipment is being processed by customs.',
  ),
  customsDocs: carrierMessage(
    'ZO',
    T.CUSTOMS,
    'docs_required',
    'InTransit_CustomsRequiringInformation',
    'Customs asks for the commercial invoice.',
  ),
  released: carrierMessage(
    'ZO',
    T.CUSTOMS,
    'released',
    'InTransit_CustomsReleased',
    'The shipment has been released by customs.',
  ),
  arrived: carrierMessage(
    'EE',
    T.IN_TRANSIT,
    'at_delivery_depot',
    'InTransit_Arrival',
    'The shipment has arrived at the delivery base.',
  ),
  loaded: carrierMessage(
    'PO',
    T.OUT_FOR_DELIVERY,
    'on_vehicle',
    'OutForDelivery_Other',
    'The shipment has been loaded onto the delivery vehicle.',
  ),
  delivered: carrierMessage(
    'ZU',
    T.DELIVERED,
    'to_recipient',
    'Delivered_Other',
    'The shipment has been delivered to the recipient.',
  ),
  neighbour: carrierMessage(
    'ZU',
    T.DELIVERED,
    'neighbour',
    'Delivered_Other',
    'The shipment has been delivered to a neighbour.',
  ),
  notHome: carrierMessage(
    'ZN',
    T.ATTEMPT_FAILED,
    'not_home',
    'DeliveryFailure_NoBody',
    'The recipient was not at home.',
  ),
  refused: carrierMessage(
    'ZN',
    T.ATTEMPT_FAILED,
    'refused',
    'DeliveryFailure_Rejected',
    'The recipient refused to accept the shipment.',
  ),
  wrongAddress: carrierMessage(
    'ZN',
    T.ATTEMPT_FAILED,
    'address_problem',
    'DeliveryFailure_InvalidAddress',
    'The address is incomplete and the recipient could not be found.',
  ),
  corrected: carrierMessage(
    'NB',
    T.IN_TRANSIT,
    'resolved',
    'InTransit_Other',
    'The address has been corrected.',
  ),
  ready: carrierMessage(
    'ZF',
    T.READY_FOR_PICKUP,
    'parcel_shop',
    'AvailableForPickup_Other',
    'The shipment is ready for collection at the retail outlet.',
  ),
  collected: carrierMessage(
    'ZU',
    T.DELIVERED,
    'shop_collected',
    'Delivered_Other',
    'The shipment has been collected from the retail outlet by the recipient.',
  ),
  delayed: carrierMessage(
    'BV',
    T.EXCEPTION,
    'delayed_carrier',
    'Exception_Delayed',
    'The shipment is delayed.',
  ),
  continues: carrierMessage(
    'NB',
    T.IN_TRANSIT,
    'resolved',
    'InTransit_Other',
    'The transport of the shipment continues.',
  ),
  damaged: carrierMessage(
    'BV',
    T.EXCEPTION,
    'damaged',
    'Exception_Damage',
    'The shipment was found damaged and is being examined.',
  ),
  searched: carrierMessage(
    'BV',
    T.EXCEPTION,
    'lost',
    'Exception_Lost',
    'The shipment is being searched for.',
  ),
  returning: carrierMessage(
    'AA',
    T.RETURNING,
    'refused',
    'Exception_Rejected',
    'The shipment was refused and is on its way back to the sender.',
  ),
} as const satisfies Record<string, CarrierMessage>

export type CarrierEventKind = keyof typeof CARRIER_EVENTS
export const CARRIER_EVENT_KINDS = Object.keys(CARRIER_EVENTS) as CarrierEventKind[]

/** The news in a courier's code and our meaning of it. */
export function carrierEventOf(
  eventKind: CarrierEventKind,
  courier: string,
): { code: string; text: string; status: TrackStatus; sub: TrackSub } {
  const {
    dhl: [code, status, sub],
    other,
    text,
  } = CARRIER_EVENTS[eventKind]
  if (courier === 'DHL') return { code, text, status, sub }
  const [otherStatus, otherSub] = meaningOf17Track(other)
  return { code: other, text: text.replace(' to DHL', ''), status: otherStatus, sub: otherSub }
}
