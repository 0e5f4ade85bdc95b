import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { TrackStatus, TrackSub } from '#contracts/tracking/tracking.states.ts'
import { dhlMapping } from './dhl-mapping.ts'
import { COURIERS } from './places.ts'

/** A row of status_map without its keys. `status` is a value of the dictionary `map_status`. */
export interface StatusMapRow {
  courier: string
  rawCode: string
  rawReason: string | null
  pattern: string | null
  weight: number
  status: string
  sub: string | null
  cancels: boolean
}

const T = TRACK

/**
 * The thirty sub-statuses of 17TRACK, by which carriers without an adapter of their own are heard.
 * NotFound and Expired have no row of status: they are our own conclusions, drawn from silence.
 */
const SEVENTEEN_TRACK: Readonly<Record<string, readonly [TrackStatus, TrackSub]>> = {
  NotFound_Other: [T.PENDING, 'not_found'],
  NotFound_InvalidCode: [T.PENDING, 'invalid_number'],
  InfoReceived: [T.INFO_RECEIVED, 'data_sent_to_carrier'],
  InTransit_PickedUp: [T.ACCEPTED, 'picked_up'],
  InTransit_Other: [T.IN_TRANSIT, 'in_transit'],
  InTransit_Departure: [T.IN_TRANSIT, 'departed'],
  InTransit_Arrival: [T.IN_TRANSIT, 'arrived'],
  InTransit_CustomsProcessing: [T.CUSTOMS, 'processing'],
  InTransit_CustomsReleased: [T.CUSTOMS, 'released'],
  InTransit_CustomsRequiringInformation: [T.CUSTOMS, 'docs_required'],
  Expired_Other: [T.EXPIRED, 'no_update_30d'],
  AvailableForPickup_Other: [T.READY_FOR_PICKUP, 'parcel_shop'],
  OutForDelivery_Other: [T.OUT_FOR_DELIVERY, 'on_vehicle'],
  DeliveryFailure_Other: [T.ATTEMPT_FAILED, 'rescheduled'],
  DeliveryFailure_NoBody: [T.ATTEMPT_FAILED, 'not_home'],
  DeliveryFailure_Security: [T.ATTEMPT_FAILED, 'no_access'],
  DeliveryFailure_Rejected: [T.ATTEMPT_FAILED, 'refused'],
  DeliveryFailure_InvalidAddress: [T.ATTEMPT_FAILED, 'address_problem'],
  Delivered_Other: [T.DELIVERED, 'to_recipient'],
  Exception_Other: [T.EXCEPTION, 'delayed_other'],
  Exception_Returning: [T.RETURNING, 'undeliverable'],
  Exception_Returned: [T.RETURNED, 'to_sender'],
  Exception_NoBody: [T.EXCEPTION, 'address_correction'],
  Exception_Security: [T.EXCEPTION, 'held_security'],
  Exception_Damage: [T.EXCEPTION, 'damaged'],
  Exception_Rejected: [T.RETURNING, 'refused'],
  Exception_Delayed: [T.EXCEPTION, 'delayed_carrier'],
  Exception_Lost: [T.EXCEPTION, 'lost'],
  Exception_Destroyed: [T.DESTROYED, 'by_carrier'],
  Exception_Cancel: [T.CANCELLED, 'by_carrier'],
}

/** What a 17TRACK sub-status means to us; throws on a word that is none. */
export function meaningOf17Track(code: string): readonly [TrackStatus, TrackSub] {
  const meaning = SEVENTEEN_TRACK[code]
  if (!meaning) throw new RangeError(`no 17TRACK sub-status: ${code}`)
  return meaning
}

/** The mapping tables couriers start with: DHL's own codes, 17TRACK's for all others. */
export function statusMaps(): StatusMapRow[] {
  return COURIERS.flatMap(({ code: courier, adapter }) => {
    if (adapter !== 'dhl') {
      return Object.entries(SEVENTEEN_TRACK).map(([rawCode, [status, sub]]): StatusMapRow => ({
        courier,
        rawCode,
        rawReason: null,
        pattern: null,
        weight: 0,
        status: String(status),
        sub,
        cancels: false,
      }))
    }
    return dhlMapping(courier).map(
      ({ rawCode, reasonCode, textPattern, weight, to }): StatusMapRow => ({
        courier,
        rawCode: rawCode ?? '',
        rawReason: reasonCode,
        pattern: textPattern,
        weight,
        status: to.effect === 'move' ? String(to.status) : 'note',
        sub: to.sub,
        cancels: to.effect === 'cancel',
      }),
    )
  })
}
